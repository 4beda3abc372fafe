import { mkdir, readFile, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { newInProcessUser } from '../helpers/in-process.js';
import { makeCpf } from '../helpers/invented.js';
import { hasProgram, newShellUser, pollOften } from '../helpers/shell.js';

/** Its translation, docs/pt-BR/automacao.md, has the same blocks, which test/docs/pt-br.test.ts compares. */
const page = await readFile('docs/automation.md', 'utf8');
const blocks = [...page.matchAll(/^```sh\n(.*?)^```/gms)].map(([, text = '']) => text);
const hasJq = hasProgram('jq');

/** The output of each block; a change of the page must be checked here too. */
const prints = [
  /Sandbox/,
  /^$/,
  /^every row has its answer\n$/,
  /^$/,
  /^"\d{11}","found","[^"]+ \(fictício\)"$[^]*^\d{6,7}\n\{\s+"rows": 4,\s+"invalid": 1,\s+"reasons": \{\s+"check_digit": 1\s+\},\s+"estimated": 1/m,
  /^ +2 found\n +1 invalid\n +1 not_found\n$/,
  /^[a-z_]+\n$/,
  /^novos\.csv: done \(exit code 0\)\n/,
];

describe('docs/automation.md', async () => {
  const user = await newShellUser();
  afterAll(() => user[Symbol.asyncDispose]());
  await pollOften(user);
  const ids = [makeCpf(1), makeCpf(2), makeCpf(3)];
  await user.file('cpfs.txt', `${ids.join('\n')}\n`);
  await mkdir(join(user.folder, 'inbox'));
  await user.file('inbox/novos.csv', `cpf\n${makeCpf(4)}\n`);
  await symlink(resolve('recipes'), join(user.folder, 'recipes'));
  await user.file('clientes.csv', `cpf\n${ids.join('\n')}\n52998224724\n`);

  it('has the blocks that are tested here', () => {
    expect(blocks).toHaveLength(prints.length);
  });

  it.each(blocks.map((block, n) => ({ n, block })))('block $n works', async ({ n, block }) => {
    if (block.includes('jq') && !hasJq) return;
    const { code, stdout, stderr } = await user.sh(`set -euo pipefail\n${block}`, {
      CONFERE_SANDBOX: '1',
    });
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.not.stringMatching(/^confere:/m) as string,
    });
    expect(stdout).toMatch(prints[n] ?? /^$/);
  });

  it('mentions only options that exist', async () => {
    const helps = ['--help', 'cpf --help', 'quota --help', 'bulk run --help', 'help settings'];
    await using reader = await newInProcessUser();
    let text = '';
    for (const help of helps) text += (await reader.run(help.split(' '))).stdout;
    const prose = page.replaceAll(/^```.*?^```/gms, '');
    for (const [flag] of prose.matchAll(/--[a-z][a-z-]+/g)) expect(text).toContain(flag);
  });
});
