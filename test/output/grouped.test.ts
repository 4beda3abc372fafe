import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { grouped } from '../../src/output/grouped.js';

describe('grouped', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1,000'],
    [-1_234_567, '-1,234,567'],
    [1.5, '1.5'],
    [1234.5678, '1,234.568'],
    [100, '100'],
  ])('%d reads %s', (value, text) => {
    expect(grouped(value)).toBe(text);
  });

  it('writes whole numbers and eighths as Intl does', () => {
    const eighths = fc.integer({ min: -(2 ** 49), max: 2 ** 49 }).map((n) => n / 8);
    fc.assert(
      fc.property(fc.oneof(eighths, fc.integer()), fc.constantFrom(2, 3), (value, digits) => {
        const intl = new Intl.NumberFormat('en-US', { maximumFractionDigits: digits });
        expect(grouped(value, digits)).toBe(intl.format(value));
      }),
    );
  });
});
