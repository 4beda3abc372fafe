import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it, onTestFinished } from 'vitest';
import { tools } from '../../src/mcp/tools.js';
import { startSandbox } from '../../src/sandbox/index.js';
import { createClient } from '../../src/service/index.js';
import { systemClock } from '../../src/base/system.js';

const ajv = new Ajv2020({ allowUnionTypes: true });
const answer = { input: '1', kind: 'cpf', id: '1', status: 'found', source: 'api', data: {} };
const isAnswer = ajv.compile(tools.lookup_cpf.outputSchema as object);

it('a record that was paid for is an answer whatever its shape', () => {
  expect(isAnswer({ ...answer, data: { name: 7, birthDate: [], new: null } })).toBe(true);
});

it('records have the types that are described', async () => {
  const sandbox = await startSandbox({ clock: systemClock, statePath: ':memory:' });
  const { baseUrl, apiKey } = sandbox;
  const client = createClient({ baseUrl, apiKey, userAgent: 'test', clock: systemClock });
  onTestFinished(async () => {
    await client.close();
    await sandbox.close();
  });
  const records = {
    lookup_cpf: await client.cpf('52998224725'),
    lookup_cnpj: await client.cnpj('12ABC34501DE35'),
  };
  for (const [name, record] of Object.entries(records)) {
    const { outputSchema } = tools[name as keyof typeof records];
    const { data } = outputSchema['properties'] as { data: { anyOf: [{ properties: object }] } };
    const [described] = data.anyOf;
    expect(ajv.validate(described, record), ajv.errorsText()).toBe(true);
    expect(Object.keys(record)).toEqual(
      expect.arrayContaining(Object.keys(described.properties).slice(0, 5)),
    );
    expect(ajv.validate(described, { ...record, [Object.keys(record)[1] ?? '']: 7 })).toBe(false);
  }
});
