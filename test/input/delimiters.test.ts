import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cnpj, cpf, readAll } from './files.js';
import { runs } from '../helpers/runs.js';

const DELIMITERS = [',', ';', '\t', '|'];
const WORDS = ['Maria', 'Silva', 'João', 'Rua A 12', '3,50', 'x', '', 'S/A', '01/02/1990'];

/** A cell with other files' delimiters at its beginning, at its end and within. */
const strayCell = (delimiter: string) => {
  const stray = fc.constantFrom(...DELIMITERS.filter((one) => one !== delimiter), '');
  const word = fc.constantFrom(...WORDS);
  return fc.tuple(stray, word, stray, word, stray).map((parts) => parts.join(''));
};

const shape = fc.record({
  delimiter: fc.constantFrom(...DELIMITERS),
  width: fc.integer({ min: 2, max: 5 }),
  id: fc.constantFrom(cpf, cnpj),
  hasHeader: fc.boolean(),
  strayShare: fc.constantFrom(0.05, 0.3, 1),
  end: fc.constantFrom('\n', '\r\n'),
});

/** A file, and what it holds: its delimiter, the column, and what stands in that, row by row. */
const files = shape.chain(({ delimiter, width, id, hasHeader, strayShare, end }) => {
  const cells = fc.array(strayCell(delimiter), { minLength: width, maxLength: width });
  const row = fc.record({
    kind: fc.constantFrom('good', 'good', 'good', 'good', 'bad', 'none'),
    isStray: fc.double({ min: 0, max: 1, noNaN: true }).map((share) => share <= strayShare),
    cells,
  });
  return fc
    .tuple(fc.nat(width - 1), cells, fc.array(row, { minLength: 2, maxLength: 60 }))
    .map(([column, header, rows]) => {
      const line = (others: readonly string[], at: string) =>
        others
          .map((cell, index) => (index === column ? at : cell))
          .map((cell) => (cell.includes(delimiter) || cell.includes('"') ? `"${cell}"` : cell))
          .join(delimiter);
      // The first two rows are good, so that most of the cells always are.
      const own = rows.map(({ kind }, n) =>
        kind === 'good' || n < 2 ? id(n) : kind === 'bad' ? '12345678901' : '',
      );
      const lines = rows.map(({ isStray, cells: others }, n) =>
        line(isStray ? others : others.map((_, i) => `c${i}`), own[n] ?? ''),
      );
      const head = hasHeader ? [line(header, id === cnpj ? 'CNPJ' : 'CPF')] : [];
      return { text: [...head, ...lines, ''].join(end), delimiter, column, cells: own };
    });
});

describe('delimiters', () => {
  test('the delimiter of the whole file is found, wherever others occur', async () => {
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
});
