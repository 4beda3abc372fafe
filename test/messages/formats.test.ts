import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  en,
  formatDay,
  formatMinute,
  formatNumber,
  formatSecond,
  loadMessages,
  setMessages,
  type Language,
} from '../../src/messages/index.js';

describe('formatNumber', () => {
  afterEach(() => {
    setMessages(en);
  });

  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1,000'],
    [-1_234_567, '-1,234,567'],
    [1.5, '1.5'],
    [1234.5678, '1,234.568'],
    [100, '100'],
  ])('the number %d is written as %s', (value, text) => {
    expect(formatNumber(value)).toBe(text);
  });

  it.each<Language>(['en', 'pt-BR'])(
    'formatNumber writes whole numbers and eighths as Intl does in %s',
    async (language) => {
      setMessages(await loadMessages(language));
      const eighths = fc.integer({ min: -(2 ** 49), max: 2 ** 49 }).map((n) => n / 8);
      fc.assert(
        fc.property(fc.oneof(eighths, fc.integer()), fc.constantFrom(2, 3), (value, digits) => {
          const intl = new Intl.NumberFormat(language, { maximumFractionDigits: digits });
          expect(formatNumber(value, digits)).toBe(intl.format(value));
        }),
      );
    },
  );
});

it('minutes and seconds are written in local time, days in UTC', () => {
  vi.stubEnv('TZ', 'America/Sao_Paulo');
  const at = Date.UTC(2026, 10, 23, 2, 55, 7);
  const texts = [formatMinute(at), formatSecond(at), formatDay(at)];
  vi.unstubAllEnvs();
  expect(texts).toEqual(['2026-11-22 23:55', '2026-11-22 23:55:07', '2026-11-23']);
});
