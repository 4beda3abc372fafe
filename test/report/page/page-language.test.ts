import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWords } from '../../../src/report/page/page-language.js';
import { messagesIn } from '../../../src/messages/index.js';

const english = createWords(await messagesIn('en'), 'UTC');
const portuguese = createWords(await messagesIn('pt-BR'), 'America/Sao_Paulo');

describe('numbers and times', () => {
  const at = Date.UTC(2026, 0, 5, 12, 30, 15);

  it('are written as the language writes them', () => {
    expect([english.count(12_345), portuguese.count(12_345)]).toEqual(['12,345', '12.345']);
    expect([english.share(1, 8), portuguese.share(1, 8)]).toEqual(['12.5%', '12,5%']);
    expect(english.time(at)).toBe('January 5, 2026 at 12:30');
    expect(portuguese.time(at)).toBe('5 de janeiro de 2026 às 09:30');
  });

  it('100% is all of it, and nothing but nothing is 0', () => {
    expect(english.share(99_999, 100_000)).toBe('> 99.9%');
    expect(english.share(100_000, 100_000)).toBe('100%');
    expect(english.share(1, 100_000)).toBe('< 0.1%');
    expect(english.share(0, 5)).toBe('0%');
    expect(english.share(0, 0)).toBe('–');
  });

  it('shares agree with a calculator', () => {
    expect(english.share(24_686, 28_293)).toBe('87.3%');
    expect(english.share(8466, 10_000)).toBe('84.7%');
    expect(english.share(1, 16)).toBe('6.3%');
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20_000_000 }), fc.nat(), (whole, some) => {
        const part = some % (whole + 1);
        const exact = (BigInt(part) * 2000n + BigInt(whole)) / (2n * BigInt(whole));
        fc.pre(exact > 0n && (exact < 1000n || part === whole));
        expect(english.share(part, whole)).toBe(`${Number(exact) / 10}%`);
      }),
    );
  });

  it('name the day only where there are two', () => {
    expect(english.within(at, at, at + 1_000)).toBe('12:30:15');
    expect(english.within(at, at, at + 86_400_000)).toBe('1/5/26, 12:30');
  });

  it.each([
    [0, '0 sec'],
    [6_400, '6 sec'],
    [3_600_000, '1 hr'],
    [93_900_000, '1 day 2 hr'],
  ])('%i ms lasted %s', (ms, text) => {
    expect(english.duration(ms)).toBe(text);
  });
});
