import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { InputLayout } from '../../../src/input/index.js';
import { PlainLines } from '../../../src/input/table/plain-lines.js';
import { readRecords } from '../../../src/input/table/rows.js';
import { file } from '../files.js';
import { runs } from '../../helpers/runs.js';

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

/** A first line with a quote inside a cell makes csv-parse read everything after it. */
const FIRST = 'a"b;x\n';

/** The records, and the error after them if there is one. */
async function outcomeOf(text: string, encoding: InputLayout['encoding']) {
  const bytes = Buffer.from(text, encoding === 'utf8' ? 'utf8' : 'latin1');
  const records: unknown[] = [];
  try {
    for await (const record of readRecords(file(bytes), { ...layout, encoding }))
      records.push(record);
  } catch (error) {
    records.push(error instanceof Error && 'code' in error ? error.code : error);
  }
  return records;
}

describe('lines', () => {
  const plain = [';', ';;', '\n', '\r\n', '\r', ' ', '\t', 'a', 'ã', '€', '\0', '#'];
  const quoted = ['"', '""', '"a"', '"";', ';"ã;€"', '"a""b"', '"\n', '"\r\n"', '"a\nb"', '";"'];
  const cases = (['utf8', 'latin1'] as const).flatMap((encoding) => [
    { encoding, pieces: plain, quotes: 'without quotes' },
    { encoding, pieces: [...plain, ...quoted], quotes: 'with quotes' },
    { encoding, pieces: ['\n', '\r\n', ';', 'a', ...quoted], quotes: 'with many quotes' },
  ]);
  test.each(cases)(
    'are the records of csv-parse, in $encoding, $quotes',
    async ({ encoding, pieces }) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.constantFrom(...pieces), { maxLength: 40 }),
          async (chosen) => {
            const text = chosen.join('');
            const own = await outcomeOf(text, encoding);
            const [, ...theirs] = await outcomeOf(FIRST + text, encoding);
            expect(own).toEqual(theirs);
          },
        ),
        { numRuns: runs(300) },
      );
    },
  );

  test('with whole quotes are cut without csv-parse, and left to it from the first odd one on', () => {
    const good = [
      ['"a;""b""";ã;""', 'a;"b"', 'ã', ''],
      ['x;"€"\r', 'x', '€'],
      ['"a";', 'a', ''],
    ];
    const text = good.map(([line = '']) => `${line}\n`).join('');
    for (const odd of ['a"b;c', '"a"b;c', '"a;c', '"a" ;c', '"a""', '"']) {
      const { records, left } = new PlainLines(layout).cut(Buffer.from(`${text}${odd}\nd;e\nf`));
      expect(records).toEqual(
        good.map(([line = '', ...record]) => ({ raw: line.replace('\r', ''), record })),
      );
      expect(left?.toString()).toBe(`${odd}\nd;e\nf`);
    }
    const running = new PlainLines({ ...layout, shape: 'text' });
    expect(running.cut(Buffer.from('"a";b\n')).left?.toString()).toBe('"a";b\n');
  });

  test('give the same records for any chunks', () => {
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
      expect(lines.cut(Buffer.from(';d"\n')).left?.toString()).toBe('c;d"\n');
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
