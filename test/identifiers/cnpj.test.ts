import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCnpj } from '../../src/identifiers/read-identifier.js';

/** The contract's weights, written out, so that the test shares no code with the module. */
const FIRST = [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];
const SECOND = [6, ...FIRST];
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

function digitFor(text: string, weights: number[]): string {
  const remainder = weights.reduce((sum, w, i) => sum + w * (text.charCodeAt(i) - 48), 0) % 11;
  return String(remainder < 2 ? 0 : 11 - remainder);
}

function complete(body: string): string {
  const first = body + digitFor(body, FIRST);
  return first + digitFor(first, SECOND);
}

const bodyOf = (characters: string) =>
  fc.string({ unit: fc.constantFrom(...Array.from(characters)), minLength: 12, maxLength: 12 });
const isRepeated = (id: string) => new Set(id).size === 1;
const cnpj = fc
  .oneof(bodyOf(ALPHABET), bodyOf('0123456789'))
  .map(complete)
  .filter((id) => !isRepeated(id));
const valid = (id: string) => ({ valid: true, kind: 'cnpj', id, repaired: false });
const invalid = (reason: string) => ({ valid: false, reason });

function replaceAt(id: string, at: number, step: number): string {
  return id.slice(0, at) + String((Number(id[at]) + step) % 10) + id.slice(at + 1);
}

describe('readCnpj', () => {
  it.each([
    ['12.ABC.345/01DE-35', '12ABC34501DE35'],
    ['12.abc.345/01de-35', '12ABC34501DE35'],
    ['1345C3A5000106', '1345C3A5000106'],
    ['R55231B3000757', 'R55231B3000757'],
    ['00.000.000/E08G-12', '00000000E08G12'],
    ['90.021.382/0001-22', '90021382000122'],
    ['12345678E00131', '12345678E00131'],
    ['0X123456789050', '0X123456789050'],
    [' 90 021 382 0001\u00a022 ', '90021382000122'],
  ])('accepts %j', (text, id) => {
    expect(readCnpj(text)).toEqual(valid(id));
  });

  it.each(Array.from('0123456789'))('refuses %s repeated', (digit) => {
    expect(readCnpj(digit.repeat(14))).toEqual(invalid('repeated'));
  });

  it.each([
    ['', 'empty'],
    [' \u00a0\t', 'empty'],
    ['./-', 'format'],
    ['R55231B3000700', 'check_digit'],
    ['12ABC34501DE36', 'check_digit'],
    ['0000000000019L', 'format'],
    ['90021382000', 'format'],
    ['090021382000122', 'format'],
    ['12ABC34501D\u013135', 'format'],
    ['12ABC34501\u00df35', 'format'],
    ['12ABC34501D\u00df35', 'format'],
    ['12ABC34501D\uff2535', 'format'],
    ['1.23457E+13', 'format'],
  ])('refuses %j: %s', (text, reason) => {
    expect(readCnpj(text)).toEqual(invalid(reason));
  });

  it('accepts any twelve characters with matching check digits, in any case and punctuation', () => {
    const dressed = fc.record({
      mark: fc.constantFrom('', '.', '/', '-', ' ', '\u00a0'),
      lower: fc.boolean(),
    });
    fc.assert(
      fc.property(cnpj, fc.array(dressed, { minLength: 14, maxLength: 14 }), (id, dress) => {
        const text = Array.from(
          id,
          (c, i) => (dress[i]?.lower ? c.toLowerCase() : c) + (dress[i]?.mark ?? ''),
        );
        expect(readCnpj(text.join(''))).toEqual(valid(id));
      }),
    );
  });

  it('refuses any change of one check digit', () => {
    fc.assert(
      fc.property(
        cnpj,
        fc.integer({ min: 12, max: 13 }),
        fc.integer({ min: 1, max: 9 }),
        (id, at, step) => {
          expect(readCnpj(replaceAt(id, at, step)).valid).toBe(false);
        },
      ),
    );
  });

  // Remainders 0 and 1 both give the digit 0, so modulo 11 detects every change only for other digits.
  it('refuses any change of one digit where the first check digit is not 0', () => {
    const strong = bodyOf('0123456789')
      .map(complete)
      .filter((id) => id[12] !== '0');
    fc.assert(
      fc.property(
        strong,
        fc.integer({ min: 0, max: 11 }),
        fc.integer({ min: 1, max: 9 }),
        (id, at, step) => {
          expect(readCnpj(replaceAt(id, at, step)).valid).toBe(false);
        },
      ),
    );
  });

  it('never throws, and returns a canonical id for every valid text', () => {
    const unit = fc.constantFrom(...Array.from(`${ALPHABET}abcxyz./- \u0131\u00df`));
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit, maxLength: 20 }), cnpj);
    fc.assert(
      fc.property(text, (any) => {
        const reading = readCnpj(any);
        if (reading.valid) expect(reading.id).toMatch(/^[0-9A-Z]{12}[0-9]{2}$/);
      }),
    );
  });
});
