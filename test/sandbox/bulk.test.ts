import { expect, test } from 'vitest';
import { cnpj, cpf, object, open } from './support.js';

const kinds = [
  ['cpf', cpf],
  ['cnpj', cnpj],
] as const;

test.each(kinds)('%s: invalid items are counted, duplicates are not', async (kind, make) => {
  const { post } = await open();
  const [first, second] = [make(1), make(2)];
  const dotted = `${first.slice(0, 3)}.${first.slice(3)}`;
  const items = [
    first,
    second,
    first,
    dotted,
    '123',
    7,
    null,
    `${second}x`,
    first.replace(/.$/, 'z'),
  ];
  const { status, body } = await post(`/${kind}/bulk`, { [`${kind}s`]: items });
  expect(status).toBe(202);
  expect(body).toEqual({
    success: true,
    data: {
      jobId: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
      status: 'processing',
      totalRecords: 2,
      invalid: 5,
    },
  });
});

test.each(kinds)('%s: invalid bodies are refused', async (kind, make) => {
  const { post } = await open({ rate: 100 });
  const [path, field, name] = [`/${kind}/bulk`, `${kind}s`, kind.toUpperCase()];
  const notArray = object(`Campo '${field}' deve ser um array não vazio.`);
  for (const body of ['{', 'null', '[]', '""', {}, { [field]: [] }, { [field]: make(1) }]) {
    const answer = await post(path, body);
    expect([answer.status, answer.body]).toEqual([400, notArray]);
  }
  const plain = { 'content-type': 'text/plain' };
  expect((await post(path, { [field]: [make(1)] }, plain)).status).toBe(400);
  const long = await post(path, { [field]: Array<string>(10_001).fill(make(1)) });
  expect(long.status).toBe(400);
  expect(long.body).toEqual(object(`Limite de 10000 ${name}s por lote excedido.`));
  const sequence = { 'content-type': 'application/json-seq' };
  expect((await post(path, { [field]: [make(1)] }, sequence)).status).toBe(400);
  const large = await post(path, { [field]: Array<string>(10_001).fill('1'.repeat(500)) });
  expect(large.status).toBe(400);
  const none = await post(path, { [field]: ['1', 2] });
  expect(none.status).toBe(422);
  expect(none.body).toEqual(object(`Nenhum ${name} válido na lista enviada.`));
});
