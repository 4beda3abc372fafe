import fc from 'fast-check';
import sax from 'sax';
import { describe, expect, it } from 'vitest';
import { SheetScanner, addCells, type SheetPiece } from '../../../src/export/workbook/rows.js';
import { runs } from '../../helpers/runs.js';

function scan(xml: string, size = xml.length): SheetPiece[] {
  const scanner = new SheetScanner();
  const pieces: SheetPiece[] = [];
  for (let at = 0; at < xml.length; at += size)
    pieces.push(...scanner.take(xml.slice(at, at + size)));
  return [...pieces, ...scanner.end()];
}

const textOf = (piece: SheetPiece): string =>
  piece.is === 'row' ? piece.row.tag + piece.row.content + piece.row.close : piece.text;

/** The numbers of the rows, and how many cells each has, as an XML parser finds them. */
function rowsBySax(xml: string): (readonly [number: number, cells: number])[] {
  const found: [number, number][] = [];
  const parser = sax.parser(true);
  const local = (name: string) => name.replace(/^.*:/, '');
  parser.onopentag = ({ name, attributes }) => {
    const last = found.at(-1);
    if (local(name) === 'row') found.push([Number(attributes['r'] ?? (last?.[0] ?? 0) + 1), 0]);
    else if (local(name) === 'c' && last !== undefined) last[1] += 1;
  };
  parser.write(xml).close();
  return found;
}

const noise = fc.constantFrom(
  '',
  '\n  ',
  '<!-- </row> <row r="9"> -->',
  '<?go </row></sheetData>?>',
  '<!---->',
);
const cell = fc
  .tuple(
    noise,
    fc.constantFrom(
      '<P:c><P:v>1</P:v></P:c>',
      '<P:c t="inlineStr"><P:is><P:t><![CDATA[</row><c/></sheetData>]]></P:t></P:is></P:c>',
      '<P:c/>',
      '<P:c x="a>b"><P:f>A1&gt;2</P:f><!-- <c> --></P:c >',
      '<P:c><P:v>á</P:v></P:c>',
    ),
  )
  .map((two) => two.join(''));
const row = fc
  .tuple(fc.boolean(), fc.array(cell, { maxLength: 4 }), noise, fc.constantFrom('', '<P:extLst/>'))
  .map(([isNumbered, cells, space, more]) => ({ isNumbered, xml: cells.join('') + space, more }));
const sheet = fc
  .tuple(fc.constantFrom('', 'x:'), fc.array(fc.tuple(noise, row), { maxLength: 6 }), noise, noise)
  .map(([prefix, rows, before, after]) => {
    const lines = rows.map(([space, { isNumbered, xml, more }], at) => {
      const number = isNumbered ? ` r="${at + 1}"` : '';
      if (xml === '') return `${space}<P:row${number} spans="1:2"/>`;
      return `${space}<P:row${number} s='>'>${xml}${more}</P:row>`;
    });
    return (
      `<?xml version="1.0"?><!-- <sheetData> --><P:worksheet xmlns="m" xmlns:x="m"><P:dimension ref="A1"/>` +
      `${before}<P:sheetData>${lines.join('')}${after}</P:sheetData><P:pageMargins/></P:worksheet>`
    ).replaceAll('P:', prefix);
  })
  .map((xml) => Buffer.from(xml).toString('latin1'));

describe('the scanner of a sheet', () => {
  it('finds the rows that an XML parser finds, in pieces that are the same bytes', () => {
    fc.assert(
      fc.property(sheet, fc.integer({ min: 1, max: 200 }), (xml, size) => {
        const pieces = scan(xml, size);
        expect(pieces.map(textOf).join('')).toBe(xml);
        const rows = pieces.flatMap((piece) => (piece.is === 'row' ? [piece.row.number] : []));
        expect(rows).toEqual(rowsBySax(xml).map(([number]) => number));
      }),
      { numRuns: runs(300) },
    );
  });

  it('inserts cells that, taken out again, leave the row as it was', () => {
    const mark = '<c r="Z1"><v>7</v></c>';
    fc.assert(
      fc.property(sheet, (xml) => {
        const pieces = scan(xml);
        const whole = pieces
          .map((piece) =>
            piece.is === 'row' && piece.row.close !== ''
              ? addCells(piece.row, new Map([[26, mark]]), new Set())
              : textOf(piece),
          )
          .join('');
        expect(whole.replaceAll(mark, '')).toBe(xml);
        const filled = pieces.filter((piece) => piece.is === 'row' && piece.row.close !== '');
        const cells = (all: string) => rowsBySax(all).reduce((sum, [, count]) => sum + count, 0);
        expect(cells(whole) - cells(xml)).toBe(filled.length);
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('a row with new cells', () => {
  const of = (content: string, close = '</row>') =>
    ({ number: 4, tag: close === '' ? '<row r="4" />' : '<row r="4">', content, close }) as const;

  it('drops the cells of an earlier result, and puts the new ones in their places', () => {
    const content =
      '<c r="A4"><v>1</v></c><c r="B4"><v>2</v></c><c><v>3</v></c><c r="E4"/><extLst/>';
    const cells = new Map([
      [3, '(3)'],
      [4, '(4)'],
      [6, '(6)'],
    ]);
    expect(addCells(of(content), cells, new Set([2, 3, 4]))).toBe(
      '<row r="4"><c r="A4"><v>1</v></c>(3)(4)<c r="E4"/>(6)<extLst/></row>',
    );
  });

  it('opens a row without cells', () => {
    expect(addCells(of('', ''), new Map([[1, '(1)']]), new Set())).toBe('<row r="4">(1)</row>');
  });
});
