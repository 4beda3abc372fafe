import { expect, it } from 'vitest';
import { isPriceTold, pricesToTell } from '../../src/money/price.js';

it.each([
  ['its own, where nothing is set', {}, ['cpf']],
  ['its own, where others are set', { cnpj: 1, realtime: 2 }, ['cpf']],
  ['the others, where it is set', { cpf: 1 }, ['cnpj', 'realtime']],
  ['those that are not set', { cpf: 1, realtime: 2 }, ['cnpj']],
  ['none, where all are set', { cpf: 1, cnpj: 1, realtime: 2 }, []],
])('the prices to tell for a CPF are %s', (_, set, expected) => {
  expect(pricesToTell('cpf', set)).toEqual(expected);
});

it.each([
  ['price_unknown', { cnpj: 1 }, true],
  ['price_unknown', {}, false],
  ['price_unknown', undefined, false],
  ['moved', { cnpj: 1 }, false],
  [null, { cnpj: 1 }, false],
])('after the verdict %s, prices %o make a new one: %s', (verdict, set, expected) => {
  expect(isPriceTold(verdict, set)).toBe(expected);
});
