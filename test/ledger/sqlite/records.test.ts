import fc from 'fast-check';
import { expect, it } from 'vitest';
import { testLedger } from '../support.js';

const text = fc.string({
  unit: fc.oneof(fc.constantFrom('é', '€', '😀', '\0', '"', '\\'), fc.string()),
});
const records = fc.uniqueArray(
  fc.record({
    id: fc.stringMatching(/^[0-9A-Z]{11,14}$/),
    data: fc.dictionary(text, fc.jsonValue()),
  }),
  { selector: ({ id }) => id, maxLength: 20 },
);

it('many records at once are each what was given, under the number that was told', async () => {
  const ledger = await testLedger();
  let at = 0;
  fc.assert(
    fc.property(records, (given) => {
      at += 1;
      const asJson = given.map(({ id, data }) => ({ id, json: Buffer.from(JSON.stringify(data)) }));
      const numbers = ledger.records.addAll('cnpj', asJson, at);
      const stored = given.map(({ id }) => ledger.records.newest('cnpj', id, at));
      expect(stored.map((record) => record?.num)).toEqual(numbers);
      expect(stored.map((record) => JSON.stringify(record?.data))).toEqual(
        asJson.map(({ json }) => JSON.stringify(JSON.parse(json.toString()))),
      );
    }),
  );
});

it('none and an empty one', async () => {
  const { records } = await testLedger();
  expect(records.addAll('cpf', [], 1)).toEqual([]);
  expect(records.addAll('cpf', [{ id: 'a', json: Buffer.from('{}') }], 1)).toEqual([1]);
  expect(records.newest('cpf', 'a', 0)).toEqual({ num: 1, fetchedAt: 1, data: {} });
});
