import { expect, it } from 'vitest';
import { parseText } from '../../../src/input/table/dialect.js';

it('keeps the valid records before an open quote or a line that is too long', () => {
  const ends = { lineEnd: '\n', loneCr: false } as const;
  const good = [['a', 'b']];
  expect(parseText('a;b\n"c;d', ends, ';')).toEqual({ records: good, broken: true });
  const long = 'x'.repeat(1_000_100);
  expect(parseText(`a;b\n${long}\n`, ends, ';')).toEqual({ records: good, broken: true });
});
