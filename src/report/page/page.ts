import type { Subclasses } from '../cnae/subclasses.js';
import type { ReportNumbers } from '../index.js';
import { courseSection } from './course.js';
import { stateLabels, stateNotes } from './labels.js';
import { html, trusted, nothing, type Markup } from './markup.js';
import { figures, rowsSection } from './overview.js';
import { recordsSection } from './records.js';
import { style } from './style.js';
import type { Words } from './page-language.js';

/** Nothing is loaded and nothing runs, whatever the page might hold. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/** What the page shows besides its numbers. */
export interface PageFacts {
  /** Of confere. */
  readonly version: string;
  /** In place of our own. */
  readonly title?: string;
  /** The descriptions of activities. */
  readonly subclasses: Subclasses;
}

/** The report as one page that needs nothing but itself. */
export function reportPage(numbers: ReportNumbers, words: Words, facts: PageFacts): string {
  const { batch } = numbers;
  const { title, subclasses } = facts;
  return `<!doctype html>\n${
    html`<html lang="${words.language}">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${POLICY}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="data:," />
        <title>${title ?? words.t.report.titleOf(batch)}</title>
        <style>
          ${trusted(style)}
        </style>
      </head>
      <body>
        ${head(words, numbers, title)}
        <main>
          ${figures(words, numbers)} ${rowsSection(words, numbers)} ${courseSection(words, numbers)}
          ${costSection(words, numbers)}
          ${numbers.parts.map((part) => recordsSection(words, part, subclasses))}
        </main>
        ${foot(words, numbers, facts)}
      </body>
    </html>`.text
  }\n`;
}

function head(
  words: Words,
  { batch, state, source, madeAt, parts }: ReportNumbers,
  title: string | undefined,
): Markup {
  const kinds = parts.map(({ kind }) => kind.toUpperCase()).join(', ');
  const note = stateNotes(words)[state];
  const notes = [
    ...(source === 'sandbox' ? [words.t.report.sandboxNote] : []),
    ...(note === undefined ? [] : [note]),
  ];
  return html`<header>
    <h1>${title ?? words.t.report.title}</h1>
    <p>
      <strong>${words.t.batch.heading(batch)}</strong> · ${kinds} ·
      <strong>${stateLabels(words)[state]}</strong> · ${words.t.report.asOf(words.time(madeAt))}
    </p>
    ${notes.map((text) => html`<p class="notice" role="note">${text}</p>`)}
  </header>`;
}

function foot(words: Words, { madeAt }: ReportNumbers, { version, title }: PageFacts): Markup {
  const time = words.time(madeAt);
  const isPrivate =
    title === undefined ? words.t.report.private : words.t.report.privateBesidesTitle;
  return html`<footer>
    <p>${words.t.report.madeBy(version, time, words.timeZone)}</p>
    <p>${isPrivate}</p>
  </footer>`;
}

/** What the batch cost, and what it did not. */
function costSection(words: Words, { totals }: ReportNumbers): Markup {
  const { credits, notFound, duplicates, invalid, found } = totals;
  const share = words.share(credits.saved, found);
  const saved =
    credits.saved === 0
      ? nothing
      : html`<p class="hint">${words.t.report.ledgerAnswered(share)}</p>`;
  return html`<section>
    <h2>${words.t.report.costAndSavings}</h2>
    <div class="columns">
      <div class="card">
        <h3>${words.t.report.credits}</h3>
        ${costTable(words, [
          [words.t.report.maximum, credits.estimated],
          [words.t.report.charged, credits.charged],
          [words.t.report.saved, credits.saved],
        ])}
        ${saved}
      </div>
      <div class="card">
        <h3>${words.t.report.notCharged}</h3>
        ${costTable(words, [
          [words.t.report.notFoundFree, notFound],
          [words.t.report.duplicatesFree, duplicates],
          [words.t.report.invalidFree, invalid],
        ])}
      </div>
    </div>
    <p class="hint">${words.t.report.usualPrice}</p>
  </section>`;
}

function costTable(
  words: Words,
  rows: readonly (readonly [label: string, count: number])[],
): Markup {
  return html`<table class="bars">
    <tbody>
      ${rows.map(
        ([label, count]) =>
          html`<tr>
            <th scope="row">${label}</th>
            <td>${words.count(count)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}
