import { describe, expect } from 'vitest';
import { it } from '../../helpers/with-service.js';
import { newInProcessUser } from '../../helpers/in-process.js';
import { startReferee } from '../../helpers/referee/index.js';

const CPF = '52998224725';
const KEY = 'uma-chave-que-nao-aparece';

describe.concurrent('the account', () => {
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

  it('a refused key leaves no batch behind: the right one runs the same command', async ({
    server,
    user,
  }) => {
    await user.file('in.csv', `cpf\n${CPF}\n`);
    await user.ends(4, 'bulk run in.csv', { env: { CONFERE_API_KEY: KEY } });
    expect((await user.ends(0, 'bulk list --json')).stdout).not.toContain('in.csv');
    await user.ends(0, 'bulk run in.csv');
    expect(server.posts).toHaveLength(1);
  });

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
