import { chmod, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '../../helpers/with-service.js';
import { makeCpf, parsed, printedCommands, sized } from '../support.js';
import type { Result, User } from '../support.js';

const POSIX = process.platform !== 'win32';
const home = (user: User, name: string) => join(user.folder, 'home', name);
const stored = (user: User, name = 'credentials.json') =>
  readFile(home(user, name), 'utf8').catch(() => undefined);

interface Account {
  readonly url: string;
  readonly key: string;
}

const login = (user: User, { url, key }: Account, more = '', code = 0) =>
  user.ends(code, `auth login --with-key --base-url ${url}${more}`, { stdin: `${key}\n` });

function expectNoKey(key: string, ...results: Result[]): void {
  for (const { stdout, stderr } of results) expect(stdout + stderr).not.toContain(key);
}

describe.concurrent('auth login', () => {
  it('checks the key once and stores it', async ({ server, fresh: user }) => {
    const result = await login(user, server);
    expect(server.log).toEqual(['GET /quota']);
    expect(result.stdout).toContain('teste@example.com, plan Grátis');
    expect(result.stdout).toMatch(/^Profile +default\nBase URL +http:/);
    const quota = await user.ends(0, 'quota');
    const lookup = await user.ends(0, 'cpf 529.982.247-25 --json');
    const balance = 'GET /quota';
    expect(server.log).toEqual([balance, balance, balance, 'GET /cpf/52998224725']);
    expectNoKey(server.key, result, quota, lookup);
  });

  it('that is refused stores nothing; status says what counts', async ({ server, fresh: user }) => {
    const other = { url: server.url, key: 'another-key' };
    const refused = await login(user, other, '', 4);
    expect(refused.stderr).toContain("Nothing was stored. Run 'confere auth login --base-url");
    expect(await stored(user)).toBeUndefined();
    const env = { CONFERE_API_KEY: 'another-key', CONFERE_BASE_URL: server.url };
    const status = await user.ends(4, 'auth status', { env });
    expect(status.stderr).toContain(
      "To store another key: 'confere auth login'. A variable or --api-key-file overrides it.",
    );
    await login(user, server);
    const before = await stored(user);
    await login(user, other, '', 4);
    expect(await stored(user)).toBe(before);
    const hidden = await user.run('auth status', { env });
    expect(hidden.stderr).toMatch(/inválida"\. Unset CONFERE_API_KEY to use the stored key\.\n$/);
    expect(hidden.stdout).toContain(`${server.url} (environment)`);
    await user.file('key', 'another-key');
    const file = await user.run('auth status --api-key-file key', { env });
    expect(file.stderr).not.toContain('Unset');
    await user.ends(0, 'auth status');
  });

  it.runIf(POSIX)('stores in private files', async ({ server, fresh: user }) => {
    await login(user, server);
    const mode = async (name: string) => (await stat(home(user, name))).mode & 0o777;
    expect(await mode('.')).toBe(0o700);
    expect([await mode('config.json'), await mode('credentials.json')]).toEqual([0o600, 0o600]);
    expect(await stored(user, 'config.json')).not.toContain(server.key);
    expect((await readdir(home(user, '.'))).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    // Keys that others can read are told on each use, once.
    await chmod(home(user, 'credentials.json'), 0o644);
    const { stderr } = await user.ends(0, 'quota');
    expect(stderr.split(`chmod 600 ${home(user, 'credentials.json')}`)).toHaveLength(2);
    expect((await user.run('quota -q')).stderr).toBe('');
    await chmod(await user.file('key', server.key), 0o604);
    expect((await user.run('quota --api-key-file key')).stderr).toContain('chmod 600 key');
  });

  it.for([
    ['auth login', 'chave\n', 'needs_key', '--with-key'],
    ['auth login --with-key', '\n', 'bad_api_key', 'empty'],
    ['auth login --with-key', 'a b\n', 'bad_api_key', 'spaces'],
    ['auth login --with-key', 'k1\nk2\n', 'bad_api_key', 'A key is one word'],
    ['auth login --api-key-file x', '', 'needs_key', '--with-key'],
    ['--sandbox auth login', '', 'sandbox_needs_no_login', 'needs no login'],
  ] as const)('%s with %j exits 2', async ([line, stdin, code, told], { server, fresh: user }) => {
    const { stderr } = await user.silent(2, `${line} --base-url ${server.url} --json`, { stdin });
    const message = expect.stringContaining(told) as string;
    expect(parsed(stderr)).toMatchObject({ error: { code, message } });
    expect(server.log).toEqual([]);
    expect(await stored(user)).toBeUndefined();
  });

  it('needs a base URL; the variable is enough', async ({ server, fresh: user }) => {
    const stdin = `${server.key}\n`;
    const without = await user.ends(2, 'auth login --with-key --json', { stdin });
    expect(parsed(without.stderr)).toHaveProperty('error.code', 'no_base_url');
    const env = { CONFERE_BASE_URL: server.url };
    await user.ends(0, 'auth login --with-key', { stdin, env });
    await user.ends(0, 'quota');
  });
});

describe.concurrent('profiles', () => {
  it('each has its own key and service', async ({ arrange, fresh: user }) => {
    const { server: one } = await arrange({ key: 'chave-um' });
    const { server: two } = await arrange({ key: 'chave-dois' });
    await login(user, one);
    await login(user, two, ' --profile dois');
    await user.ends(0, 'quota');
    await user.ends(0, 'quota --profile dois');
    await user.ends(0, 'quota', { env: { CONFERE_PROFILE: 'dois' } });
    expect([one.log.length, two.log.length]).toEqual([2, 3]);
    await user.ends(0, 'auth logout --profile dois');
    await user.ends(0, 'quota');
    await user.ends(2, 'quota --profile dois');
  });

  it('a key is sent only to the service for which it was checked', async ({
    server: mine,
    arrange,
    fresh: user,
  }) => {
    const { server: other } = await arrange({ key: mine.key });
    await login(user, mine);
    for (const [flag, env] of [
      [` --base-url ${other.url}`, {}],
      ['', { CONFERE_BASE_URL: other.url }],
    ] as const) {
      const { stderr } = await user.ends(2, `quota --json${flag}`, { env });
      expect(parsed(stderr)).toHaveProperty('error.code', 'key_of_another_service');
    }
    expect(other.log).toEqual([]);
  });

  it('one that does not exist exits 2, wherever its name, key and address come from', async ({
    server,
    user,
    fresh,
  }) => {
    await login(fresh, server, ' --profile cliente');
    for (const line of [
      'quota',
      'bulk list',
      'auth status',
      'auth logout',
      'quota --sandbox',
      `check ${makeCpf(1)}`,
    ]) {
      const { stderr } = await fresh.silent(2, `${line} --profile clinte`);
      expect(stderr).toContain(
        "There is no profile clinte. Did you mean 'cliente'? Profiles: cliente, default.",
      );
    }
    expect(server.log).toHaveLength(1);
    // With key and address from the environment, as in CI.
    const named = await user.silent(2, `cpf ${makeCpf(1)}`, {
      env: { CONFERE_PROFILE: 'defualt' },
    });
    expect(named.stderr).toContain("There is no profile defualt. Did you mean 'default'?");
    const bad = await user.silent(2, ['cpf', makeCpf(1), '--profile', 'a\nb']);
    expect(bad.stderr).toContain('A profile name has');
    expect(server.log).toHaveLength(1);
    const [, printed = ''] = printedCommands(named.stderr);
    await user.ends(0, printed.replace('<setting> <value>', 'rate 30').replace(/^confere /, ''));
    await user.ends(0, 'quota --profile defualt');
  });
});

describe.concurrent('auth status', () => {
  it('shows the account, the source of the key, and its state', async ({ server, fresh: user }) => {
    await login(user, server);
    const { stdout, stderr } = await user.ends(0, 'auth status --json');
    expect(stderr).toBe('');
    expect(parsed(stdout)).toEqual({
      profile: 'default',
      baseUrl: server.url,
      baseUrlSource: 'profile',
      keySource: 'profile',
      fingerprint: expect.stringMatching(/^[0-9a-f]{12}$/) as string,
      account: { email: 'teste@example.com', plan: 'Grátis', remainingCredits: 100_000 },
      accepted: true,
      hidden: [],
    });
    const text = await user.run('auth status');
    expect(text.stdout).toContain(`${server.url} (profile)`);
    expect(text.stdout).toContain('(profile), accepted');
    expect(stdout + text.stdout + text.stderr).not.toContain(server.key);
    expect(server.log).toEqual(['GET /quota', 'GET /quota', 'GET /quota']);
  });

  it('names the source of the key, and what it overrides', async ({ server, fresh: user }) => {
    await login(user, server);
    await user.file('key', server.key);
    const { key: CONFERE_API_KEY, url } = server;
    for (const [flags, env, ...wanted] of [
      ['', { CONFERE_API_KEY }, 'CONFERE_API_KEY', 'profile', 1],
      ['', { CONFERE_API_KEY_FILE: 'key' }, 'CONFERE_API_KEY_FILE', 'profile', 1],
      [' --api-key-file key', {}, '--api-key-file', 'profile', 0],
      [` --base-url ${url}`, {}, 'profile', 'flag', 0],
      ['', { CONFERE_API_KEY, CONFERE_BASE_URL: `${url}/v1` }, 'CONFERE_API_KEY', 'environment', 2],
      ['', { CONFERE_BASE_URL: `${url}/` }, 'profile', 'environment', 0],
    ] as const) {
      const status = await user.json(`auth status${flags}`, { env });
      const { keySource, baseUrlSource, hidden } = status;
      expect([keySource, baseUrlSource, (hidden as unknown as string[]).length]).toEqual(wanted);
    }
  });

  it('without a key exits 2, refused 4, without an answer 5', async ({ arrange }) => {
    const { server, user } = await arrange();
    const status = async (code: number, key: string | undefined) => {
      const ended = await user.ends(code, 'auth status --json', { env: { CONFERE_API_KEY: key } });
      expect(ended.stdout).not.toContain('chave-errada-123');
      return ended;
    };
    const none = { keySource: null, fingerprint: null, accepted: null };
    expect(parsed((await status(2, undefined)).stdout)).toMatchObject(none);
    expect(server.log).toEqual([]);
    const { stdout, stderr } = await status(4, 'chave-errada-123');
    const refused = { accepted: false, keySource: 'CONFERE_API_KEY', account: null };
    expect(parsed(stdout)).toMatchObject(refused);
    expect(parsed(stderr)).toMatchObject({ error: { message: 'API Key inválida', exitCode: 4 } });
    await server.close();
    expect(parsed((await status(5, server.key)).stdout)).toMatchObject({ accepted: null });
  });
});

it('auth logout deletes the key and keeps the settings', async ({ server, fresh: user }) => {
  await login(user, server);
  const env = { CONFERE_API_KEY: 'x' };
  expect(await user.json('auth logout')).toEqual({ profile: 'default', removed: true });
  const again = await user.ends(0, 'auth logout', { env });
  expect(again.stderr).toContain('Profile default has no stored key.\n');
  await user.ends(2, 'quota');
  expect((await user.run('config get base-url')).stdout).toBe(`${server.url}\n`);
  await login(user, server);
  const { stderr } = await user.run('auth logout', { env });
  expect(stderr).toContain('CONFERE_API_KEY is still set, so its key stays in use.');
});

it.concurrent('a batch of another account is not watched, resumed or run with another key', async ({
  server,
  fresh: user,
}) => {
  await login(user, server);
  await user.file('in.csv', sized(1));
  const id = (await user.ends(0, 'bulk submit in.csv')).stdout.trim();
  const before = server.log.length;
  const env = { CONFERE_API_KEY: 'outra-chave-77' };
  for (const command of [`watch ${id}`, `resume ${id}`, 'run in.csv']) {
    const { stderr } = await user.silent(2, `bulk ${command}`, { env });
    expect(stderr).toContain(`Batch ${id} was made with another API key (fingerprint `);
    expect(stderr).not.toContain(server.key);
  }
  expect(server.log).toHaveLength(before);
  await user.ends(0, `bulk watch ${id}`);
});

it('a refused key leaves no batch behind: the right one runs the same command', async ({
  server,
  user,
}) => {
  await user.file('in.csv', sized(1));
  const env = { CONFERE_API_KEY: 'uma-chave-que-nao-aparece' };
  const { stderr } = await user.silent(4, 'bulk run in.csv -v', { env });
  expect(stderr).toContain('API Key inválida');
  expect((await user.ends(0, 'bulk list --json')).stdout).not.toContain('in.csv');
  await user.ends(0, 'bulk run in.csv');
  expect(server.posts).toHaveLength(1);
});
