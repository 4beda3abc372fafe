import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDuration } from '../../src/config/duration.js';
import { sentenceFrom } from '../helpers/sentence.js';

describe('a duration', () => {
  it.each([
    ['500ms', 500],
    ['10s', 10_000],
    ['30m', 1_800_000],
    ['30d', 2_592_000_000],
    ['1.5s', 1_500],
    ['0', 0],
    [' 5s ', 5_000],
  ])('%s is %d ms', (text, ms) => {
    expect(parseDuration(text, '--x')).toBe(ms);
  });

  it.each(['', '5', '-5s', '5S', '1e3s', '99999999999d'])(
    '%j is not valid, and the error names the place',
    (text) => {
      expect(sentenceFrom(() => parseDuration(text, '--deadline'))).toMatch(/^--deadline/);
    },
  );

  it('is a safe number for any text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        try {
          const ms = parseDuration(text, '--x');
          expect(ms >= 0 && ms <= Number.MAX_SAFE_INTEGER).toBe(true);
        } catch (error) {
          expect(error).toMatchObject({ code: 'bad_duration' });
        }
      }),
    );
  });
});
