import { describe, expect } from 'vitest';
import { it } from '../../helpers/with-service.js';
import { newInProcessUser } from '../../helpers/in-process.js';
import { startReferee } from '../../helpers/referee/index.js';

const CPF = '52998224725';
const KEY = 'uma-chave-que-nao-aparece';

describe.concurrent('the account', () => {
  it.for([
    ['no base URL', undefined, 'no_base_url'],
    ['plain http beyond this machine', 'http://api.example.com', 'plain_http'],
    ['plain http that only looks local', 'http://127.0.0.1.example.com', 'plain_http'],
    ['no URL', 'api.example.com', 'bad_base_url'],
  ])('%s exits 2', async ([, url, code], { fresh: user }) => {
    const env = { CONFERE_API_KEY: KEY, CONFERE_BASE_URL: url };
    const result = await user.silent(2, ['cpf', CPF, '--json'], { env });
    expect(JSON.parse(result.stderr)).toHaveProperty('error.code', code);
  });

  it('no key exits 2 before any request', async ({ server, user }) => {
    await user.ends(2, ['cpf', CPF], { env: { CONFERE_API_KEY: undefined } });
    expect(server.log).toEqual([]);
  });

  it('the key may come from a file, by option or environment', async ({ server, user }) => {
    const path = await user.file('key', `${server.key}\n`);
    const none = { CONFERE_API_KEY: undefined };
    const flag = await user.run(`quota --api-key-file ${path}`, { env: none });
    const variable = await user.run('quota', { env: { ...none, CONFERE_API_KEY_FILE: path } });
    const lost = await user.run(['quota', '--api-key-file', `${path}x`], { env: none });
    expect([flag.code, variable.code, lost.code]).toEqual([0, 0, 2]);
    // It may be the key itself.
    expect(lost.stderr).not.toContain(`${path}x`);
  });

  it('the option has priority over the environment', async ({ server, user }) => {
    const env = { CONFERE_BASE_URL: 'http://127.0.0.1:1' };
    await user.ends(0, ['quota', '--base-url', server.url], { env });
  });

  it.each([[['quota']], [['cpf', CPF]], [['bulk', 'run', 'in.csv']]])(
    'a wrong key exits 4: %j',
    async (args) => {
      await using server = await startReferee();
      await using user = await newInProcessUser({ url: server.url, key: KEY });
      await user.file('in.csv', `cpf\n${CPF}\n`);
      const { stderr } = await user.silent(4, [...args, '-v']);
      expect(stderr).toContain('API Key inválida');
      expect(server.posts).toEqual([]);
    },
  );

  it('a refused connection exits 5 immediately: the outcome is known', async () => {
    const server = await startReferee();
    await server.close();
    await using user = await newInProcessUser(server);
    const { stdout } = await user.ends(5, ['cpf', CPF, '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ status: 'error', id: CPF });
  });

  it('a service that always answers 503 gets four requests, then exit 5', async ({ arrange }) => {
    const body = { success: false, error: 'usage_unavailable', message: 'Tente novamente.' };
    const { server, user } = await arrange({ always: { 'GET /quota': { status: 503, body } } });
    const { stderr } = await user.ends(5, 'quota --json -q');
    expect(JSON.parse(stderr)).toEqual({
      error: {
        code: expect.any(String) as string,
        message: expect.stringContaining('Tente novamente.') as string,
        httpStatus: 503,
        exitCode: 5,
      },
    });
    expect(server.log).toHaveLength(4);
  });
});
