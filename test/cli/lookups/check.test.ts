import { describe, expect, it } from '../../helpers/with-service.js';
import { lines } from '../support.js';

describe('confere check', () => {
  it('recognizes the kind, keeps the order, and exits 3', async ({ fresh: user }) => {
    const ids = ['12.ABC.345/01DE-35', '529.982.247-24', '529.982.247-25', '11111111111'];
    const { stdout } = await user.ends(3, ['check', '--json', ...ids]);
    const all = lines(stdout);
    expect(all).toEqual([
      { input: ids[0], kind: 'cnpj', id: '12ABC34501DE35', status: 'valid' },
      expect.objectContaining({ input: ids[1], status: 'invalid' }),
      { input: ids[2], kind: 'cpf', id: '52998224725', status: 'valid' },
      expect.objectContaining({ input: ids[3], status: 'invalid' }),
    ]);
    expect(all[1]).toHaveProperty('error.code', 'check_digit');
    expect(all[3]).toHaveProperty('error.code', 'repeated');
    expect(all[3]).toHaveProperty('error.httpStatus', null);
  });

  it.for([
    ['check 123 52998224725', 'confere: 1 identifier is not valid; see standard output.'],
    ['cpf 123 --json -q', '{"error":{"code":"some_invalid","message":"1 identifier is'],
    ['bulk check - --strict -q', 'confere: 1 row is invalid, which --strict does not'],
  ] as const)('%s comes with a sentence for exit code 3', async ([line, told], { fresh: user }) => {
    const stdin = 'cpf\n52998224725\n123\n';
    const { stdout, stderr } = await user.ends(3, line, { stdin, env: { CONFERE_SANDBOX: '1' } });
    expect(stdout).not.toBe('');
    const last = stderr.trimEnd().split('\n').at(-1) ?? '';
    expect(last).toContain(told);
    if (line.includes('--json')) expect(JSON.parse(last)).toHaveProperty('error.exitCode', 3);
  });
});

it.for([
  '529.982.247-25 0X123456789050',
  '529.982.247-24  1 x\u202ey',
  '- 52998224725',
  '- -',
  'help 52998224725',
])('a check of %j says the same with an idle option', async (ids, { fresh: user }) => {
  const stdin = '52998224725\nabc\n';
  for (const language of ['en', 'pt-BR']) {
    const given = { stdin, env: { CONFERE_LANG: language } };
    const alone = await user.run(`check ${ids}`, given);
    expect(alone).toEqual(await user.run(`check --no-progress ${ids}`, given));
  }
});
