import { expect, it } from '../../helpers/with-service.js';
import { newInProcessUser, startReferee } from '../support.js';

const CPF = '52998224725';

it('a refused key leaves no batch behind: the right one runs the same command', async ({
  server,
  user,
}) => {
  await user.file('in.csv', `cpf\n${CPF}\n`);
  const env = { CONFERE_API_KEY: 'uma-chave-que-nao-aparece' };
  const { stderr } = await user.silent(4, 'bulk run in.csv -v', { env });
  expect(stderr).toContain('API Key inválida');
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
