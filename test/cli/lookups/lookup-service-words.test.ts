import { expect, it } from 'vitest';
import { newInProcessUser } from '../../helpers/in-process.js';
import { startSpecServer } from '../../helpers/spec-server.js';

const CNPJ = '12ABC34501DE35';

it.each([
  ['en', 'Nothing was charged for it; ask for it again when the service answers.'],
  ['pt-BR', 'Nada foi cobrado por ele; consulte-o de novo quando o serviço responder.'],
])('the words of the service never stand alone (%s)', async (language, ours) => {
  const body = { success: false, error: 'Serviço fora do ar' };
  await using server = await startSpecServer({ always: { 'GET /cnpj': { status: 504, body } } });
  await using user = await newInProcessUser(server);
  const env = { CONFERE_LANG: language };
  const { code, stderr } = await user.run(['cnpj', CNPJ], { env });
  expect(code).toBe(5);
  expect(stderr).toContain('Serviço fora do ar');
  expect(stderr).toContain(ours);
  expect(server.log.filter((line) => line.startsWith('POST'))).toEqual([]);
});
