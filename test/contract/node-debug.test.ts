import { expect, it } from 'vitest';
import { newUser } from '../helpers/run-confere.js';
import { startReferee } from '../helpers/referee/index.js';

it("Node's own debug lines show no CPF and no key", async () => {
  await using server = await startReferee();
  await using user = await newUser(server);
  const env = { NODE_DEBUG: '*' };
  const run = await user.run(['cpf', '-', '--json'], { stdin: '529.982.247-25\n', env });
  expect(run.stderr).toMatch(/^NET \d+:/m);
  expect(run.stderr.replaceAll(/\D/g, '')).not.toContain('52998224725');
  expect(run.stderr).not.toContain(server.key);
});
