import { describe, expect } from 'vitest';
import { it } from '../../helpers/with-service.js';
import { newInProcessUser } from '../../helpers/in-process.js';
import type { User } from '../../helpers/run-confere.js';
import { startReferee, type Referee } from '../../helpers/referee/index.js';

async function login(user: User, { url, key }: Referee): Promise<void> {
  const args = ['auth', 'login', '--with-key', '--base-url', url];
  await user.ends(0, args, { stdin: key });
}

const json = (text: string) => JSON.parse(text) as Record<string, unknown>;

describe.concurrent('auth status', () => {
  it('shows the account, the source of the key, and its state', async ({ server, fresh: user }) => {
    await login(user, server);
    const { code, stdout, stderr } = await user.run('auth status --json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(json(stdout)).toEqual({
      profile: 'default',
      baseUrl: server.url,
      baseUrlSource: 'profile',
      keySource: 'profile',
      fingerprint: expect.stringMatching(/^[0-9a-f]{12}$/) as string,
      accepted: true,
      account: { email: 'teste@example.com', plan: 'Grátis', remainingCredits: 100_000 },
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
    const path = await user.file('key', server.key);
    const source = async (args: string[], env: Record<string, string>) => {
      const { stdout } = await user.run(['auth', 'status', '--json', ...args], { env });
      const { keySource, baseUrlSource, hidden } = json(stdout);
      return [keySource, baseUrlSource, (hidden as string[]).length];
    };
    const key = { CONFERE_API_KEY: server.key };
    expect(await source([], key)).toEqual(['CONFERE_API_KEY', 'profile', 1]);
    expect(await source([], { CONFERE_API_KEY_FILE: path })).toEqual([
      'CONFERE_API_KEY_FILE',
      'profile',
      1,
    ]);
    expect(await source(['--api-key-file', path], {})).toEqual(['--api-key-file', 'profile', 0]);
    expect(await source(['--base-url', server.url], {})).toEqual(['profile', 'flag', 0]);
    const elsewhere = { ...key, CONFERE_BASE_URL: `${server.url}/v1` };
    expect(await source([], elsewhere)).toEqual(['CONFERE_API_KEY', 'environment', 2]);
    const same = { CONFERE_BASE_URL: `${server.url}/` };
    expect(await source([], same)).toEqual(['profile', 'environment', 0]);
  });

  it('a refused key exits 4, and is still identified', async () => {
    await using server = await startReferee();
    await using user = await newInProcessUser({ url: server.url, key: 'chave-errada-123' });
    const { stdout, stderr } = await user.ends(4, 'auth status --json');
    expect(json(stdout)).toMatchObject({
      accepted: false,
      keySource: 'CONFERE_API_KEY',
      account: null,
    });
    expect(json(stderr)).toMatchObject({ error: { message: 'API Key inválida', exitCode: 4 } });
    expect(stdout).not.toContain('chave-errada-123');
  });

  it('without a key exits 2, without an answer 5; neither reports the key as refused', async () => {
    const server = await startReferee();
    await using user = await newInProcessUser(server);
    const without = await user.ends(2, 'auth status --json', {
      env: { CONFERE_API_KEY: undefined },
    });
    expect(json(without.stdout)).toMatchObject({
      keySource: null,
      fingerprint: null,
      accepted: null,
    });
    expect(server.log).toEqual([]);
    await server.close();
    const lost = await user.ends(5, 'auth status --json');
    expect(json(lost.stdout)).toMatchObject({ accepted: null });
  });

  it('in the sandbox reports that there is no login', async ({ fresh: user }) => {
    const env = { CONFERE_SANDBOX: '1' };
    const { code, stdout } = await user.run('auth status', { env });
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: 'The sandbox needs no login. Unset CONFERE_SANDBOX to log in to the real service.\n',
    });
  });
});

describe.concurrent('auth logout', () => {
  it('deletes the key and keeps the settings', async ({ server, fresh: user }) => {
    await login(user, server);
    const first = await user.run('auth logout --json');
    expect(json(first.stdout)).toEqual({ profile: 'default', removed: true });
    const again = await user.run('auth logout');
    expect({ code: again.code, stderr: again.stderr }).toEqual({
      code: 0,
      stderr: 'Profile default has no stored key.\n',
    });
    await user.ends(2, 'quota');
    expect((await user.run('config get base-url')).stdout).toBe(`${server.url}\n`);
    expect(server.log).toHaveLength(1);
  });

  it('reports when the environment still supplies a key', async ({ server, fresh: user }) => {
    await login(user, server);
    const { stderr } = await user.run('auth logout', { env: { CONFERE_API_KEY: 'x' } });
    expect(stderr).toContain('CONFERE_API_KEY is still set, so its key stays in use.');
  });
});
