import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCnpj, readCpf, readParts, readTyped } from '../../src/identifiers/index.js';
import { readCell, readFileCell } from '../../src/identifiers/read-cell.js';
import { expectCases } from '../helpers/cases.js';
import { makeCpf } from '../helpers/invented.js';
import { anyCharacter, runs } from '../helpers/runs.js';

type Reader = (value: never, kind: 'cpf' | 'cnpj' | undefined) => object;

const READERS: Readonly<Record<string, Reader>> = {
  cell: readCell,
  file: readFileCell,
  typed: readTyped,
  cpf: readCpf,
  cnpj: readCnpj,
};

describe('an identifier', () => {
  it('is read as readings.txt says', async () => {
    await expectCases(new URL('readings.txt', import.meta.url), (given) => {
      const [, name = '', column = '', json = ''] = /^(\w+) (\S+) (.*)$/.exec(given) ?? [];
      const value = JSON.parse(json) as never;
      if (name === 'parts') return told(partsOf(value, column.split('+').map(Number)));
      const kind = column === 'any' ? undefined : (column as 'cpf' | 'cnpj');
      return told(READERS[name]?.(value, kind) ?? {});
    });
  });
});

function partsOf(cells: readonly string[], widths: readonly number[]) {
  return readParts(cells, widths[0] === 9 ? 'cpf' : 'cnpj', widths);
}

function told(reading: object): string {
  const { valid, kind, id, repaired, reason, ...more } = reading as Readonly<
    Record<string, unknown>
  >;
  const rest = Object.keys(more).length === 0 ? '' : ` ${JSON.stringify(more)}`;
  if (valid !== true) return `no: ${String(reason)}${rest}`;
  return `${String(kind)} ${String(id)}${repaired === true ? ', zeros restored' : ''}${rest}`;
}

const exact = (kind: string, id: string) => ({ valid: true, kind, id, repaired: false });
const invalid = (reason: string) => ({ valid: false, reason });

describe('texts that are an identifier by chance', () => {
  it('are not where they are a number of Java', () => {
    const bare = Array.from({ length: 2000 }, (_, n) => String(52998224725 + n * 104729));
    const written = bare.map((digits) => `${digits.charAt(0)}.${digits.slice(1)}E10`);
    expect(written.some((text) => readCnpj(text).valid)).toBe(true);
    for (const text of written) expect(readCell(text)).toEqual(invalid('spreadsheet_number'));
  });

  it('are ambiguous where they are valid as eleven digits and as ten with a decimal', () => {
    const texts = Array.from({ length: 100_000 }, (_, n) => `${1_000_000_000 + n * 10_007}.0`);
    const isBoth = (text: string) =>
      readCell(text, 'cpf').valid && readCell(text.slice(0, -2), 'cpf').valid;
    const both = texts.filter(isBoth);
    expect(both.length).toBeGreaterThan(0);
    for (const text of both) expect(readFileCell(text, 'cpf')).toEqual(invalid('ambiguous'));
  });

  it('are a CPF where a label says so, even if its characters form a valid CNPJ', () => {
    for (const id of Array.from({ length: 2000 }, (_, n) => makeCpf(n))) {
      expect(readFileCell(`CPF ${id}`, 'cnpj')).toEqual(invalid('format'));
      expect(readFileCell(`CPF ${id}`, 'both')).toEqual(exact('cpf', id));
    }
  });

  it('are none in a cell that is longer than any identifier with what stands around it', () => {
    const id = makeCpf(1);
    expect(readFileCell(`${' '.repeat(250_000)}${id}\t`)).toEqual(exact('cpf', id));
    for (const filler of [' ', '.', "'"])
      expect(readFileCell(`5${filler.repeat(100)}2998224725`)).toEqual(invalid('format'));
  });
});

/** The contract's weights, written out, so that the test shares no code with the module. */
const KINDS = {
  cpf: {
    read: readCpf,
    length: 11,
    first: [10, 9, 8, 7, 6, 5, 4, 3, 2],
    second: [11, 10, 9, 8, 7, 6, 5, 4, 3, 2],
    alphabets: ['0123456789'],
    marks: ['', '.', '-', ' ', '\u00a0'],
  },
  cnpj: {
    read: readCnpj,
    length: 14,
    first: [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2],
    second: [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2],
    alphabets: ['0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789'],
    marks: ['', '.', '/', '-', ' ', '\u00a0'],
  },
} as const;

function digitFor(text: string, weights: readonly number[]): string {
  const sum = weights.reduce((all, weight, at) => all + weight * (text.charCodeAt(at) - 48), 0);
  return String(sum % 11 < 2 ? 0 : 11 - (sum % 11));
}

/** Any valid identifier whose first characters are of `unit`. */
function anyOf(kind: keyof typeof KINDS, unit: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const { length, first, second } = KINDS[kind];
  const size = { minLength: length - 2, maxLength: length - 2 };
  return fc
    .string({ unit, ...size })
    .map((text) => text + digitFor(text, first))
    .map((text) => text + digitFor(text, second))
    .filter((id) => new Set(id).size > 1);
}

describe.each(['cpf', 'cnpj'] as const)('a %s', (kind) => {
  const { read, length, alphabets, marks } = KINDS[kind];
  const any = fc.oneof(...alphabets.map((all) => anyOf(kind, fc.constantFrom(...Array.from(all)))));

  it('is whatever has matching check digits, in any case and punctuation', () => {
    const dressed = fc.record({ mark: fc.constantFrom(...marks), lower: fc.boolean() });
    const clothes = fc.array(dressed, { minLength: length, maxLength: length });
    fc.assert(
      fc.property(any, clothes, (id, dress) => {
        const wear = (sign: string, at: number) =>
          (dress[at]?.lower ? sign.toLowerCase() : sign) + (dress[at]?.mark ?? '');
        expect(read(Array.from(id, wear).join(''))).toEqual(exact(kind, id));
      }),
    );
  });

  it('is read in a cell as alone, and with its leading zeros where they were cut', () => {
    const rest = fc.constantFrom(...Array.from('123456789'));
    const cut = fc.tuple(
      fc.integer({ min: 1, max: 3 }),
      fc.array(rest, { minLength: length, maxLength: length }),
    );
    fc.assert(
      fc.property(
        any,
        cut,
        fc.constantFrom(kind, 'both', undefined),
        (id, [zeros, digits], asked) => {
          expect(readFileCell(id, asked)).toEqual(readCell(id, asked));
          const body = ('0'.repeat(zeros) + digits.join('')).slice(0, length - 2);
          const one = body + digitFor(body, KINDS[kind].first);
          const whole = one + digitFor(one, KINDS[kind].second);
          expect(readCell(whole.slice(zeros), kind)).toEqual({
            ...exact(kind, whole),
            repaired: true,
          });
        },
      ),
    );
  });
});

it('no cell makes a reader throw or pad other lengths, and a valid one has a canonical id', () => {
  const unit = fc.constantFrom(...Array.from(`${'0123456789'.repeat(4)}AEaeß\u0131.,/-+ `));
  const text = fc.oneof(fc.string({ unit: anyCharacter }), fc.string({ unit, maxLength: 20 }));
  fc.assert(
    fc.property(text, fc.constantFrom(undefined, 'cpf', 'cnpj'), (any, kind) => {
      for (const read of [readCpf, readCnpj]) {
        const reading = read(any);
        if (reading.valid) expect(read(reading.id)).toEqual(reading);
      }
      const reading = readCell(any, kind);
      if (!reading.valid) return;
      expect(KINDS[reading.kind].read(reading.id)).toEqual(exact(reading.kind, reading.id));
      expect(kind ?? reading.kind).toBe(reading.kind);
      expect(reading.repaired).toBe(any.replace(/[\s./-]/g, '').length !== reading.id.length);
    }),
    { numRuns: runs(300) },
  );
});
