import { expect, it } from 'vitest';
import { json, startServer, type Handler } from '../helpers/http-server.js';
import { newInProcessUser } from '../helpers/in-process.js';
import { makeCpf } from '../helpers/invented.js';
import { goldenData } from './calls.js';
import { forms } from './support.js';
import { newUser } from '../helpers/run-confere.js';
import { startReferee } from '../helpers/referee/index.js';

const KEY = 'chave-secreta-de-teste-7f3a9c';
const CPF = makeCpf(1);

async function run(handler: Handler, ...args: readonly string[]) {
  await using server = await startServer(handler);
  await using user = await newInProcessUser({ url: server.url, key: KEY });
  return await user.run(args);
}

it.each([
  [401, 4],
  [403, 7],
  [413, 10],
  [404, 0],
  [422, 3],
])('shows no key and no CPF of a %i whose message repeats them: exit %i', async (status, exit) => {
  const handler: Handler = ({ path }, response) => {
    if (path.endsWith('/quota')) json(response, 200, { success: true, data: goldenData('quota') });
    else json(response, status, forms.object(`Recusado: ${KEY}, ${CPF}`));
  };
  for (const flags of [['-v'], ['-v', '--json']]) {
    const { code, stdout, stderr } = await run(handler, 'cpf', CPF, ...flags);
    expect(code).toBe(exit);
    expect(stdout + stderr).not.toContain(KEY);
    expect(stderr).not.toContain(CPF);
  }
});

it("Node's own debug lines show no CPF and no key", async () => {
  await using server = await startReferee();
  await using user = await newUser(server);
  const env = { NODE_DEBUG: '*' };
  const run = await user.run(['cpf', '-', '--json'], { stdin: '529.982.247-25\n', env });
  expect(run.stderr).toMatch(/^NET \d+:/m);
  expect(run.stderr.replaceAll(/\D/g, '')).not.toContain('52998224725');
  expect(run.stderr).not.toContain(server.key);
});
