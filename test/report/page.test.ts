import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadMessages, withMessages } from '../../src/messages/index.js';
import type { Breakdown, ReportNumbers } from '../../src/report/index.js';
import { html } from '../../src/report/markup.js';
import { buildReportPage } from '../../src/report/page.js';
import { formatShare } from '../../src/report/tables.js';
import { FACTS, numbers } from './numbers.js';
import { anyCharacter } from '../helpers/runs.js';

type Change = Partial<ReportNumbers> & { readonly creditPrice?: number };
const page = ({ creditPrice, ...change }: Change = {}) =>
  buildReportPage(numbers(change), { ...FACTS, creditPrice });
/** What the page says, a row of a table on each line. */
const textOf = (markup: string) =>
  markup
    .replaceAll(/<style>.*?<\/style>/gs, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/<\/(tr|p|h\d|li|title|caption)>/g, '\n')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/ +/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n');

const { totals } = numbers();
const breakdown = (name: Breakdown['name'], labels: readonly string[], others = 0): Breakdown => ({
  name,
  groups: labels.map((label, n) => ({ label, count: labels.length - n })),
  others,
  notInformed: 0,
});
const companies = (found: number, ...breakdowns: readonly Breakdown[]): Partial<ReportNumbers> => ({
  parts: [{ kind: 'cnpj', found, breakdowns }],
});
const twelve = Array.from({ length: 12 }, (_, n) => `S${n}`);
const years = ['1950', '1969', '1971', '2019', '2020', '2024'];

/** What the page says, by what differs in the numbers. */
const PAGES: Readonly<Record<string, Change>> = {
  'the money beside its credits': { parts: [], creditPrice: 0.25 },
  'a batch that still runs': { state: 'running', parts: [] },
  'a batch in doubt': { state: 'unconfirmed', parts: [] },
  'what the sandbox invented': { source: 'sandbox', parts: [] },
  'no row of zero': {
    parts: [],
    totals: { ...totals, notFound: 0, unconfirmed: 0, credits: { ...totals.credits, saved: 0 } },
  },
  'a batch without rows': {
    ...companies(0),
    totals: { ...totals, rows: 0, unique: 0, found: 0, invalid: 0, reasons: {} },
  },
  'what is beyond the largest ten is added up': companies(78, breakdown('status', twelve)),
  'and with it what was not counted one by one': companies(83, breakdown('status', twelve, 5)),
  'opening years by decade, and what was long ago together': companies(
    21,
    breakdown('openingYear', years),
  ),
};

describe('the page', () => {
  it.each(['en', 'pt-BR'] as const)('says in %s what the golden file has', async (language) => {
    const text = withMessages(await loadMessages(language), page);
    expect(text).toMatch(new RegExp(`^<!doctype html>\\n<html lang="${language}">`));
    expect(text).toContain('<meta charset="utf-8" />');
    await expect(textOf(text)).toMatchFileSnapshot(`golden/page.${language}.txt`);
  });

  it('says what differs with its numbers', async () => {
    const usual = textOf(page({ parts: [] })).split('\n');
    const said = Object.entries(PAGES).map(([title, change]) => {
      const lines = textOf(page(change)).split('\n');
      const gone = usual.filter((line) => !lines.includes(line)).map((line) => `- ${line}`);
      const came = lines.filter((line) => !usual.includes(line)).map((line) => `+ ${line}`);
      return [`# ${title}`, ...gone, ...came, ''].join('\n');
    });
    await expect(said.join('\n')).toMatchFileSnapshot('golden/pages.txt');
  });

  it('loads and runs nothing, and says so to the browser', () => {
    const text = page();
    expect(text).toContain(
      `content="default-src &#39;none&#39;; style-src &#39;unsafe-inline&#39;`,
    );
    expect(text).not.toMatch(/<(script|iframe|img|object|form)\b|@import|url\(|https?:/i);
    expect([...text.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, to]) => to)).toEqual(['data:,']);
    expect(text).toContain('<span lang="pt-BR">4712-1/00 Comércio');
  });

  it('shows what the service says as text, whatever it says', () => {
    const hostile = `"><script>alert(1)</script><img src=x onerror='alert(2)'>&lt;`;
    const text = page({
      ...companies(
        1,
        ...(['status', 'size', 'uf', 'activity'] as const).map((name) =>
          breakdown(name, [hostile]),
        ),
      ),
      batch: hostile,
      totals: { ...totals, reasons: { [hostile]: 3 } },
    });
    expect(text).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x');
    expect(text).not.toMatch(/<script|<img|onerror='/);
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (value) => {
        const { text } = html`<p title="${value}">${value}</p>`;
        expect(text).toMatch(/^<p title="[^"<>']*">[^"<>']*<\/p>$/u);
      }),
    );
  });

  it.each([
    [99_999, 100_000, '> 99.9%'],
    [100_000, 100_000, '100%'],
    [1, 100_000, '< 0.1%'],
    [0, 0, '–'],
  ])('has shares: %i of %i is %s; 100%% is all of it, and only nothing is 0', (part, all, told) => {
    expect(formatShare(part, all)).toBe(told);
  });
});
