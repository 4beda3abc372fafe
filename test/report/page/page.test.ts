import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PartNumbers, ReportNumbers } from '../../../src/report/index.js';
import { sectionOf } from '../../../src/report/cnae/sections.js';
import { html } from '../../../src/report/page/markup.js';
import { reportPage } from '../../../src/report/page/page.js';
import { createWords } from '../../../src/report/page/page-language.js';
import { en, messagesIn } from '../../../src/messages/index.js';
import { COMPANIES, FACTS, numbers } from './numbers.js';

const inEnglish = createWords(en, 'UTC');
const page = (change: Partial<ReportNumbers> = {}) => reportPage(numbers(change), inEnglish, FACTS);

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

  it.each(['en', 'pt-BR'] as const)('is a document in %s', async (language) => {
    const text = reportPage(numbers(), createWords(await messagesIn(language), 'UTC'), FACTS);
    expect(text).toMatch(new RegExp(`^<!doctype html>\\n<html lang="${language}">`));
    expect(text).toContain('<meta charset="utf-8" />');
    expect(text).toContain(language === 'en' ? '12,345' : '12.345');
    expect(text).not.toMatch(/undefined|NaN|\[object|\{\w+[}#?]/);
  });

  it('shows what the service says as text, whatever it says', () => {
    const groups = [{ label: HOSTILE, count: 3 }];
    const parts = COMPANIES.breakdowns.map((one) => ({ ...one, groups, others: 0 }));
    const jobs = numbers().course.jobs.map((job) => ({
      ...job,
      state: HOSTILE,
      error: { said: HOSTILE },
    }));
    const text = page({
      batch: HOSTILE,
      parts: [{ ...COMPANIES, breakdowns: parts }],
      course: { ...numbers().course, jobs },
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

  it('says what was not informed, also where that is nobody', () => {
    expect(page().match(/Not informed/g)).toHaveLength(7);
  });

  it('names activities by the official table, below their sections', () => {
    const text = page()
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ');
    expect(text).toMatch(
      /Trade; repair of motor vehicles 10,500 87\.5% 4712-1\/00 Comércio varejista de [^%]* minimercados, [^%]* 9,000 75% Others of this section 1,500 12\.5% No code of the CNAE 1,000/,
    );
    expect(page()).toContain('<span lang="pt-BR">4712-1/00 Comércio');
  });

  it('says where rounded shares do not add up, and changes none', () => {
    const note = 'Each share is rounded for itself';
    const third = (label: string) => ({ label, count: 1 });
    const thirds = ['SP', 'RJ', 'MG'].map(third);
    const part = (groups: typeof thirds): PartNumbers => ({
      ...{ kind: 'cnpj', found: groups.length },
      breakdowns: [{ name: 'uf', groups, others: 0, notInformed: 0 }],
    });
    expect(page({ parts: [part(thirds)] }).match(/33\.3%/g)).toHaveLength(3);
    expect(page({ parts: [part(thirds)] })).toContain(note);
    expect(page({ parts: [part([...thirds, third('BA')])] })).not.toContain(note);
  });

  it('has the title that it is given', () => {
    const titled = (title: string) => reportPage(numbers(), inEnglish, { ...FACTS, title });
    expect(titled('Março <2026>')).toContain('<h1>Março &lt;2026&gt;</h1>');
    expect(titled('Março')).toContain('<title>Março</title>');
    expect(titled('Março')).toContain('Apart from its title');
    expect(page()).not.toContain('Apart from');
  });

  it('adds up the jobs that do not fit', () => {
    const text = page();
    expect(text).toContain('+ 18');
    expect(text).toContain('Worker interrompido (job órfão)');
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
    const course = { from: 5, to: 5, spans: [], jobs: [] };
    const text = page({ parts: [none], totals: zero, course });
    expect(text).toContain('The batch has no rows.');
    expect(text).toContain('No answer has come yet.');
    expect(text).toContain('Nothing was sent to the service.');
    expect(text).toContain('No record was found');
    expect(text).not.toMatch(/NaN|Infinity/);
  });
});

describe('the sections of the CNAE', () => {
  it('have every subclass of the official table', () => {
    const codes = Object.keys(FACTS.subclasses);
    expect(codes).toHaveLength(1332);
    expect(new Set(codes.map(sectionOf)).size).toBe(21);
    expect(codes.map(sectionOf)).not.toContain(undefined);
  });

  it.each([
    ['0115600', 'A'],
    ['1091102', 'C'],
    ['4712100', 'G'],
    ['8630504', 'Q'],
    ['9900800', 'U'],
    ['0000000', undefined],
    ['471210', undefined],
    ['Comércio', undefined],
  ])('%s is in %s', (code, letter) => {
    expect(sectionOf(code)).toBe(letter);
  });
});
