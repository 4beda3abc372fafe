import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cnpj, cpf, readAll, times } from './files.js';
import { runs } from '../helpers/runs.js';

const DELIMITERS = [',', ';', '\t', '|'];
const WORDS = ['Maria', 'Silva', 'João', 'Rua A 12', '3,50', 'x', '', 'S/A', '01/02/1990'];

interface Truth {
  readonly text: string;
  readonly delimiter: string;
  readonly column: number;
  /** What stands in the column, row by row. */
  readonly cells: readonly string[];
}

/** A cell with other files' delimiters at its beginning, at its end and within. */
const strayCell = (delimiter: string) => {
  const stray = fc.constantFrom(...DELIMITERS.filter((one) => one !== delimiter), '');
  return fc
    .tuple(stray, fc.constantFrom(...WORDS), stray, fc.constantFrom(...WORDS), stray)
    .map((parts) => parts.join(''));
};

const own = (delimiter: string) => (cell: string) =>
  cell.includes(delimiter) || cell.includes('"') ? `"${cell}"` : cell;

const files: fc.Arbitrary<Truth> = fc
  .record({
    delimiter: fc.constantFrom(...DELIMITERS),
    width: fc.integer({ min: 2, max: 5 }),
    isCompany: fc.boolean(),
    hasHeader: fc.boolean(),
    strayShare: fc.constantFrom(0.05, 0.3, 1),
    end: fc.constantFrom('\n', '\r\n'),
  })
  .chain((shape) =>
    fc
      .record({
        column: fc.integer({ min: 0, max: shape.width - 1 }),
        header: fc.array(strayCell(shape.delimiter), { minLength: 5, maxLength: 5 }),
        rows: fc.array(
          fc.record({
            kind: fc.constantFrom('good', 'good', 'good', 'good', 'bad', 'none'),
            isStray: fc.double({ min: 0, max: 1, noNaN: true }),
            cells: fc.array(strayCell(shape.delimiter), { minLength: 5, maxLength: 5 }),
          }),
          { minLength: 2, maxLength: 60 },
        ),
      })
      .map((content) => truthOf({ ...shape, ...content })),
  );

function truthOf(made: {
  delimiter: string;
  width: number;
  isCompany: boolean;
  hasHeader: boolean;
  strayShare: number;
  end: string;
  column: number;
  header: string[];
  rows: { kind: string; isStray: number; cells: string[] }[];
}): Truth {
  const { delimiter, width, column } = made;
  const id = made.isCompany ? cnpj : cpf;
  const line = (cells: readonly string[], at: string) =>
    cells
      .slice(0, width)
      .map((cell, index) => own(delimiter)(index === column ? at : cell))
      .join(delimiter);
  // The first two rows are good, so that most of the cells always are.
  const cells = made.rows.map(({ kind }, n) =>
    kind === 'good' || n < 2 ? id(n) : kind === 'bad' ? '12345678901' : '',
  );
  const lines = made.rows.map(({ isStray, cells: others }, n) =>
    line(isStray <= made.strayShare ? others : others.map((_, i) => `c${i}`), cells[n] ?? ''),
  );
  const header = made.hasHeader ? [line(made.header, made.isCompany ? 'CNPJ' : 'CPF')] : [];
  const text = [...header, ...lines, ''].join(made.end);
  return { text, delimiter, column, cells };
}

describe('the delimiter', () => {
  test('is the one of the whole file, wherever others stray', async () => {
    await fc.assert(
      fc.asyncProperty(files, async ({ text, delimiter, column, cells }) => {
        const good = cells.filter((cell) => cell !== '' && !cell.startsWith('123456789'));
        fc.pre(good.length * 3 >= cells.length * 2);
        const { layout, rows } = await readAll(text);
        expect({ delimiter: layout.delimiter, column: layout.column }).toEqual({
          delimiter,
          column,
        });
        expect(rows.map(({ reading }) => reading.valid)).toEqual(
          cells.map((cell) => good.includes(cell)),
        );
      }),
      { numRuns: runs(400) },
    );
  });

  test.each(DELIMITERS)('is not one that stands beside a single identifier: %j', async (stray) => {
    for (const delimiter of DELIMITERS.filter((one) => one !== stray)) {
      const name = (n: number) => (n === 7 ? `Silva${stray}` : 'Souza');
      const last = times(50, (n) => [name(n), cpf(n)].join(delimiter));
      const first = times(50, (n) => [cpf(n), name(n)].join(delimiter));
      for (const lines of [last, first, ['nome;cpf'.replace(';', delimiter), ...last]]) {
        const { layout, rows } = await readAll(`${lines.join('\n')}\n`);
        expect(layout.delimiter).toBe(delimiter);
        expect(rows.filter(({ reading }) => reading.valid)).toHaveLength(50);
      }
    }
  });
});
