import { describe, expect, it } from 'vitest';
import { DEFAULT_PRICES, knownPrices } from '../../../src/account/book/price.js';
import { readings, request } from './support.js';

const first = request({ begun: 6, ended: 9, found: 10 });
const second = request({ begun: 16, ended: 19, found: 4 });

describe('the price of a record', () => {
  it('is the default without a history, and not proved', () => {
    const known = knownPrices({ readings: [], requests: [] });
    expect(known.cpf).toEqual({ price: 1, isProved: false });
    expect(known.realtime).toEqual({ price: DEFAULT_PRICES.realtime, isProved: false });
  });

  it('is what the user sets, whatever the history shows', () => {
    const book = { readings: readings([5, 0], [10, 10]), requests: [first] };
    expect(knownPrices(book, { cpf: 2 }).cpf).toEqual({ price: 2, isProved: true });
  });

  it('is proved by one observation of the default', () => {
    const book = { readings: readings([5, 100], [10, 110]), requests: [first] };
    expect(knownPrices(book).cpf).toEqual({ price: 1, isProved: true });
  });

  it('is proved by two observations of another price', () => {
    const once = { readings: readings([5, 100], [10, 105]), requests: [first] };
    expect(knownPrices(once).cpf).toEqual({ price: 1, isProved: false });
    const twice = { readings: readings([5, 100], [10, 105], [20, 107]), requests: [first, second] };
    expect(knownPrices(twice).cpf).toEqual({ price: 0.5, isProved: true });
  });

  it('is the lowest observation, because others who spend only add to it', () => {
    const book = { readings: readings([5, 100], [10, 110], [20, 130]), requests: [first, second] };
    expect(knownPrices(book).cpf).toEqual({ price: 1, isProved: true });
  });

  it.each([
    ['a single higher one is the estimate', 120, { price: 2, isProved: false }],
    [
      'a single one that is much higher shows what others spent',
      200,
      { price: 1, isProved: false },
    ],
    ['a single lower one is not believed', 105, { price: 1, isProved: false }],
  ])('%s', (_, used, known) => {
    const book = { readings: readings([5, 100], [10, used]), requests: [first] };
    expect(knownPrices(book).cpf).toEqual(known);
  });

  it('is not observed while a request with an unknown outcome may have been charged', () => {
    const doubt = request({ begun: 7, isDoubtful: true });
    const book = { readings: readings([5, 100], [10, 120]), requests: [first, doubt] };
    expect(knownPrices(book).cpf).toEqual({ price: 1, isProved: false });
  });

  it('is not observed across a renewal', () => {
    const book = { readings: readings([5, 100], [10, 10]), requests: [first] };
    expect(knownPrices(book).cpf.isProved).toBe(false);
  });

  it('is observed over readings during a job, from before it to after it', () => {
    const book = { readings: readings([5, 100], [8, 103], [10, 110]), requests: [first] };
    expect(knownPrices(book).cpf).toEqual({ price: 1, isProved: true });
  });

  it('is observed for a second kind once the price of the first is known', () => {
    const company = request({ kind: 'cnpj', begun: 17, ended: 18, found: 3 });
    const book = {
      readings: readings([5, 100], [10, 110], [20, 117]),
      requests: [first, second, company],
    };
    expect(knownPrices(book).cnpj).toEqual({ price: 1, isProved: true });
  });
});
