import { expect, test } from 'vitest';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import { cnpj, cpf, object, one, open, some, string } from './support.js';

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

test.each(kinds)('%s: the balance must cover all valid items', async (kind, make) => {
  const { get, post } = await open({ credits: 3 });
  const items = some(make, true, 4);
  const refused = await post(`/${kind}/bulk`, { [`${kind}s`]: items });
  const message = 'Créditos insuficientes para o lote: 4 necessários.';
  expect([refused.status, refused.body]).toEqual([403, object(message)]);
  for (const id of items.slice(1)) await get(`/${kind}/${id}`);
  const zero = await post(`/${kind}/bulk`, { [`${kind}s`]: items });
  expect([zero.status, zero.body]).toEqual([403, string('Limite de créditos excedido')]);
  expect((await get('/quota')).body.data.usedCredits).toBe(3);
});

test('a plan with overage accepts any batch and skips nothing', async () => {
  const clock = createFakeClock();
  const { get, post } = await open({ clock, plan: 'Micro', credits: 2 });
  const { jobId } = (await post('/cpf/bulk', { cpfs: some(cpf, true, 5) })).body.data;
  clock.advance(1000);
  const { data } = (await get(`/cpf/bulk/${jobId}`)).body;
  expect(data).toMatchObject({ status: 'done', found: 5, skipped: 0 });
  expect((await get('/quota')).body.data).toMatchObject({ usedCredits: 5, remainingCredits: 0 });
});

test('the number of pending CNPJ batches is limited', async () => {
  const { post } = await open({ pendingBatches: 1 });
  const submit = () => post('/cnpj/bulk', { cnpjs: [one(cnpj, true)] });
  expect((await submit()).status).toBe(202);
  const { status, body, headers } = await submit();
  const message = 'Limite de 1 lotes pendentes por cliente excedido.';
  expect(status).toBe(429);
  expect([object(message), string(message)]).toContainEqual(body);
  expect(headers.get('retry-after')).toBe('60');
  for (const cpfs of [[cpf(1)], [cpf(2)]]) {
    expect((await post('/cpf/bulk', { cpfs })).status).toBe(202);
  }
});
