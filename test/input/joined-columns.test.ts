import { describe, expect, test } from 'vitest';
import { describeLayout } from '../../src/input/index.js';
import { cnpj, cpf, readAll, refusal, times } from './files.js';

const HEADER = 'cnpj_basico;cnpj_ordem;cnpj_dv';
const parts = (n: number) => [cnpj(n).slice(0, 8), cnpj(n).slice(8, 12), cnpj(n).slice(12)];
const rowsOf = (row: (n: number) => string, count = 10) =>
  times(count, (n) => `${row(n)}\n`).join('');
/** Three pieces of a CNPJ, and a cell behind them. */
const beside = (last: (n: number) => string, header = 'nome', count = 10) =>
  `${HEADER};${header}\n${rowsOf((n) => [...parts(n), last(n)].join(';'), count)}`;
const split = beside(() => 'Ana');
const bare = (content: string) => content.slice(content.indexOf('\n') + 1);
const zeroless = `${HEADER};nome\n${rowsOf((n) => `${parts(n).map(Number).join(';')};Ana`)}`;
const ids = (rows: Awaited<ReturnType<typeof readAll>>['rows']) =>
  rows.map(({ reading }) => (reading.valid ? reading.id : reading.reason));
const options = (...all: string[]) => all.map((option) => ({ option }));
const inParts = {
  code: 'identifier_in_parts',
  facts: { kind: 'cnpj', parts: options('1', '2', '3') },
};

describe('identifiers in parts', () => {
  test('parts are joined by numbers or names, with the zeros of each part', async () => {
    for (const column of ['1+2+3', 'cnpj_basico+cnpj_ordem+CNPJ_DV', ' 1 + cnpj_ordem + 3'])
      expect(ids((await readAll(split, { column })).rows)).toEqual(times(10, cnpj));
    const { layout, rows } = await readAll(zeroless, { column: '1+2+3' });
    expect(ids(rows)).toEqual(times(10, cnpj));
    expect(rows.every(({ reading }) => reading.valid && reading.repaired)).toBe(true);
    expect(layout).toMatchObject({
      column: 0,
      kind: 'cnpj',
      validShare: 1,
      parts: { columns: [0, 1, 2], widths: [8, 4, 2] },
    });
    expect(describeLayout(layout, 'a.csv')).toContain('columns 1+2+3 joined (CNPJ, 100% valid)');
  });

  test('parts may be apart, in another order, quoted, or those of a CPF', async () => {
    const row = (n: number) => `"${cpf(n).slice(9)}";x;"${Number(cpf(n).slice(0, 9))}"`;
    const content = `dv;nome;cpf\n${rowsOf(row)}`;
    expect(ids((await readAll(content, { column: '3+1' })).rows)).toEqual(times(10, cpf));
    expect(await refusal(content, { column: '3+1', kind: 'cnpj' })).toMatchObject({
      code: 'chance_parts',
      facts: { kind: 'cnpj', parts: options('3', '1'), validShare: 0 },
    });
  });

  test('a column whose name has a + is found by its name', async () => {
    const content = `a+b;a;b\n${rowsOf((n) => `${cnpj(n)};1;2`)}`;
    expect((await readAll(content, { column: 'a+b' })).layout.parts).toBeUndefined();
  });

  test('parts are never joined by a guess: the refusal has the option that joins them', async () => {
    for (const content of [split, zeroless, bare(split)])
      expect(await refusal(content)).toMatchObject(inParts);
    expect(await refusal(split, { kind: 'cnpj' })).toMatchObject(inParts);
    const people = rowsOf((n) => `x;${cpf(n).slice(0, 9)};${cpf(n).slice(9)}`);
    expect(await refusal(people)).toMatchObject({
      facts: { kind: 'cpf', parts: options('2', '3') },
    });
  });

  test('a part, or some of the parts, is refused with the option that joins them all', async () => {
    const many = beside(() => 'Ana', 'nome', 400);
    for (const column of ['1', '1+2', '2+3', '3+2+1', '1+3', '1+2+4'])
      expect(await refusal(many, { column }), column).toMatchObject(inParts);
    expect(await refusal(bare(many), { column: '1+2', kind: 'cnpj' })).toMatchObject(inParts);
    // A kind that is wrong, too, would find CPFs by chance.
    for (const column of ['1', '1+2'])
      expect(await refusal(bare(many), { column, kind: 'cpf' })).toMatchObject({
        ...inParts,
        facts: { ...inParts.facts, wrongly: 'cpf' },
      });
  });

  test.each([
    ['1+2', rowsOf((n) => `${parts(n).slice(0, 2).join(';')};Ana`, 400), 'chance_parts'],
    ['1', `raiz\n${rowsOf((n) => parts(n)[0] ?? '', 400)}`, 'unknown_kind'],
    ['1+2', 'a;b\n1;2\n3;4\n', 'chance_parts'],
    ['1+2+9', split, 'unknown_column'],
    ['1+2+3+4+1+2', split, 'unknown_parts'],
    ['3+2', `lookup_status;lookup_cpf;a\nfound;${cpf(1)};1\n`, 'result_column'],
  ])('columns %s that are valid by chance or cannot be joined are refused', async (...of) => {
    const [column, content, code] = of;
    expect(await refusal(content, { column })).toMatchObject({ kind: 'usage', code });
  });
});

describe('parts beside a whole column', () => {
  const five = (n: number) => cnpj(n).replace(/(..)(...)(...)(....)(..)/, '$1;$2;$3;$4;$5');
  test.each([
    ['of the other kind', beside(cpf, 'cpf_contador'), ['1+2+3', '4']],
    ['of the other kind in one row', beside(cpf, 'cpf_contador', 1), ['1+2+3', '4']],
    ['of its own kind', beside((n) => cnpj(n + 500), 'cnpj_matriz'), ['1+2+3', '4']],
    [
      'of a CPF without zeros',
      `empresa;cpf;dv\n${rowsOf((n) => `${cnpj(n)};${Number(cpf(n).slice(0, 9))};${Number(cpf(n).slice(9))}`)}`,
      ['2+3', '1'],
    ],
    ['of five', `a;b;c;d;e;cpf\n${rowsOf((n) => `${five(n)};${cpf(n)}`)}`, ['1+2+3+4+5', '6']],
    [
      'in some rows those of another',
      beside((n) => cnpj(n % 10 === 3 ? 900 : n), 'cnpj_matriz', 40),
      ['1+2+3', '4'],
    ],
  ])('parts with other identifiers are a question: %s', async (_, content, all) => {
    const facts = { candidates: options(...all) };
    expect(await refusal(content)).toMatchObject({ code: 'ambiguous_column', facts });
    const { layout } = await readAll(content, { column: all.at(-1) });
    expect(layout.validShare).toBe(1);
  });

  const result = `lookup_status;lookup_cpf;lookup_a;lookup_b;lookup_c\n`;
  test.each([
    ['with the same identifiers', beside(cnpj, 'cnpj'), 3],
    ['with the same, one damaged', beside((n) => (n === 3 ? '1E+13' : cnpj(n)), 'cnpj', 40), 3],
    // The same two numbers in every row are one CPF by chance: 000.000.007-87.
    ['by chance', `loja;codigo;cpf\n${rowsOf((n) => `7;87;${cpf(n)}`, 20)}`, 2],
    ['by chance in one row', `loja;mes;cpf\n${rowsOf((n) => `12;${n};${cpf(n)}`, 20)}`, 2],
    [
      'of an earlier result',
      `cpf;${result}${rowsOf((n) => `${cpf(n)};found;${cpf(n)};${parts(n).join(';')}`)}`,
      0,
    ],
  ])('the whole column is chosen beside parts: %s', async (_, content, column) => {
    expect((await readAll(content)).layout.column).toBe(column);
  });

  test('parts of the other kind are no question if --type names the kind of the whole column', async () => {
    expect((await readAll(beside(cpf), { kind: 'cpf' })).layout.column).toBe(3);
    expect(await refusal(beside(cpf), { kind: 'cnpj' })).toMatchObject(inParts);
  });
});
