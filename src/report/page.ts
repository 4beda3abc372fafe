import { formatMoney, t } from '../messages/index.js';
import type { ReportNumbers, Totals } from './index.js';
import { html, EMPTY, trustMarkup, type Markup } from './markup.js';
import type { Activities } from '../records/activities.js';
import { style } from './style.js';
import {
  buildBarTable,
  formatCount,
  buildCountRow,
  buildRecordsSection,
  roundForDrawing,
  formatShare,
} from './tables.js';

/** The policy of the page: it loads and runs nothing, whatever it contains. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/** The content of the page besides its numbers. */
export interface PageFacts {
  /** The version of confere. */
  readonly version: string;
  readonly timeZone: string;
  readonly activities: Activities;
  /** R$ of one credit, where it is set. */
  readonly creditPrice?: number | undefined;
}

/** Returns the report as one self-contained page, in the language of the process. */
export function buildReportPage(numbers: ReportNumbers, facts: PageFacts): string {
  const { batch, parts, totals } = numbers;
  const page = html`<html lang="${t.language}">
    <head>
      <meta charset="utf-8" />
      <meta http-equiv="Content-Security-Policy" content="${POLICY}" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex" />
      <meta name="color-scheme" content="light dark" />
      <link rel="icon" href="data:," />
      <title>${t.report.titleOf(batch)}</title>
      <style>
        ${trustMarkup(style)}
      </style>
    </head>
    <body>
      ${buildHeader(numbers, facts)}
      <main>
        ${buildHeadline(totals)} ${buildRowsSection(totals)}
        ${buildCostSection(totals, facts.creditPrice)}
        ${parts.map((part) => buildRecordsSection(part, facts.activities))}
      </main>
      ${buildFooter(facts)}
    </body>
  </html>`;
  return `<!doctype html>\n${page.text}\n`;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function buildHeader(numbers: ReportNumbers, { timeZone }: PageFacts): Markup {
  const { batch, state, source, parts, madeAt } = numbers;
  const format = { timeZone, dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23' } as const;
  const time = new Intl.DateTimeFormat(t.language, format).format(madeAt);
  const kinds = parts.map(({ kind }) => kind.toUpperCase()).join(', ');
  const notes = [
    ...(source === 'sandbox' ? [t.report.sandboxNote] : []),
    ...(state === 'complete' ? [] : [t.report.notes[state]]),
  ];
  return html`<header>
    <h1>${t.report.title}</h1>
    <p>
      <strong>${t.batch.heading(batch)}</strong> · ${kinds} ·
      <strong>${capitalize(t.table.states[state])}</strong> · ${t.report.asOf(time)}
    </p>
    ${notes.map((text) => html`<p class="notice" role="note">${text}</p>`)}
  </header>`;
}

function buildFooter({ version, timeZone }: PageFacts): Markup {
  return html`<footer>
    <p>${t.report.madeBy({ version, timeZone })}</p>
    <p>${t.report.private}</p>
  </footer>`;
}

/** Returns the four numbers that most readers of the page want. */
function buildHeadline({ rows, unique, found, credits }: Totals): Markup {
  const saved = credits.saved > 0 ? t.report.savedByLedger(formatCount(credits.saved)) : '';
  const numbers = [
    [t.report.rows, rows, ''],
    [t.report.different, unique, ''],
    [t.report.found, found, t.report.shareOfIdentifiers(formatShare(found, unique))],
    [t.report.creditsCharged, credits.charged, saved],
  ] as const;
  const buildNumber = ([name, value, note]: (typeof numbers)[number]) =>
    html`<div>
      <dt>${name}</dt>
      <dd>${formatCount(value)}</dd>
      ${note === '' ? EMPTY : html`<dd class="about">${note}</dd>`}
    </div>`;
  return html`<dl class="figures">${numbers.map(buildNumber)}</dl>`;
}

/** The numbers of rows that add up to all rows of the input. */
const OUTCOMES = [
  ...(['found', 'notFound', 'invalid', 'duplicates'] as const),
  ...(['skipped', 'failed', 'pending', 'unconfirmed'] as const),
];

function buildRowsSection(totals: Totals): Markup {
  return html`<section>
    <h2>${t.report.rowsByOutcome}</h2>
    ${totals.rows === 0 ? html`<p>${t.report.noRows}</p>` : buildRowsBody(totals)}
  </section>`;
}

function buildRowsBody(totals: Totals): Markup {
  const { repaired, reasons, invalid, rows } = totals;
  const shownOutcomes = OUTCOMES.filter((name) => totals[name] > 0);
  const causes = Object.entries(reasons)
    .sort(([, a], [, b]) => b - a)
    .map(([name, number]) => ({ label: capitalize(t.phrases.reason(name)), count: number }));
  return html`<div class="columns">
    <div class="card">
      ${drawStackedBar(totals)}
      <table>
        ${shownOutcomes.map((name) => {
          const label = [drawSwatch(name), t.report.outcomes[name]];
          return buildCountRow(label, totals[name], formatShare(totals[name], rows));
        })}
        <tfoot>
          ${buildCountRow(t.report.allRows, rows, '')}
        </tfoot>
      </table>
      ${repaired === 0 ? EMPTY : html`<p class="hint">${t.report.zerosRestored({ repaired })}</p>`}
    </div>
    ${invalid === 0 ? EMPTY : buildBarTable(t.report.whyInvalid, causes, invalid)}
  </div>`;
}

/** Returns one bar with a piece for each outcome; the table below the bar is its legend. */
function drawStackedBar(totals: Totals): Markup {
  let x = 0;
  const pieces = OUTCOMES.map((name) => {
    const width = (totals[name] / totals.rows) * 100;
    x += width;
    return html`<rect
      class="of-${name}"
      x="${roundForDrawing(x - width)}"
      width="${roundForDrawing(width)}"
      height="8"
    />`;
  });
  return html`<svg class="stack" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
    ${pieces}
  </svg>`;
}

/** Returns a sample of the color of an outcome, for the legend of the bar. */
function drawSwatch(name: string): Markup {
  return html`<svg class="swatch" viewBox="0 0 10 10" aria-hidden="true">
    <rect class="of-${name}" width="10" height="10" rx="2" />
  </svg>`;
}

/** Returns the section about the credits that were charged, and those that records in the ledger saved. */
function buildCostSection({ credits }: Totals, creditPrice: number | undefined): Markup {
  const amounts = [
    [t.report.charged, credits.charged],
    [t.report.saved, credits.saved],
    [t.report.maximum, credits.estimated],
  ] as const;
  const rows = amounts.filter(([, amount], index) => index === 0 || amount > 0);
  return html`<section>
    <h2>${t.report.cost}</h2>
    <div class="card">
      <table>
        ${rows.map(([label, amount]) => buildCountRow(label, amount, formatMoney(amount, creditPrice) || undefined))}
      </table>
    </div>
  </section>`;
}
