import { describe, expect } from 'vitest';
import { makeCnpj, makeCpf } from '../../helpers/invented.js';
import { it } from '../../helpers/with-service.js';
import { FAST, sits } from '../../cli/support.js';

const spouses = [makeCpf(11), makeCpf(12), makeCpf(13)];
const FILE = `nome;cpf_titular;cpf_conjuge\n${spouses.map((id, n) => `Zé;${makeCpf(n + 1)};${id}\n`).join('')}`;
const CHECK = 'bulk check casais.csv';

describe('an uncertain column', () => {
  it('is a question in a terminal, with percentages and masked cells', async ({ user }) => {
    await user.file('casais.csv', FILE);
    const { stdout, stderr } = await user.ends(0, CHECK, sits('3\n'));
    expect(stdout).toMatch(/unique +3/);
    expect(stderr).toMatch(/\n +2 +"cpf_titular" +100% valid CPFs +\*{3}\.\d{3}\.\d{3}-\*\* /);
    expect(stderr).toMatch(/\n +3 +"cpf_conjuge" +100% valid CPFs/);
    expect(stderr).toContain('Which column? [2/3]');
    expect(stderr).toContain('To skip this question, add --column 3.');
    expect(stderr).toContain('column 3 "cpf_conjuge"');
    for (const id of spouses) expect(stderr).not.toContain(id);
  });

  it('is not guessed where the answer is no candidate', async ({ user }) => {
    await user.file('casais.csv', FILE);
    const { stderr } = await user.silent(2, CHECK, sits('1\n'));
    expect(stderr).toContain('Which column?');
    expect(stderr).toContain('--column');
  });

  it.for([
    ['without a terminal', '', {}],
    ['with --no-input', ' --no-input', sits('3\n')],
    ['without a terminal, with -y', ' -y', {}],
  ] as const)('%s it is exit 2 with the candidates', async ([, flags, where], { user }) => {
    await user.file('casais.csv', FILE);
    const { stderr } = await user.silent(2, `${CHECK}${flags}`, where);
    expect(stderr.replaceAll(/\s+/g, ' ')).toMatch(
      /2 "cpf_titular" \(100% valid CPFs\), 3 "cpf_conjuge" .*--column/,
    );
    expect(stderr).not.toContain('Which column?');
  });

  it('of standard input is never a question, because the answer would come from the data', async ({
    user,
  }) => {
    const { stderr } = await user.ends(2, 'bulk check -', sits(FILE));
    expect(stderr).not.toContain('Which column?');
  });

  it('once answered gives the same batch as --column, and nothing is paid twice', async ({
    server,
    user,
  }) => {
    await user.file('casais.csv', FILE);
    const run = ['bulk', 'run', 'casais.csv', '-y', '--overwrite', ...FAST];
    for (const flags of [[], [], ['--column', '3'], ['--column', 'cpf_conjuge']])
      await user.ends(0, [...run, ...flags], sits('3\n'));
    expect(server.posts.map(({ ids }) => ids)).toEqual([spouses]);
    expect(server.book.charged.toSorted()).toEqual(spouses.toSorted());
    expect(await user.json('bulk list')).toHaveLength(2);
  });
});

it('identifiers in pieces beside a whole column are never passed over: nothing is sent', async ({
  server,
  user,
}) => {
  const rows = [1, 2, 3].map((n) => {
    const id = makeCnpj(n);
    return `${id.slice(0, 8)};${id.slice(8, 12)};${id.slice(12)};${makeCpf(n)}\n`;
  });
  await user.file('in.csv', `raiz;ordem;dv;cpf_contador\n${rows.join('')}`);
  for (const command of ['check', 'submit', 'run']) {
    const { stderr } = await user.silent(2, `bulk ${command} in.csv -y`);
    expect(stderr.replaceAll(/\s+/g, ' ')).toMatch(
      /1\+2\+3 "raiz" .*, 4 "cpf_contador" .*--column/,
    );
  }
  expect(server.posts).toEqual([]);
});
