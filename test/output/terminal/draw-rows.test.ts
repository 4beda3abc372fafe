import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawRows } from '../../../src/output/terminal/table.js';
import { runs } from '../../helpers/runs.js';

const drawing = { widths: [6, 1, 9], aligns: ['left', 'right', 'right'], wraps: false } as const;
const colours = ['', '\u001b[32m', '\u001b[1m\u001b[33m'];
const painted = fc
  .tuple(
    fc.string({ unit: fc.constantFrom('a', 'é', '株', ' ', '7', '…') }),
    fc.constantFrom(...colours),
  )
  .map(([text, colour]) => (colour === '' ? text : `${colour}${text}\u001b[39m\u001b[22m`));

describe('rows that do not wrap', () => {
  it('look like each of them drawn alone', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(painted, painted, painted), { maxLength: 60 }), (rows) => {
        expect(drawRows(rows, drawing)).toEqual(rows.flatMap((row) => drawRows([row], drawing)));
      }),
      { numRuns: runs(30) },
    );
  });

  it('stay beside each other when a cell has a line break', () => {
    const rows = [
      ['a\nb', '1', 'x'],
      ['c', '2', 'y'],
    ];
    expect(drawRows(rows, drawing)).toEqual(['a b     1          x', 'c       2          y']);
  });

  it('are none without rows', () => {
    expect(drawRows([], drawing)).toEqual([]);
  });
});
