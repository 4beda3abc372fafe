import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PartNumbers, ReportNumbers } from '../../src/report/index.js';
import { html } from '../../src/report/markup.js';
import { reportPage } from '../../src/report/page.js';
import { formatShare } from '../../src/report/tables.js';
import { messagesIn, withMessages } from '../../src/messages/index.js';
import { COMPANIES, FACTS, numbers } from './numbers.js';

const page = (change: Partial<ReportNumbers> = {}) => reportPage(numbers(change), FACTS);
const bare = (text: string) => text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');

const HOSTILE = `"><script>alert(1)</script><img src=x onerror='alert(2)'>&lt;`;

describe('the page', () => {
  it('loads and runs nothing, and says so to the browser', () => {
    const text = page();
    expect(text).toContain(
      `content="default-src &#39;none&#39;; style-src &#39;unsafe-inline&#39;`,
    );
    expect(text).not.toMatch(/<(script|iframe|img|object|form)\b|@import|url\(|https?:/i);
    expect([...text.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, to]) => to)).toEqual(['data:,']);
  });

  it.each([
    ['en', '12,345', 'As of January 5, 2026 at 13:00', '83.3%'],
    ['pt-BR', '12.345', 'Posição de 5 de janeiro de 2026 às 13:00', '83,3%'],
  ] as const)('is a document in %s', async (language, found, time, part) => {
    const text = withMessages(await messagesIn(language), page);
    expect(text).toMatch(new RegExp(`^<!doctype html>\\n<html lang="${language}">`));
    expect(text).toContain('<meta charset="utf-8" />');
    for (const told of [found, time, part]) expect(text).toContain(told);
    expect(text).not.toMatch(/undefined|NaN|\[object|\{\w+[}#?]/);
  });

  it('shows what the service says as text, whatever it says', () => {
    const groups = [{ label: HOSTILE, count: 3 }];
    const breakdowns = COMPANIES.breakdowns.map((one) => ({ ...one, groups, others: 0 }));
    const text = page({
      batch: HOSTILE,
      parts: [{ ...COMPANIES, breakdowns }],
      totals: { ...numbers().totals, reasons: { [HOSTILE]: 3 } },
    });
    expect(text).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x');
    expect(text).not.toMatch(/<script|<img|onerror='/);
  });

  it('never leaves a text or an attribute by force of its values', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const { text } = html`<p title="${value}">${value}</p>`;
        expect(text).toMatch(/^<p title="[^"<>']*">[^"<>']*<\/p>$/u);
      }),
    );
  });

  it('names activities by the official table', () => {
    expect(bare(page())).toMatch(
      /4712-1\/00 Comércio varejista de [^%]* minimercados, [^%]* 9,000 75\.0% x{60} 1,000/,
    );
    expect(page()).toContain('<span lang="pt-BR">4712-1/00 Comércio');
  });

  it('adds up what is beyond the largest ten, and has no row of zero', () => {
    const groups = Array.from({ length: 12 }, (_, n) => ({ label: `S${n}`, count: 12 - n }));
    const part = (others: number): PartNumbers => ({
      kind: 'cnpj',
      found: 78 + others,
      breakdowns: [{ name: 'status', groups, others, notInformed: 0 }],
    });
    expect(bare(page({ parts: [part(0)] }))).toMatch(/S9 3 3\.8% Others 3 3\.8% (?!Not informed)/);
    expect(bare(page({ parts: [part(5)] }))).toMatch(/Others 8 9\.6%/);
    const { totals } = numbers();
    const credits = { ...totals.credits, saved: 0 };
    const text = bare(page({ totals: { ...totals, notFound: 0, unconfirmed: 0, credits } }));
    expect(text).not.toMatch(/Not found|Unconfirmed|Saved|saved/);
  });

  it('counts opening years by decade, and what was long ago together', () => {
    const groups = [1950, 1969, 1971, 2019, 2020, 2024].map((year) => ({
      label: String(year),
      count: 1,
    }));
    const breakdowns = [{ name: 'openingYear', groups, others: 0, notInformed: 0 } as const];
    expect(bare(page({ parts: [{ kind: 'cnpj', found: 6, breakdowns }] }))).toMatch(
      /2020 to 2024 2 33\.3% 2010 to 2019 1 16\.7% 1970 to 1979 1 16\.7% until 1969 2 33\.3%/,
    );
  });

  it('says when a batch has not ended', () => {
    expect(page()).not.toContain('class="notice"');
    expect(page({ state: 'running' })).toContain('these numbers will still change');
    expect(page({ state: 'unconfirmed' })).toContain('is not in these numbers');
    expect(page({ source: 'sandbox' })).toContain('is invented');
  });

  it('of an empty batch has nothing to draw', () => {
    const none: PartNumbers = { ...COMPANIES, found: 0 };
    const { totals } = numbers();
    const zero = { ...totals, rows: 0, unique: 0, found: 0, invalid: 0, reasons: {} };
    const text = page({ parts: [none], totals: zero });
    expect(text).toContain('The batch has no rows.');
    expect(text).toContain('No record was found');
    expect(text).not.toMatch(/NaN|Infinity/);
  });
});

describe('shares', () => {
  it.each([
    [99_999, 100_000, '> 99.9%'],
    [100_000, 100_000, '100%'],
    [1, 100_000, '< 0.1%'],
    [0, 0, '–'],
  ])('%i of %i is %s: 100%% is all of it, and nothing but nothing is 0', (part, whole, told) => {
    expect(formatShare(part, whole)).toBe(told);
  });
});
