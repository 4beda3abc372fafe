import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { it } from '../../helpers/with-service.js';
import { newInProcessUser } from '../../helpers/in-process.js';
import type { Result, User } from '../../helpers/run-confere.js';
import { startReferee } from '../../helpers/referee/index.js';

const POSIX = process.platform !== 'win32';
const home = (user: User, name: string) => join(user.folder, 'home', name);
const stored = (user: User, name: string) =>
  readFile(home(user, name), 'utf8').catch(() => undefined);

async function login(user: User, { url, key }: { url: string; key: string }, ...args: string[]) {
  return user.run(['auth', 'login', '--with-key', '--base-url', url, ...args], {
    stdin: `${key}\n`,
  });
}

function expectNoKey(key: string, ...results: Result[]): void {
  for (const { stdout, stderr } of results) expect(stdout + stderr).not.toContain(key);
}

describe.concurrent('auth login', () => {
  it('checks the key once and stores it', async ({ server, fresh: user }) => {
    const result = await login(user, server);
    expect(result.code).toBe(0);
    expect(server.log).toEqual(['GET /quota']);
    expect(result.stdout).toContain('teste@example.com, plan Grátis');
    expect(result.stdout).toMatch(/^Profile +default\nBase URL +http:/);
    const [quota, lookup] = [await user.run('quota'), await user.run('cpf 529.982.247-25 --json')];
    expect([quota.code, lookup.code]).toEqual([0, 0]);
    expect(server.log).toEqual(['GET /quota', 'GET /quota', 'GET /cpf/52998224725']);
    expectNoKey(server.key, result, quota, lookup);
  });

  it('that is refused stores nothing; status says what counts', async ({ server, fresh: user }) => {
    const refused = await login(user, { url: server.url, key: 'another-key' });
    expect(refused.code).toBe(4);
    expect(refused.stderr).toContain("Nothing was stored. Run 'confere auth login --base-url");
    const env = { CONFERE_API_KEY: 'another-key', CONFERE_BASE_URL: server.url };
    const status = await user.ends(4, 'auth status', { env });
    expect(status.stderr).toContain(
      "To store another key: 'confere auth login'. A variable or --api-key-file overrides it.",
    );
    await login(user, server);
    const hidden = await user.run('auth status', { env });
    expect(hidden.stderr).toMatch(/inválida"\. Unset CONFERE_API_KEY to use the stored key\.\n$/);
    expect(hidden.stdout).toContain(`${server.url} (environment)`);
    const other = ['auth', 'status', '--api-key-file', await user.file('key', 'another-key')];
    expect((await user.run(other, { env })).stderr).not.toContain('Unset');
    await user.ends(0, 'auth status');
  });

  it.runIf(POSIX)(
    'stores in files of 0600 in a folder of 0700, whatever the umask',
    async ({ server, fresh: user }) => {
      await login(user, server);
      const mode = async (name: string) => (await stat(home(user, name))).mode & 0o777;
      expect(await mode('.')).toBe(0o700);
      expect([await mode('config.json'), await mode('credentials.json')]).toEqual([0o600, 0o600]);
      expect(await stored(user, 'config.json')).not.toContain(server.key);
      const names = await readdir(join(user.folder, 'home'));
      expect(names.filter((name) => name.endsWith('.tmp'))).toEqual([]);
    },
  );

  it('a refused key leaves the earlier login unchanged', async ({ server, fresh: user }) => {
    await login(user, server);
    const before = await stored(user, 'credentials.json');
    expect((await login(user, { url: server.url, key: 'errada' })).code).toBe(4);
    expect(await stored(user, 'credentials.json')).toBe(before);
  });

  it.for([
    ['without a terminal and --with-key', ['auth', 'login'], 'chave\n', 'needs_key', '--with-key'],
    ['with an empty key', ['auth', 'login', '--with-key'], '\n', 'no_api_key', 'empty'],
    ['with a key of two words', ['auth', 'login', '--with-key'], 'a b\n', 'bad_api_key', 'spaces'],
    ['with a key file', ['auth', 'login', '--api-key-file', 'x'], '', 'needs_key', '--with-key <'],
    [
      'with --sandbox',
      ['--sandbox', 'auth', 'login'],
      '',
      'sandbox_needs_no_login',
      'needs no login',
    ],
    [
      'with a name that cannot be stored',
      ['auth', 'login', '--profile', 'a b'],
      '',
      'bad_profile',
      'letters',
    ],
  ] as const)(
    '%s exits 2 without a request',
    async ([, args, stdin, code, told], { server, fresh: user }) => {
      const result = await user.silent(2, [...args, '--base-url', server.url, '--json'], { stdin });
      const { error } = JSON.parse(result.stderr) as { error: { code: string; message: string } };
      expect(error.code).toBe(code);
      expect(error.message).toContain(told);
      expect(server.log).toEqual([]);
      expect(await stored(user, 'credentials.json')).toBeUndefined();
    },
  );

  it('needs a base URL; the variable is enough', async ({ server, fresh: user }) => {
    const stdin = `${server.key}\n`;
    const without = await user.ends(2, 'auth login --with-key --json', { stdin });
    expect(JSON.parse(without.stderr)).toHaveProperty('error.code', 'no_base_url');
    const env = { CONFERE_BASE_URL: server.url };
    await user.ends(0, 'auth login --with-key', { stdin, env });
    await user.ends(0, 'quota');
  });

  it('reports what the environment overrides', async ({ server, fresh: user }) => {
    const result = await user.ends(0, ['auth', 'login', '--with-key', '--base-url', server.url], {
      stdin: `${server.key}\n`,
      env: { CONFERE_API_KEY: 'outra-chave-99', CONFERE_BASE_URL: 'http://127.0.0.1:1' },
    });
    expect(result.stderr).toContain('CONFERE_API_KEY is set and overrides the key');
    expect(result.stderr).toContain('CONFERE_BASE_URL is set and overrides the base URL');
    expectNoKey(server.key, result);
    expectNoKey('outra-chave-99', result);
  });

  it('a broken credentials.json is told, and not changed', async ({ server, fresh: user }) => {
    await login(user, server);
    const broken = `{"profiles":{"default":{"api-key":"${server.key}"`;
    await writeFile(home(user, 'credentials.json'), broken);
    for (const result of [await login(user, server), await user.run('quota')]) {
      expect(result.code).toBe(2);
      expect(result.stderr).toContain('credentials.json is not valid JSON.');
      expect(result.stderr.trimEnd().split('\n')).toHaveLength(1);
      expectNoKey(server.key, result);
    }
    expect(await stored(user, 'credentials.json')).toBe(broken);
    expect(server.log).toEqual(['GET /quota']);
  });
});

describe.concurrent('profiles', () => {
  it('each has its own key and service', async () => {
    await using one = await startReferee({ key: 'chave-um' });
    await using two = await startReferee({ key: 'chave-dois' });
    await using user = await newInProcessUser();
    await login(user, one);
    await login(user, two, '--profile', 'dois');
    await user.ends(0, 'quota');
    await user.ends(0, 'quota --profile dois');
    await user.ends(0, 'quota', { env: { CONFERE_PROFILE: 'dois' } });
    expect([one.log.length, two.log.length]).toEqual([2, 3]);
  });

  it('a key is sent only to the service for which it was checked', async () => {
    await using mine = await startReferee();
    await using other = await startReferee({ key: mine.key });
    await using user = await newInProcessUser();
    await login(user, mine);
    for (const result of [
      await user.run(['quota', '--base-url', other.url, '--json']),
      await user.run('quota --json', { env: { CONFERE_BASE_URL: other.url } }),
    ]) {
      expect(result.code).toBe(2);
      expect(JSON.parse(result.stderr)).toHaveProperty('error.code', 'key_of_another_service');
    }
    expect(other.log).toEqual([]);
  });

  it('one that does not exist exits 2, with those that do', async ({ server, fresh: user }) => {
    await login(user, server, '--profile', 'cliente');
    for (const args of [['quota'], ['bulk', 'list'], ['auth', 'status'], ['auth', 'logout']]) {
      const result = await user.silent(2, [...args, '--profile', 'clinte']);
      expect(result.stderr).toContain('There is no profile clinte. Profiles: cliente, default.');
    }
    expect(server.log).toHaveLength(1);
  });

  it('one that does not exist may be defined by the environment', async ({ user }) => {
    await user.ends(0, 'quota --profile ledger-2');
    await user.ends(0, 'bulk list --profile ledger-2');
    const env = { CONFERE_API_KEY: undefined, CONFERE_BASE_URL: undefined };
    await user.ends(0, '--sandbox quota --profile x', { env });
  });

  it.runIf(POSIX)(
    'keys that other users can read are reported on each use, once',
    async ({ server, fresh: user }) => {
      await login(user, server);
      await chmod(home(user, 'credentials.json'), 0o644);
      const { stderr } = await user.ends(0, 'quota');
      expect(stderr.match(/chmod 600 /g)).toHaveLength(1);
      expect(stderr).toContain(home(user, 'credentials.json'));
      expect((await user.run('quota -q')).stderr).toBe('');
      const path = await user.file('key', server.key);
      await chmod(path, 0o604);
      const fromFile = await user.run(`quota --api-key-file ${path}`);
      expect(fromFile.stderr).toContain(`chmod 600 ${path}`);
    },
  );
});
