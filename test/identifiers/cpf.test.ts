import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCpf } from '../../src/identifiers/read-identifier.js';

const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length });

/** The contract's weights, written out, so that the test shares no code with the module. */
const FIRST = [10, 9, 8, 7, 6, 5, 4, 3, 2];
const SECOND = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2];

function digitFor(values: number[], weights: number[]): number {
  const remainder = weights.reduce((sum, w, i) => sum + w * (values[i] ?? NaN), 0) % 11;
  return remainder < 2 ? 0 : 11 - remainder;
}

function complete(body: number[]): string {
  const first = [...body, digitFor(body, FIRST)];
  return [...first, digitFor(first, SECOND)].join('');
}

const isRepeated = (id: string) => new Set(id).size === 1;
const cpf = digits(9)
  .map(complete)
  .filter((id) => !isRepeated(id));
const valid = (id: string) => ({ valid: true, kind: 'cpf', id, repaired: false });
const invalid = (reason: string) => ({ valid: false, reason });

function replaceAt(id: string, at: number, step: number): string {
  return id.slice(0, at) + String((Number(id[at]) + step) % 10) + id.slice(at + 1);
}

describe('readCpf', () => {
  it.each([
    '123.456.789-09',
    '529.982.247-25',
    '52998224725',
    ' 529 982 247 25\u00a0',
    '529982247-25\r\n',
  ])('accepts %j', (text) => {
    expect(readCpf(text)).toEqual(valid(text.replace(/\D/g, '')));
  });

  it.each(Array.from('0123456789'))('refuses %s repeated', (digit) => {
    expect(readCpf(digit.repeat(11))).toEqual(invalid('repeated'));
  });

  it.each([
    ['', 'empty'],
    [' \u00a0\t', 'empty'],
    ['-', 'format'],
    ['529.982.247-26', 'check_digit'],
    ['529.982.247-15', 'check_digit'],
    ['1234567890', 'format'],
    ['052998224725', 'format'],
    ['529.982.247/25', 'format'],
    ['5299822472X', 'format'],
    ['٥٢٩٩٨٢٢٤٧٢٥', 'format'],
    ['5299822472５', 'format'],
  ])('refuses %j: %s', (text, reason) => {
    expect(readCpf(text)).toEqual(invalid(reason));
  });

  it('accepts any nine digits with matching check digits, with any punctuation', () => {
    const mark = fc.constantFrom('', '.', '-', ' ', '\u00a0');
    fc.assert(
      fc.property(cpf, fc.array(mark, { minLength: 11, maxLength: 11 }), (id, marks) => {
        const text = Array.from(id, (digit, i) => digit + (marks[i] ?? '')).join('');
        expect(readCpf(text)).toEqual(valid(id));
      }),
    );
  });

  it('refuses any change of one check digit', () => {
    fc.assert(
      fc.property(
        cpf,
        fc.integer({ min: 9, max: 10 }),
        fc.integer({ min: 1, max: 9 }),
        (id, at, step) => {
          expect(readCpf(replaceAt(id, at, step))).toEqual(invalid('check_digit'));
        },
      ),
    );
  });

  it('accepts two CPFs that differ in one digit, because the check digits miss some typing errors', () => {
    expect(readCpf('100.000.001-08').valid).toBe(true);
    expect(readCpf('200.000.001-08').valid).toBe(true);
  });

  // Remainders 0 and 1 both give the digit 0, so modulo 11 detects every change only for other digits.
  it('refuses any change of one digit where the first check digit is not 0', () => {
    const strong = cpf.filter((id) => id[9] !== '0');
    fc.assert(
      fc.property(
        strong,
        fc.integer({ min: 0, max: 8 }),
        fc.integer({ min: 1, max: 9 }),
        (id, at, step) => {
          expect(readCpf(replaceAt(id, at, step)).valid).toBe(false);
        },
      ),
    );
  });

  it('never throws, and returns an id of 11 digits for every valid text', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom(...Array.from('0123456789.- ')) }),
    );
    fc.assert(
      fc.property(fc.oneof(text, cpf), (any) => {
        const reading = readCpf(any);
        if (reading.valid) expect(reading.id).toMatch(/^[0-9]{11}$/);
      }),
    );
  });
});
