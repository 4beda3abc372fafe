import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { InputLayout } from '../../../src/input/index.js';
import { PlainLines } from '../../../src/input/table/plain-lines.js';
import { readRecords } from '../../../src/input/table/rows.js';
import { file } from '../files.js';

const layout: InputLayout = {
  encoding: 'utf8',
  bom: 0,
  delimiter: ';',
  lineEnd: '\n',
  preamble: 0,
  hasHeader: false,
  columns: ['a', 'b'],
  column: 0,
  kind: 'cpf',
  why: '',
};

/** A first line with a quote makes csv-parse read everything after it. */
const FIRST = '"";x\n';

async function recordsOf(text: string, encoding: InputLayout['encoding']) {
  const bytes = Buffer.from(text, encoding === 'utf8' ? 'utf8' : 'latin1');
  const records = [];
  for await (const record of readRecords(file(bytes), { ...layout, encoding }))
    records.push(record);
  return records;
}

describe('lines without quotes', () => {
  const piece = fc.constantFrom(';', ';;', '\n', '\r\n', '\r', ' ', '\t', 'a', 'ã', '€', '\0', '#');
  test.each(['utf8', 'latin1'] as const)(
    'are the records of csv-parse, in %s',
    async (encoding) => {
      await fc.assert(
        fc.asyncProperty(fc.array(piece, { maxLength: 40 }), async (pieces) => {
          const text = pieces.join('');
          const plain = await recordsOf(text, encoding);
          expect(plain).toEqual((await recordsOf(FIRST + text, encoding)).slice(1));
        }),
        { numRuns: 200 },
      );
    },
  );

  test('give the same records for any chunks; lines with a quote are left to csv-parse', () => {
    const text = 'a;ã\r\n\nb;€;\nc';
    const bytes = Buffer.from(text);
    for (let at = 0; at <= bytes.length; at += 1) {
      const lines = new PlainLines(layout);
      const cuts = [lines.cut(bytes.subarray(0, at)), lines.cut(bytes.subarray(at))];
      expect(cuts.flatMap(({ records }) => records)).toEqual([
        { raw: 'a;ã', record: ['a', 'ã'] },
        { raw: '', record: [''] },
        { raw: 'b;€;', record: ['b', '€', ''] },
      ]);
      expect(lines.finish().toString()).toBe('c');
      expect(lines.cut(Buffer.from(';"d"\n')).left?.toString()).toBe('c;"d"\n');
    }
  });

  test('are left to csv-parse if one is too long', () => {
    const lines = new PlainLines(layout);
    const long = Buffer.alloc(500_000, 'x');
    // A comparison by `toEqual` takes seconds.
    expect(lines.cut(long).left?.equals(long)).toBe(true);
  });

  test.each([
    { encoding: 'utf16le' },
    { loneCr: true },
    { lineEnd: '\r' },
    { delimiter: '' },
  ] as const)('are not looked for with %j', (odd) => {
    expect(PlainLines.suits({ ...layout, ...odd })).toBe(false);
    expect(PlainLines.suits(layout)).toBe(true);
  });
});
