import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { formatNumber } from '../../src/text/numbers.js';
import { speak } from '../../src/text/say.js';

const english = { locale: 'en-US', catalogue: {} };

describe('formatNumber', () => {
  afterEach(() => {
    speak(english);
  });

  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1,000'],
    [-1_234_567, '-1,234,567'],
    [1.5, '1.5'],
    [1234.5678, '1,234.568'],
    [100, '100'],
  ])('%d reads %s', (value, text) => {
    expect(formatNumber(value)).toBe(text);
  });

  it.each(['en-US', 'pt-BR'])('writes whole numbers and eighths as Intl does in %s', (locale) => {
    speak({ ...english, locale });
    const eighths = fc.integer({ min: -(2 ** 49), max: 2 ** 49 }).map((n) => n / 8);
    fc.assert(
      fc.property(fc.oneof(eighths, fc.integer()), fc.constantFrom(2, 3), (value, digits) => {
        const intl = new Intl.NumberFormat(locale, { maximumFractionDigits: digits });
        expect(formatNumber(value, digits)).toBe(intl.format(value));
      }),
    );
  });
});
