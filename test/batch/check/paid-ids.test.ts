import { expect, it } from 'vitest';
import { PaidIds, paidIn, type CountPaid } from '../../../src/batch/check/paid-ids.js';
import { makeCnpj } from '../../helpers/invented.js';
import { keepRecord } from '../../ledger/support.js';
import { cpfs, testWorld } from '../support.js';

it('are requested in groups, those of each kind together', async () => {
  const asked: [kind: string, ids: readonly string[]][] = [];
  const count: CountPaid = (kind, ids) => {
    asked.push([kind, [...ids]]);
    return Promise.resolve(kind === 'cpf' ? ids.length - 1 : ids.length);
  };
  const paid = new PaidIds(count, 3);
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) paid.add('cpf', id);
  paid.add('cnpj', 'x');
  await paid.askIfFull();
  expect(asked).toHaveLength(2);
  expect(await paid.finish()).toEqual({ cpf: 4, cnpj: 1 });
  expect(asked).toEqual([
    ['cpf', ['a', 'b', 'c']],
    ['cpf', ['d', 'e', 'f']],
    ['cpf', ['g']],
    ['cnpj', ['x']],
  ]);
  expect(await new PaidIds().finish()).toEqual({ cpf: 0, cnpj: 0 });
});

it('are those with a recent enough record of their kind, each counted once', async () => {
  const ledger = (await testWorld()).ledger();
  const [old = '', young = '', twice = '', none = ''] = cpfs(4);
  const keep = (id: string, fetchedAt: number) =>
    keepRecord(ledger, { kind: 'cpf', id, data: {}, fetchedAt, single: false });
  await keep(old, 1_000);
  for (const id of [young, twice, twice]) await keep(id, 2_000);
  const count = paidIn(ledger, 2_000);
  expect(await count('cpf', [old, young, twice, none])).toBe(2);
  expect(await count('cnpj', [young, makeCnpj(1)])).toBe(0);
  expect(await paidIn(ledger, Infinity)('cpf', [young])).toBe(0);
});
