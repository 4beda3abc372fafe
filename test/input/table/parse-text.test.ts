import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseText } from '../../../src/input/table/dialect.js';
import { csvOptions } from '../../../src/input/table/csv-records.js';
import { runs } from '../../helpers/runs.js';

const text = fc.string({
  unit: fc.constantFrom(...Array.from('ab1;;,\t|ã€ \ufeff'), '\n', '\n', '\r\n', '\r'),
  maxLength: 40,
});

it('splits text without quotes into the same records as csv-parse', () => {
  fc.assert(
    fc.property(
      text,
      fc.constantFrom(',', ';', '\t', '|', 'a'),
      fc.boolean(),
      (given, by, loneCr) => {
        const ends = { lineEnd: '\n', loneCr } as const;
        expect(parseText(given, ends, by)).toEqual({
          records: parse(given, csvOptions(by, ends)),
          broken: false,
        });
      },
    ),
    { numRuns: runs(2_000) },
  );
});

it('keeps the valid records before an open quote or a line that is too long', () => {
  const ends = { lineEnd: '\n', loneCr: false } as const;
  const good = [['a', 'b']];
  expect(parseText('a;b\n"c;d', ends, ';')).toEqual({ records: good, broken: true });
  const long = 'x'.repeat(1_000_100);
  expect(parseText(`a;b\n${long}\n`, ends, ';')).toEqual({ records: good, broken: true });
});
