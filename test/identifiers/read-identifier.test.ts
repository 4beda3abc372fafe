import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCnpj, readCpf } from '../../src/identifiers/index.js';

const DIGITS = '0123456789';
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The contract's weights, written out, so that the test shares no code with the module. */
const KINDS = {
  cpf: {
    read: readCpf,
    length: 11,
    first: [10, 9, 8, 7, 6, 5, 4, 3, 2],
    second: [11, 10, 9, 8, 7, 6, 5, 4, 3, 2],
    alphabets: [DIGITS],
    marks: ['', '.', '-', ' ', '\u00a0'],
    shape: /^[0-9]{11}$/,
  },
  cnpj: {
    read: readCnpj,
    length: 14,
    first: [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2],
    second: [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2],
    alphabets: [DIGITS + LETTERS, DIGITS],
    marks: ['', '.', '/', '-', ' ', '\u00a0'],
    shape: /^[0-9A-Z]{12}[0-9]{2}$/,
  },
} as const;

const valid = (kind: string, id: string) => ({ valid: true, kind, id, repaired: false });
const invalid = (reason: string) => ({ valid: false, reason });

function digitFor(text: string, weights: readonly number[]): string {
  const sum = weights.reduce((all, weight, at) => all + weight * (text.charCodeAt(at) - 48), 0);
  return String(sum % 11 < 2 ? 0 : 11 - (sum % 11));
}

it.each([
  ['cpf', '123.456.789-09', '12345678909'],
  ['cpf', '529.982.247-25', '52998224725'],
  ['cpf', ' 529 982 247 25\u00a0', '52998224725'],
  ['cnpj', '12.ABC.345/01DE-35', '12ABC34501DE35'],
  ['cnpj', '12.abc.345/01de-35', '12ABC34501DE35'],
  ['cnpj', '00.000.000/E08G-12', '00000000E08G12'],
  ['cnpj', '90.021.382/0001-22', '90021382000122'],
  ['cnpj', '12345678E00131', '12345678E00131'],
  ['cnpj', '0X123456789050', '0X123456789050'],
  ['cnpj', ' 90 021 382 0001\u00a022 ', '90021382000122'],
  // Check digits miss some typing errors: these two differ in one digit.
  ['cpf', '100.000.001-08', '10000000108'],
] as const)('%s: accepts %j', (kind, text, id) => {
  expect(KINDS[kind].read(text)).toEqual(valid(kind, id));
});

it.each([
  ['cpf', '', 'empty'],
  ['cpf', ' \u00a0\t', 'empty'],
  ['cpf', '529.982.247-26', 'check_digit'],
  ['cpf', '1234567890', 'format'],
  ['cpf', '052998224725', 'format'],
  ['cpf', '529.982.247/25', 'format'],
  ['cpf', '5299822472X', 'format'],
  ['cpf', '٥٢٩٩٨٢٢٤٧٢٥', 'format'],
  ['cnpj', '', 'empty'],
  ['cnpj', ' \u00a0\t', 'empty'],
  ['cnpj', 'R55231B3000700', 'check_digit'],
  ['cnpj', '0000000000019L', 'format'],
  ['cnpj', '090021382000122', 'format'],
  ['cnpj', '12ABC34501D\u013135', 'format'],
  ['cnpj', '12ABC34501D\u00df35', 'format'],
  ['cnpj', '1.23457E+13', 'format'],
] as const)('%s: refuses %j: %s', (kind, text, reason) => {
  expect(KINDS[kind].read(text)).toEqual(invalid(reason));
});

describe.each(['cpf', 'cnpj'] as const)('%s', (kind) => {
  const { read, length, first, second, alphabets, marks, shape } = KINDS[kind];
  const body = length - 2;
  const madeOf = (characters: string) =>
    fc
      .string({
        unit: fc.constantFrom(...Array.from(characters)),
        minLength: body,
        maxLength: body,
      })
      .map((text) => text + digitFor(text, first))
      .map((text) => text + digitFor(text, second))
      .filter((id) => new Set(id).size > 1);
  const any = fc.oneof(...alphabets.map(madeOf));

  it.each(Array.from(DIGITS))('refuses %s repeated', (digit) => {
    expect(read(digit.repeat(length))).toEqual(invalid('repeated'));
  });

  it('accepts whatever has matching check digits, in any case and punctuation', () => {
    const dressed = fc.record({ mark: fc.constantFrom(...marks), lower: fc.boolean() });
    const clothes = fc.array(dressed, { minLength: length, maxLength: length });
    fc.assert(
      fc.property(any, clothes, (id, dress) => {
        const wear = (sign: string, at: number) =>
          (dress[at]?.lower ? sign.toLowerCase() : sign) + (dress[at]?.mark ?? '');
        expect(read(Array.from(id, wear).join(''))).toEqual(valid(kind, id));
      }),
    );
  });

  it('never throws, and the id of every valid text is whole and bare', () => {
    const unit = fc.constantFrom(...Array.from(`${DIGITS}${LETTERS}abcxyz./- \u0131\u00df`));
    const digits = fc.string({ unit: fc.constantFrom(...Array.from(`${DIGITS}.- `)) });
    const texts = [fc.string({ unit: 'binary' }), fc.string({ unit, maxLength: 20 }), digits, any];
    fc.assert(
      fc.property(fc.oneof(...texts), (text) => {
        const reading = read(text);
        if (reading.valid) expect(reading.id).toMatch(shape);
      }),
    );
  });
});
