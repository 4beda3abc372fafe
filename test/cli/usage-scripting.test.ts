import { spawnSync } from 'node:child_process';
import { chmod, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeCpf } from '../helpers/invented.js';
import { COMMAND, newUser } from '../helpers/run-confere.js';
import { pollOften } from '../helpers/shell.js';

const page = await readFile('docs/scripting.md', 'utf8');
const blocks = [...page.matchAll(/^```sh\n(.*?)^```/gms)].map(([, text = '']) => text);
const hasJq = spawnSync('bash', ['--norc', '-c', 'command -v jq']).status === 0;

/** The output of each block; a change of the page must be checked here too. */
const prints = [
  /^$/,
  /Sandbox/,
  /^"\d{11}","found","[^"]+ \(fictício\)"$/m,
  /^\d{6,7}\n\{\s+"rows": 4,\s+"invalid": 1,\s+"reasons": \{\s+"check_digit": 1\s+\},\s+"estimated": 3/,
  /\(fictício\)\n/,
  /^[a-z_]+\n$/,
  /^every row has its answer\n$/,
  /^$/,
  /\b4\b/,
  /^$/,
  /^$/,
];

describe('docs/scripting.md', async () => {
  const user = await newUser();
  afterAll(() => user[Symbol.asyncDispose]());
  await pollOften(user);
  const bin = join(user.folder, 'bin');
  await mkdir(bin);
  const path = await user.file(
    'bin/confere',
    `#!/bin/sh\nexec "${process.execPath}" "${COMMAND}" "$@"\n`,
  );
  await chmod(path, 0o755);
  const ids = [makeCpf(1), makeCpf(2), makeCpf(3)];
  await user.file('cpfs.txt', `${ids.join('\n')}\n`);
  await user.file('clientes.csv', `cpf\n${ids.join('\n')}\n52998224724\n`);

  it('has the blocks that are tested here', () => {
    expect(blocks).toHaveLength(prints.length);
  });

  it.each(blocks.map((block, n) => ({ n, block })))('block $n works', ({ n, block }) => {
    if (block.includes('jq') && !hasJq) return;
    const { status, stdout, stderr } = spawnSync(
      'bash',
      ['--norc', '-euo', 'pipefail', '-c', block],
      {
        cwd: user.folder,
        encoding: 'utf8',
        env: {
          PATH: `${bin}:${process.env['PATH'] ?? ''}`,
          HOME: user.folder,
          CONFERE_HOME: join(user.folder, 'home'),
          CONFERE_SANDBOX: '1',
        },
      },
    );
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: expect.not.stringMatching(/^confere:/m) as string,
    });
    expect(stdout).toMatch(prints[n] ?? /^$/);
  });

  it('mentions only options that exist', async () => {
    const helps = ['--help', 'cpf --help', 'quota --help', 'bulk run --help', 'bulk watch --help'];
    const known = await Promise.all(helps.map((help) => user.run(help.split(' '))));
    const text = known.map(({ stdout }) => stdout).join('\n');
    const prose = page.replaceAll(/^```.*?^```/gms, '');
    for (const [flag] of prose.matchAll(/--[a-z][a-z-]+/g)) expect(text).toContain(flag);
  });
});
