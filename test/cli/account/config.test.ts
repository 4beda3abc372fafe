import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '../../helpers/with-service.js';
import { parsed, sized, type User } from '../support.js';

const CPF = '52998224725';
const path = (user: User) => join(user.folder, 'home', 'config.json');

async function set(user: User, ...pairs: readonly string[]): Promise<void> {
  for (const pair of pairs) expect((await user.ends(0, `config set ${pair}`)).stderr).toBe('');
}

describe.concurrent('config', () => {
  it('set, get, list, unset and path are consistent', async ({ fresh: user }) => {
    await set(user, 'rate 60', 'base-url https://a.example/v1/');
    expect((await user.run('config get rate')).stdout).toBe('60\n');
    expect((await user.run('config get base-url')).stdout).toBe('https://a.example/v1\n');
    expect((await user.run('config path')).stdout).toBe(`${path(user)}\n`);
    const list = await user.run('config list');
    expect(list.stdout).toMatch(/^rate +60 +profile$/m);
    expect(list.stdout).toMatch(/^reuse +30d +default$/m);
    await user.ends(0, 'config unset rate');
    expect((await user.run('config get rate')).stdout).toBe('30\n');
    const gone = await user.ends(0, 'config unset rate');
    expect(gone.stderr).toBe('rate is not set in profile default.\n');
  });

  it('sets what the sandbox uses too, and says what it does not', async ({ fresh: user }) => {
    const env = { CONFERE_SANDBOX: '1' };
    expect((await user.ends(0, 'config set cost-cpf 2', { env })).stderr).toBe('');
    expect((await user.run('config get cost-cpf', { env })).stdout).toBe('2\n');
    const { stderr } = await user.ends(0, 'config set rate 60', { env });
    expect(stderr).toBe('Stored for the real service: the sandbox has its own rate.\n');
  });

  it('of six that are stored at once, one by a process that is killed as it writes, the others are kept', async ({
    server,
    user,
  }) => {
    const killed = await user.file(
      'killed.mjs',
      `import files from 'node:fs'; files.renameSync = () => process.kill(process.pid, 'SIGKILL');`,
    );
    const set = (pair: string, env = {}) => user.start(`config set ${pair}`, { env }).done;
    const [dead, ...others] = await Promise.all([
      set('rate 9', { NODE_OPTIONS: `--import ${killed}` }),
      ...['max-credits 5', 'reuse 9d', 'cost-cpf 2', 'shared true'].map((pair) => set(pair)),
      user.start('auth login --with-key', { stdin: server.key }).done,
    ]);
    expect(dead.signal).toBe('SIGKILL');
    for (const { code, stderr } of others) expect(code, stderr).toBe(0);
    const stored = JSON.parse(await readFile(path(user), 'utf8')) as { profiles: object };
    expect(stored.profiles).toEqual({
      default: {
        'max-credits': 5,
        reuse: '9d',
        'cost-cpf': 2,
        shared: 'true',
        'base-url': server.url,
        'terms-set-at': expect.any(Number) as number,
      },
    });
  });

  it('a settle time that is too short is removed where it stands', async ({ fresh: user }) => {
    await user.file('in.csv', sized(1));
    await user.file('key', 'k');
    const run = 'bulk run in.csv --base-url https://a.example --api-key-file key';
    await set(user, 'settle 5s');
    const stored = await user.ends(2, run);
    expect(stored.stderr).toContain("To remove the setting: 'confere config unset settle'.");
    const typed = await user.ends(2, `${run} --settle 6s`);
    expect(typed.stderr).toContain('Leave settle out.');
  });

  it.for([
    ['set raet 60', 'unknown_key', 'Did you mean rate?'],
    ['unset colour', 'unknown_key', 'Settings: base-url, ledger, reuse'],
    ['set api-key chave-em-argv', 'unknown_key', 'confere auth login'],
    ['set rate 0', 'bad_number', 'rate must be'],
    ['set ledger postgres://eu:senha@db.example/x', 'bad_ledger_url', 'contains a password'],
    ['set ledger postgres://db.example/x?password=senha', 'bad_ledger_url', 'a password'],
    ['set ledger postgres://db.example/x?sslmode=disable', 'bad_ledger_url', 'encrypted'],
    ['set rate 60 --profile ../x', 'bad_profile', 'letters'],
    ['get rate --profile x', 'no_such_profile', 'Profiles: default.'],
  ] as const)('%s exits 2 and stores nothing', async ([line, code, told], { fresh: user }) => {
    const { stderr } = await user.silent(2, `config ${line} --json`);
    const message = expect.stringContaining(told) as string;
    expect(parsed(stderr)).toMatchObject({ error: { code, message } });
    expect(stderr).not.toContain('chave-em-argv');
    await expect(readFile(path(user))).rejects.toThrow('ENOENT');
  });

  it('a broken file is one sentence, and is not changed', async ({ server, user }) => {
    await set(user, 'rate 60');
    const broken = '{"profiles": {';
    await user.file('home/config.json', broken);
    for (const line of [`cpf ${CPF}`, 'quota', 'bulk list', 'config list', 'config set rate 5']) {
      const { stderr } = await user.silent(2, line);
      expect(stderr).toMatch(
        /^confere: .*config\.json is not valid: its content should be JSON\. Fix it.*\n$/,
      );
    }
    expect(await readFile(path(user), 'utf8')).toBe(broken);
    expect(server.log).toEqual([]);
    // What needs no settings goes on without them.
    expect((await user.ends(0, `check ${CPF} -q`)).stdout).toMatch(/^valid/);
  });
});

describe.concurrent('the settings of a profile', () => {
  it('max-credits applies to bulk run: nothing is sent', async ({ server, user }) => {
    await user.file('in.csv', sized(2));
    await set(user, 'max-credits 1');
    await user.ends(7, 'bulk run in.csv');
    await user.ends(7, 'bulk submit in.csv -n');
    expect(server.posts).toEqual([]);
    await user.ends(0, 'bulk run in.csv --max-credits 2');
    expect(server.book.charged).toHaveLength(2);
  });

  it('each is read from its variable too', async ({ server, user }) => {
    await user.file('in.csv', sized(2));
    await user.ends(7, 'bulk run in.csv', { env: { CONFERE_MAX_CREDITS: '1' } });
    await user.ends(0, `cpf ${CPF} -q`, { env: { CONFERE_COST_CPF: '2' } });
    expect(server.posts).toEqual([]);
    const env = { CONFERE_FORMAT: 'json' };
    for (const line of ['quota', 'bulk list', `cpf ${CPF}`, `check ${CPF}`])
      expect((await user.ends(0, line, { env })).stdout, line).toMatch(/^[[{]/);
  });

  it.for([
    ['CONFERE_SANBOX', " Did you mean 'CONFERE_SANDBOX'?"],
    ['CONFERE_MAX_CREDIT', " Did you mean 'CONFERE_MAX_CREDITS'?"],
    ['CONFERE_BUDGET', ''],
  ] as const)(
    '%s is no variable: nothing is sent, and what charges nothing says so',
    async ([name, near], { server, user }) => {
      await user.file('in.csv', sized(1));
      const env = { [name]: '1' };
      const told = `${name} is not a variable of confere.${near} Correct or unset it. To list those it reads: 'confere help environment'.\n`;
      for (const line of [
        `cpf ${CPF}`,
        'bulk run in.csv',
        'bulk run in.csv -n',
        'bulk resume',
        'mcp',
      ])
        expect((await user.silent(2, line, { env })).stderr, line).toBe(`confere: ${told}`);
      expect(server.log).toEqual([]);
      for (const line of [`check ${CPF}`, 'config list', 'bulk list'])
        expect((await user.ends(0, line, { env })).stderr, line).toContain(told);
      expect((await user.ends(0, '__complete bulk', { env })).stderr).toBe('');
      await user.ends(0, `cpf ${CPF}`, { env: { [name]: '' } });
    },
  );

  it('variables that Kubernetes writes beside a service named confere are no mistake', async ({
    user,
  }) => {
    const env = {
      CONFERE_SERVICE_HOST: '10.0.0.1',
      CONFERE_SERVICE_PORT_HTTP: '80',
      CONFERE_PORT: 'tcp://10.0.0.1:80',
      CONFERE_PORT_80_TCP_ADDR: '10.0.0.1',
    };
    expect((await user.ends(0, `cpf ${CPF}`, { env })).stderr).not.toContain('is not a variable');
  });

  it('format applies to records and numbers, and to results without a known extension', async ({
    user,
  }) => {
    await user.file('in.csv', sized(1));
    await set(user, 'format json');
    for (const line of ['quota', 'spend', 'bulk list', `cpf ${CPF}`, `check ${CPF}`])
      expect((await user.ends(0, line)).stdout, line).toMatch(/^[[{]/);
    for (const line of ['config list', 'auth status', 'ledger status'])
      expect((await user.ends(0, line)).stdout, line).toMatch(/^\w/);
    await user.ends(0, 'bulk run in.csv');
    const result = await user.read('in.confere.json');
    expect(JSON.parse(result)).toHaveLength(1);
    await user.run('bulk export -o out.csv');
    expect(await user.read('out.csv')).toMatch(/^cpf,lookup_status/);
    await set(user, 'format table');
    expect((await user.run('bulk export')).stdout).toMatch(/^cpf,lookup_status/);
  });
});
