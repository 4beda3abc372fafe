import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCell } from '../../src/identifiers/read-cell.js';
import { readCnpj, readCpf } from '../../src/identifiers/read-identifier.js';
import type { IdentifierKind } from '../../src/identifiers/types.js';
import { runs } from '../helpers/runs.js';

const READERS = { cpf: readCpf, cnpj: readCnpj };
const KINDS = [undefined, 'cpf', 'cnpj'] as const;

const exact = (kind: IdentifierKind, id: string) => ({ valid: true, kind, id, repaired: false });
const repaired = (kind: IdentifierKind, id: string) => ({ valid: true, kind, id, repaired: true });
const invalid = (reason: string) => ({ valid: false, reason });

/** `body` with its check digits, found with the reader, which has its own tests. */
function complete(kind: IdentifierKind, body: string): string {
  const pairs = Array.from({ length: 100 }, (_, n) => body + String(n).padStart(2, '0'));
  return pairs.find((id) => READERS[kind](id).valid) ?? '';
}

/** Valid ids that start with one to three zeros, the number that a repair can restore. */
function leadingZeros(kind: IdentifierKind, bodyLength: number) {
  const zeros = fc.constantFrom('0', '00', '000');
  const rest = fc.integer({ min: 10 ** (bodyLength - 1), max: 10 ** bodyLength - 1 });
  return fc.tuple(zeros, rest).map((parts) => complete(kind, parts.join('').slice(0, bodyLength)));
}

describe('readCell with a kind', () => {
  it.each([
    ['cpf', '529.982.247-25', exact('cpf', '52998224725')],
    ['cpf', '1234567890', repaired('cpf', '01234567890')],
    ['cpf', '12345601', repaired('cpf', '00012345601')],
    ['cpf', '1234552', invalid('format')],
    ['cpf', '052998224725', invalid('format')],
    ['cpf', '11111111111', invalid('repeated')],
    ['cpf', '5,29982E+10', invalid('spreadsheet_number')],
    ['cnpj', '00000000000191', exact('cnpj', '00000000000191')],
    ['cnpj', '12345000165', repaired('cnpj', '00012345000165')],
    ['cnpj', '191', invalid('format')],
    ['cnpj', '1E+13', invalid('spreadsheet_number')],
    ['cnpj', '1.23457E13', invalid('spreadsheet_number')],
    ['cpf', '5.2998224725E10', invalid('spreadsheet_number')],
    ['cnpj', '5.2998224725E12', invalid('spreadsheet_number')],
    ['cnpj', ' 1.1222333000181E13 ', invalid('spreadsheet_number')],
    ['cnpj', '12345678E00131', exact('cnpj', '12345678E00131')],
    ['cnpj', '00052998224725', invalid('cpf_in_cnpj_column')],
    ['cnpj', '00052998224726', invalid('check_digit')],
    ['cpf', '00052998224725', repaired('cpf', '52998224725')],
    ['cpf', '00.052.998/2247-25', repaired('cpf', '52998224725')],
    ['cpf', '00000000000191', invalid('ambiguous')],
    ['cpf', '11222333000181', invalid('format')],
    ['both', '00052998224725', repaired('cpf', '52998224725')],
    ['both', '00000000000191', exact('cnpj', '00000000000191')],
    ['both', '00052998224726', invalid('check_digit')],
  ] as const)('%s column, %j', (kind, text, expected) => {
    expect(readCell(text, kind)).toEqual(expected);
  });
});

describe('readCell without a kind', () => {
  it.each([
    ['529.982.247-25', exact('cpf', '52998224725')],
    ['12.abc.345/01de-35', exact('cnpj', '12ABC34501DE35')],
    ['1234567890', repaired('cpf', '01234567890')],
    ['10000000172', repaired('cnpj', '00010000000172')],
    ['40008258600', invalid('ambiguous')],
    ['400.082.586-00', exact('cpf', '40008258600')],
    ['00040008258600', exact('cnpj', '00040008258600')],
    ['90021382000123', invalid('check_digit')],
    ['00052998224725', repaired('cpf', '52998224725')],
    ['1.23457E+13', invalid('spreadsheet_number')],
  ])('%j', (text, expected) => {
    expect(readCell(text)).toEqual(expected);
  });
});

describe('the numbers of Java', () => {
  it('are never a CNPJ, whose digits they have by chance', () => {
    const bare = Array.from({ length: 2000 }, (_, n) => String(52998224725 + n * 104729));
    const written = bare.map((digits) => `${digits.charAt(0)}.${digits.slice(1)}E10`);
    expect(written.some((text) => readCnpj(text).valid)).toBe(true);
    for (const text of written) expect(readCell(text)).toEqual(invalid('spreadsheet_number'));
  });
});

describe('readCell, any cell', () => {
  it.each([
    ['cpf', 9],
    ['cnpj', 12],
  ] as const)('repairs a %s whose leading zeros were cut', (kind, bodyLength) => {
    fc.assert(
      fc.property(leadingZeros(kind, bodyLength), (id) => {
        expect(readCell(id.replace(/^0+/, ''), kind)).toEqual(repaired(kind, id));
      }),
    );
  });

  it('never throws, never pads other lengths, and returns a canonical id for every valid cell', () => {
    const unit = fc.constantFrom(
      ...Array.from('0123456789012345678901234567890123456789AEaeß.,/-+ '),
    );
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit, maxLength: 20 }));
    fc.assert(
      fc.property(text, fc.constantFrom(...KINDS), (any, kind) => {
        const reading = readCell(any, kind);
        if (!reading.valid) return;
        expect(READERS[reading.kind](reading.id)).toEqual(exact(reading.kind, reading.id));
        expect(kind ?? reading.kind).toBe(reading.kind);
        expect(reading.repaired).toBe(any.replace(/[\s./-]/g, '').length !== reading.id.length);
      }),
      { numRuns: runs(2000) },
    );
  });
});
