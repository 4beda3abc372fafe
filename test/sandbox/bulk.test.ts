import { expect, test } from 'vitest';
import { cnpj, cpf, open } from './support.js';

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
