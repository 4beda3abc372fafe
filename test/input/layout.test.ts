import { existsSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { checkFile } from '../../src/batch/check/check.js';
import { ConfereError } from '../../src/base/errors.js';
import type { InputOptions } from '../../src/input/index.js';
import { errorSentence } from '../../src/messages/people.js';
import { expectCalls } from '../helpers/cases.js';
import { idOf } from '../helpers/invented.js';
import { cnpj, cpf, file, readAll, times } from './files.js';

const dotted = (n: number) => cpf(n).replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4');
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const fixture = (name: string) => readFileSync(new URL(`../../fixtures/${name}`, import.meta.url));

/** A header, or what else stands above, and rows. */
const table = (head: string, row: (n: number) => string, count = 10, end = '\n') =>
  [...(head === '' ? [] : [head]), ...times(count, row), ''].join(end);
const two = (header: string) => table(header, (n) => `${cpf(n)};${cpf(n + 50)}`);
const both = table('doc;x', (n) => `${n % 2 ? cpf(n) : cnpj(n)};y`);
/** CPFs with CNPJs among them, every so many rows. */
const strays = (header: string, every: number) =>
  table(`${header};x`, (n) => `${n % every === 7 ? cnpj(n) : cpf(n)};y`, 300);

const mixed = table('a;b', (n) => `${cpf(n)};${cnpj(n)}`);
const few = table('doc;x', (n) => `${n === 1 ? cpf(n) : n === 2 ? cnpj(n) : `x${n}`};y`);
const result = table('id;lookup_cpf', (n) => `${n};${cpf(n)}`);
const companies = table('id;cnpj', (n) => `${n};${cnpj(n)}`);
const cell = `<td>${dotted(1)}</td>`;
const pairs = (n: number) => `"${cnpj(n)}, ${cnpj(n + 50)}"`;
const padded = (n: number) => `000${cpf(n)}`;
/** A CPF and a CNPJ whose digits are the same but for three zeros in front. */
const [zeroCpf, zeroCnpj] = ['00123456797', '00000123456797'];
const mixedWith = (name: string, every: number, rare: (n: number) => string) =>
  table(`x;${name}`, (n) => `a;${n % every === 7 ? rare(n) : cpf(n)}`, 100);

/** What is found in a file, without what is as in most files. A refusal names no identifier. */
async function layout(content: string | Buffer, input: InputOptions = {}) {
  const outcome = await checkFile({ path: file(content), name: 'in.csv', input }).catch(
    (error: unknown) => error,
  );
  if (outcome instanceof ConfereError)
    expect(errorSentence(outcome)).not.toMatch(/\d{11}|\d{3}\.\d{3}\.\d{3}-\d\d/);
  if (outcome instanceof Error) throw outcome;
  const { layout: found, summary } = outcome as Awaited<ReturnType<typeof checkFile>>;
  expect(summary.rows).toBe(summary.invalid + summary.duplicates + summary.unique);
  const all: Readonly<Record<string, unknown>> = { ...found, ...summary };
  const told = Object.entries(USUAL).filter(([key, usual]) => !isDeepStrictEqual(all[key], usual));
  return Object.fromEntries(told.map(([key]) => [key, all[key]]));
}

/** What is shown of a layout and of its sums, and what of it is left out, because it is so in most files. */
const USUAL = {
  encoding: 'utf8',
  bom: 0,
  lineEnd: '\n',
  delimiter: ';',
  preamble: 0,
  hasHeader: true,
  columns: undefined,
  column: undefined,
  kind: 'cpf',
  keepsZeros: undefined,
  notes: [],
  validShare: 1,
  rows: 10,
  invalid: 0,
  duplicates: 0,
  repaired: 0,
  reasons: {},
};

test('the layout of a file is found, or it is refused with the reason', async () => {
  const files = { both, cell, companies, few, mixed, result, zeroCnpj, zeroCpf };
  const makers = {
    cnpj,
    cpf,
    dotted,
    fixture,
    idOf,
    latin1,
    mixedWith,
    padded,
    pairs,
    strays,
    table,
    times,
    two,
  };
  await expectCalls(new URL('layout.txt', import.meta.url), { layout, ...files, ...makers });
});

/** Lists as authorities publish them, which are too large for a repository. */
const REAL = new URL('../../../shared/real-inputs/', import.meta.url);
test.skipIf(!existsSync(REAL))('real lists are read as they were once read right', async () => {
  const real = (name: string) => layout(readFileSync(new URL(name, REAL)));
  const columns = expect.any(Array) as unknown;
  const companies = { encoding: 'latin1', columns, column: 0, kind: 'cnpj', rows: 2_604 };
  expect(await real('companhias-abertas-cvm.csv')).toEqual({ ...companies, duplicates: 129 });
  const operators = { encoding: 'latin1', columns, column: 1, kind: 'cnpj', rows: 1_155 };
  expect(await real('operadoras-ans.csv')).toEqual({ ...operators, preamble: 2 });
});

describe('encoding', () => {
  const rows = (text: string) => table('CPF;Nome', (n) => `${cpf(n)};${text}`);

  test('a file is in Latin-1 if only its last row shows it, or if it ends within a character', async () => {
    const ascii = table('CPF;Nome', (n) => `${cpf(n)};Maria`, 8_000);
    for (const content of [latin1(`${ascii}${cpf(1)};João\n`), latin1(`${rows('x')}\xc3`)])
      expect((await readAll(content)).layout.encoding).toBe('latin1');
  });

  test('Latin-1 cells are read as windows-1252, and raw restores the bytes of the file', async () => {
    const { rows: read } = await readAll(latin1(rows('\x93A\x94 \x80\x81')));
    expect(read[0]?.cells[1]).toBe('“A” €\x81');
    expect(read[0]?.raw).toBe(`${cpf(0)};\x93A\x94 \x80\x81`);
  });
});

test('rows also have the numbers that a spreadsheet shows', async () => {
  const content = `Relatório de maio;\n\nnome;cpf\n"A\nB";${cpf(1)}\n\nC;${cpf(2)}\n`;
  const { rows } = await readAll(content);
  expect(rows.map(({ number, sheetRow }) => [number, sheetRow])).toEqual([
    [1, 4],
    [2, 6],
  ]);
  const one = await readAll(`cpf\n${cpf(1)}\n\n\n${cpf(2)}\n`);
  expect(one.rows.map(({ sheetRow }) => sheetRow)).toEqual([2, 3, 4, 5]);
});
