import { describe, expect, it } from 'vitest';
import { DEFAULT_PRICES, knownPrices } from '../../src/money/price.js';
import { readings, request } from './support.js';

const first = request({ begun: 6, ended: 9, found: 10 });
const second = request({ begun: 16, ended: 19, found: 4 });

describe('the price of a record', () => {
  it('is the default without a history, and not proved', () => {
    const known = knownPrices({ readings: [], requests: [] });
    expect(known.cpf).toMatchObject({ price: 1, isProved: false });
    expect(known.realtime).toEqual({ price: DEFAULT_PRICES.realtime, isProved: false, most: 7.5 });
  });

  it('is what the user sets, whatever the history shows', () => {
    const book = { readings: readings([5, 0], [10, 10]), requests: [first] };
    expect(knownPrices(book, { cpf: 2 }).cpf).toMatchObject({ price: 2, isProved: true });
  });

  it.each([
    ['one observation of few records is no proof, because others may imitate it', [10], false],
    ['one of nearly enough records is none either', [19], false],
    ['one of many records is a proof', [20], true],
    ['two of few records that agree are a proof', [1, 1], true],
  ])('of the default: %s', (_, counts, isProved) => {
    const used = counts.reduce((sums, count) => [...sums, (sums.at(-1) ?? 0) + count], [100]);
    const book = {
      readings: readings(...used.map((sum, n) => [5 + n * 10, sum] as const)),
      requests: counts.map((found, n) =>
        request({ begun: 6 + n * 10, ended: 9 + n * 10, found, items: found }),
      ),
    };
    expect(knownPrices(book).cpf).toMatchObject({ price: 1, isProved });
  });

  it('of the default is no proof where another program made up the rest of half a credit', () => {
    // Ten records at 0.5 credits, and 5 credits of somebody else; then ten at 0.5 alone.
    const book = { readings: readings([5, 100], [10, 110]), requests: [first] };
    expect(knownPrices(book).cpf.isProved).toBe(false);
    const later = { readings: readings([5, 100], [10, 110], [20, 112]), requests: [first, second] };
    expect(knownPrices(later).cpf).toMatchObject({ price: 1, isProved: false });
  });

  it('of another kind is not computed with a price that nothing proves', () => {
    const company = request({ kind: 'cnpj', begun: 17, ended: 18, found: 3 });
    const book = {
      readings: readings([5, 100], [10, 120], [20, 131]),
      requests: [first, second, company],
    };
    expect(knownPrices(book).cnpj).toMatchObject({ price: 1, isProved: false });
  });

  it('is proved by two observations of another price', () => {
    const once = { readings: readings([5, 100], [10, 105]), requests: [first] };
    expect(knownPrices(once).cpf).toMatchObject({ price: 1, isProved: false });
    const twice = { readings: readings([5, 100], [10, 105], [20, 107]), requests: [first, second] };
    expect(knownPrices(twice).cpf).toMatchObject({ price: 0.5, isProved: true });
  });

  it('is the lowest observation, because others who spend only add to it', () => {
    const book = { readings: readings([5, 100], [10, 110], [20, 130]), requests: [first, second] };
    expect(knownPrices(book).cpf).toMatchObject({ price: 1, isProved: false });
    const more = { ...book, readings: readings([5, 100], [10, 110], [20, 114], [30, 114]) };
    expect(knownPrices(more).cpf).toMatchObject({ price: 1, isProved: true });
  });

  it.each([
    ['a single higher one is the estimate', 120, { price: 2, isProved: false, most: 2 }],
    [
      'a single one that is much higher shows what others spent',
      200,
      { price: 1, isProved: false, most: 5 },
    ],
    ['five times the default may be a price', 150, { price: 5, isProved: false, most: 5 }],
    ['a single lower one is not believed', 105, { price: 1, isProved: false, most: 1 }],
  ])('%s', (_, used, known) => {
    const book = { readings: readings([5, 100], [10, used]), requests: [first] };
    expect(knownPrices(book).cpf).toEqual(known);
  });

  it('that is higher is not believed of readings that are hours apart, but nothing dearer is feared', () => {
    const late = { at: 5_000 + 3_600_001 };
    const book = { readings: readings([5, 100], [10, 120, late]), requests: [first] };
    expect(knownPrices(book).cpf).toEqual({ price: 1, isProved: false, most: 2 });
  });

  it('is not observed while a request with an unknown outcome may have been charged', () => {
    const doubt = request({ begun: 7, isDoubtful: true });
    const book = { readings: readings([5, 100], [10, 120]), requests: [first, doubt] };
    expect(knownPrices(book).cpf).toMatchObject({ price: 1, isProved: false });
  });

  it('is not observed across a renewal', () => {
    const book = { readings: readings([5, 100], [10, 10]), requests: [first] };
    expect(knownPrices(book).cpf.isProved).toBe(false);
  });

  it('is observed over readings during a job, from before it to after it', () => {
    const large = { ...first, found: 30, items: 30 };
    const book = { readings: readings([5, 100], [8, 103], [10, 130]), requests: [large] };
    expect(knownPrices(book).cpf).toMatchObject({ price: 1, isProved: true });
  });

  it('is observed for a second kind once the price of the first is proved', () => {
    const company = request({ kind: 'cnpj', begun: 27, ended: 28, found: 30, items: 30 });
    const third = request({ begun: 26, ended: 29, found: 2 });
    const book = {
      readings: readings([5, 100], [10, 110], [20, 114], [30, 146]),
      requests: [first, second, third, company],
    };
    expect(knownPrices(book).cnpj).toMatchObject({ price: 1, isProved: true });
  });

  it('is not observed for two kinds at once', () => {
    const company = request({ kind: 'cnpj', begun: 6, ended: 9, found: 5 });
    const known = knownPrices({
      readings: readings([5, 100], [10, 115]),
      requests: [first, company],
    });
    expect([known.cpf, known.cnpj]).toMatchObject([
      { price: 1, isProved: false },
      { price: 1, isProved: false },
    ]);
  });

  it('is not observed again where two kinds are known already', () => {
    const people = { ...first, found: 30, items: 30 };
    const company = request({ kind: 'cnpj', begun: 16, ended: 19, found: 30, items: 30 });
    const both = [{ found: 10 }, { kind: 'cnpj', found: 4 } as const];
    const later = both.map((one) => request({ begun: 26, ended: 29, ...one }));
    const book = {
      readings: readings([5, 100], [10, 130], [20, 160], [30, 170]),
      requests: [people, company, ...later],
    };
    expect(knownPrices(book).cpf).toMatchObject({ price: 1, isProved: true });
  });

  it('is not proved by two observations that differ', () => {
    const book = {
      readings: readings([5, 100], [10, 120], [20, 112 + 24]),
      requests: [first, second],
    };
    expect(knownPrices(book).cpf).toMatchObject({ price: 2, isProved: false });
  });

  it('is not observed while another request is running, whatever that one has found', () => {
    for (const found of [0, 10]) {
      const running = request({ begun: 7, ended: null, found });
      const book = { readings: readings([5, 100], [10, 120]), requests: [first, running] };
      expect(knownPrices(book).cpf).toMatchObject({ price: 1, isProved: false });
    }
  });

  it('is not observed from a reading that a request overlaps', () => {
    const earlier = request({ begun: 2, ended: 6, found: 1 });
    const book = { readings: readings([5, 100], [10, 111]), requests: [earlier, first] };
    expect(knownPrices(book).cpf).toMatchObject({ price: 1, isProved: false });
  });

  it('is observed after a reading that a request overlaps, from the next one on', () => {
    const overlapping = request({ begun: 2, ended: 6, found: 1 });
    const book = {
      readings: readings([5, 100], [10, 101], [20, 101 + 8]),
      requests: [overlapping, second],
    };
    expect(knownPrices(book).cpf).toMatchObject({ price: 2, isProved: false });
  });

  it('is not observed across a change of the plan', () => {
    const book = {
      readings: readings([5, 100], [10, 110, { plan: 'Micro' }]),
      requests: [first],
    };
    expect(knownPrices(book).cpf).toMatchObject({ price: 1, isProved: false });
  });

  it('is observed in the newest readings only, because a price may change', () => {
    const since = Array.from({ length: 199 }, (_, n) => [20 + n, 130] as const);
    const many = { ...first, found: 30, items: 30 };
    const book = { readings: readings([5, 100], [10, 130], ...since), requests: [many] };
    expect(knownPrices(book).cpf.isProved).toBe(false);
    const newest = { ...book, readings: book.readings.slice(0, 200) };
    expect(knownPrices(newest).cpf.isProved).toBe(true);
  });
});
