import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowsText, type Column } from '../../src/terminal/table.js';
import { measureWidth, wrapKeepingCommands } from '../../src/terminal/text.js';
import { look } from '../commands/lookup/looks.js';

const COLUMNS: readonly Column[] = [
  { title: 'batch' },
  { title: 'kind' },
  { title: 'rows', isNumber: true },
  { title: 'file', ifNarrow: 'end' },
];
const ROWS = [
  ['7k2mzz', 'cpf', '12,000', 'clientes-de-são-paulo-2026.csv'],
  ['9a1bcc', 'cnpj', '7', 'x.csv'],
];

describe('a table of rows', () => {
  it('is whole outside a terminal', () => {
    expect(rowsText(COLUMNS, ROWS, look(20))).toBe(
      [
        'batch   kind    rows  file',
        '7k2mzz  cpf   12,000  clientes-de-são-paulo-2026.csv',
        '9a1bcc  cnpj       7  x.csv',
        '',
      ].join('\n'),
    );
  });

  it('keeps to one line each row when a cell has a line break, and has no header without titles', () => {
    const rows = [
      ['a\nb', '1'],
      ['c', '22'],
    ];
    const columns = [{ title: '' }, { title: '', isNumber: true }];
    expect(rowsText(columns, rows, look(80))).toBe('a b   1\nc    22\n');
  });

  it('is cut where the terminal is narrow', () => {
    const at = (columns: number) => rowsText(COLUMNS, ROWS, look(columns, true)).split('\n');
    expect(at(40)[1]).toContain('7k2mzz  cpf   12,000  clientes-de-são-p…');
    expect(at(31)[1]).toBe('7k2mzz  cpf   12,000  clientes…');
    expect(at(31)[2]).toBe('9a1bcc  cnpj       7  x.csv');
  });

  it('becomes cards where not even that suffices', () => {
    expect(rowsText(COLUMNS, ROWS, look(20, true))).toContain('x.csv');
    expect(rowsText(COLUMNS, ROWS, look(20, true))).not.toContain('…');
  });

  it('fits each width, whatever the cells are', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'é', '株', ' ', '7') });
    const rows = fc.array(fc.tuple(cell, cell, cell, cell), { maxLength: 60 });
    fc.assert(
      fc.property(rows, fc.integer({ min: 36, max: 120 }), (table, columns) => {
        const short = table.map(([a, b, c, d]) => [a.slice(0, 3), b.slice(0, 3), c.slice(0, 3), d]);
        const lines = rowsText(COLUMNS, short, look(columns, true)).split('\n');
        // eslint-disable-next-line no-control-regex
        const shown = lines.map((line) => line.replaceAll(/\u001b\[\d+m/g, ''));
        expect(Math.max(...shown.map(measureWidth))).toBeLessThanOrEqual(columns);
        expect(shown.length).toBe(table.length + 2);
      }),
    );
  });
});

it.each([
  `'confere bulk run "d'agua/lista de maio.csv" --max-credits 100'`,
  `'confere bulk run 'hey! it'\\''s.csv' --overwrite'`,
  `'confere config set cost-cpf <credits>'`,
])('no line breaks within %s', (command) => {
  expect(wrapKeepingCommands(`If you know the price, run ${command} again.`, 20)).toContain(
    command,
  );
});
