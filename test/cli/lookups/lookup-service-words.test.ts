import { expect } from 'vitest';
import { it } from '../../helpers/with-service.js';
import { newInProcessUser } from '../../helpers/in-process.js';
import { startReferee } from '../../helpers/referee/index.js';

const CNPJ = '12ABC34501DE35';

it('the wait of the service is advised, also without words', async ({ arrange }) => {
  const answer = { status: 429, headers: { 'retry-after': '3600' }, body: 'Too Many Requests' };
  const { user } = await arrange({ always: { 'GET /': answer } });
  for (const args of [['cnpj', CNPJ], ['quota'], ['bulk', 'run', await user.file('a.csv', CNPJ)]]) {
    const { code, stderr } = await user.run(args);
    expect([code, stderr]).toEqual([6, expect.stringMatching(/again in 1 h 0 min\.\n$/)]);
  }
});

it.each([
  ['its header', { 'retry-after': '3600' }, 'Limite excedido', '1 h 0 min'],
  ['its words', {}, 'Limite excedido. Tente novamente em 7200 segundos.', '2 h 0 min'],
])('the wait that is advised is the one of the service, by %s', async (_, headers, error, wait) => {
  const answer = { status: 429, headers, body: { success: false, error } };
  const always = { 'GET /cnpj': answer, 'POST /cnpj/bulk': answer };
  await using server = await startReferee({ always });
  await using user = await newInProcessUser(server);
  const lookup = await user.ends(6, ['cnpj', CNPJ, '--deadline', '30s']);
  expect(lookup.stderr).toContain(`The service answered: "${error}"`);
  expect(lookup.stderr).toContain(`Look it up again in ${wait}.`);
  const file = await user.file('in.csv', `cnpj\n${CNPJ}\n`);
  const batch = await user.ends(6, `bulk run ${file} -o out.csv --deadline 30s`);
  expect(batch.stderr).toMatch(new RegExp(`again in ${wait}\\.`));
});
