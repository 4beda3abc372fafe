import fc from 'fast-check';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { csvLines } from '../../src/records/csv-lines.js';

describe('csvLines', () => {
  it('quotes only what would be read as something else', () => {
    const cells = ['', ' a ', 'a;b', 'a,b', 'say "a"', 'a\nb', 'a\rb', "'=1", 'false', '0'];
    const plain = `, a ,a;b,"a,b","say ""a""","a\nb","a\rb",'=1,false,0\n`;
    expect(csvLines([cells])).toBe(plain);
    const excel = `; a ;"a;b";a,b;"say ""a""";"a\nb";"a\rb";'=1;false;0\r\n`;
    expect(csvLines([cells], { delimiter: ';', lineEnd: '\r\n' })).toBe(excel);
    expect(csvLines([])).toBe('');
    expect(csvLines([['a', 'b,c']], { delimiter: ',', lineEnd: '' })).toBe('a,"b,c"');
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
        const text = csvLines(table, { delimiter, lineEnd });
        expect(parse(text, { delimiter, record_delimiter: lineEnd })).toEqual(table);
      }),
    );
  });
});
