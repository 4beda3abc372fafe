import fc from 'fast-check';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { formatCsvLines } from '../../src/records/csv-lines.js';

describe('formatCsvLines', () => {
  it('quotes only what would be read as something else', () => {
    const cells = ['', ' a ', 'a;b', 'a,b', 'say "a"', 'a\nb', 'a\rb', "'=1", 'false', '0'];
    const plain = `, a ,a;b,"a,b","say ""a""","a\nb","a\rb",'=1,false,0\n`;
    expect(formatCsvLines([cells])).toBe(plain);
    const excel = `; a ;"a;b";a,b;"say ""a""";"a\nb";"a\rb";'=1;false;0\r\n`;
    expect(formatCsvLines([cells], { delimiter: ';', lineEnd: '\r\n' })).toBe(excel);
    expect(formatCsvLines([])).toBe('');
    expect(formatCsvLines([['a', 'b,c']], { delimiter: ',', lineEnd: '' })).toBe('a,"b,c"');
  });

  it.each([
    [',', '\n'],
    [';', '\r\n'],
    ['\t', '\r'],
    ['|', '\n'],
  ])('is read as the same cells: %j %j', (delimiter, lineEnd) => {
    const cell = fc.string({
      unit: fc.constantFrom('"', ',', ';', '\t', '|', '\r', '\n', 'a', ' '),
    });
    const rows = fc.array(fc.tuple(cell, cell, cell), { minLength: 1 });
    fc.assert(
      fc.property(rows, (table) => {
        const text = formatCsvLines(table, { delimiter, lineEnd });
        expect(parse(text, { delimiter, record_delimiter: lineEnd })).toEqual(table);
      }),
    );
  });
});
