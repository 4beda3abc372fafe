import { say } from './help-support.js';
import { describe, expect, it } from '../../helpers/with-service.js';

/** An example from the documentation that belongs to no person. */
const CPF = '52998224725';

describe('usage errors', () => {
  it.each([
    [['cfp'], "no command 'cfp'. Did you mean 'confere cpf'? See 'confere --help'."],
    [['submit', 'a.csv'], "Did you mean 'confere bulk submit'?"],
    [['over_balance'], "Did you mean 'confere help over_balance'?"],
    [['clientes.csv'], "Did you mean 'confere bulk run clientes.csv'?"],
    [['12.ABC.345/01DE-35'], "Did you mean 'confere lookup 12.ABC.345/01DE-35'?"],
    [['quota', '--jsn'], "no option '--jsn' here. Did you mean '--json'?"],
    [['cpf', '52998224725', '--max-credits', '1e3'], "'1e3'"],
    [['quota', '-json'], "Did you mean '--json'?"],
    [
      ['bulk', 'check', '--type', 'cfp', 'a'],
      "The choices are cpf, cnpj, both. Did you mean 'cpf'?",
    ],
    [['quota', '--min', 'many'], "'many' is not a valid value for '--min <n>'. Use a number"],
    [['quota', '--min', '1.000'], 'such as 1000 or 2.5'],
    [['bulk', 'delete'], "as in 'confere bulk delete 7k2m --dry-run'"],
    [['quota', '--min'], "'--min <n>' needs a value."],
    [['529.982.247-25'], "Did you mean 'confere cpf <cpf>'?"],
    [['quota', '5'], "'confere quota' takes 0 arguments, not 1."],
    [['completion'], "'confere completion' needs <shell> (bash, zsh, fish, powershell)."],
    [['cpf'], "'confere cpf' needs <cpf>, as in 'confere cpf - --json < cpfs.txt'."],
  ])('%j: %s', async (args, told) => {
    const { code, stdout, stderr } = await say(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(told);
    expect(stderr).toMatch(/^confere: .*\n$/);
  });

  it('without a similar word, nothing is suggested', async () => {
    const { code, stderr } = await say(['wherever']);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: "confere: There is no command 'wherever'. See 'confere --help'.\n",
    });
    // What is left of a word after so many edits is another word.
    for (const words of [['abc'], ['saldo'], ['completion', 'tcsh']])
      expect((await say(words)).stderr).not.toContain('Did you mean');
    expect((await say(['quota', '--wherever'])).stderr).not.toContain('Did you mean');
  });

  it.each([
    [['cfp'], 'unknown_command'],
    [['quota', '--jsn'], 'unknown_option'],
    [['bulk', 'run'], 'missing_argument'],
    [['quota', '--min'], 'option_missing_argument'],
    [['quota', '--min', 'x'], 'invalid_argument'],
    [['quota', 'x'], 'excess_arguments'],
    [['help', 'formats'], 'no_json'],
  ])('%j with --json is one line with code %s', async (args, code) => {
    const result = await say(['--json', ...args]);
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(JSON.parse(result.stderr)).toEqual({
      error: { code, message: expect.any(String) as string, httpStatus: null, exitCode: 2 },
    });
  });
});

describe('text that a usage error does not repeat', () => {
  it.each([
    [[CPF]],
    [['529.982.247-25']],
    [[`cpf${CPF}`]],
    [['quota', '--min', `x ${CPF}`]],
    [['quota', `--${CPF}`]],
    [['bulk', 'check', '--type', CPF, 'a']],
    [['help', CPF]],
  ])('a full CPF: %j', async (args) => {
    const { code, stderr } = await say(args);
    expect(code).toBe(2);
    expect(stderr.replaceAll(/[.-]/g, '')).not.toContain(CPF);
    expect(stderr).not.toMatch(/[0-9]{5}/);
  });

  it.each([
    [['quota', '--api-key=chave-secreta']],
    [['quota', '--api-key', 'chave-secreta']],
    [['chave-secreta-de-um-cliente-0123']],
    [['quota', '--min', 'chave-secreta-de-um-cliente-0123']],
  ])('a key: %j', async (args) => {
    const { code, stderr } = await say(args);
    expect(code).toBe(2);
    expect(stderr).not.toContain('chave-secreta');
  });
});
