import type { ReportNumbers, Totals } from '../index.js';

import { barTable, rounded, roundingNote } from './bars.js';
import { labelFor, outcomeLabels, reasonLabels } from './labels.js';
import { html, nothing, type Markup } from './markup.js';
import type { Words } from './page-language.js';

/** The four numbers that most readers want. */
export function figures(words: Words, { totals }: ReportNumbers): Markup {
  const { rows, unique, found, credits } = totals;
  const share = words.share(found, unique);
  const saved = words.t.report.savedByLedger(words.count(credits.saved));
  return html`<dl class="figures">
    ${figure(words.t.report.rows, words.count(rows))}
    ${figure(words.t.report.different, words.count(unique))}
    ${figure(words.t.report.found, words.count(found), words.t.report.ofIdentifiers(share))}
    ${figure(words.t.report.creditsCharged, words.count(credits.charged), saved)}
  </dl>`;
}

function figure(name: string, value: string, about = ''): Markup {
  const small = about === '' ? nothing : html`<dd class="about">${about}</dd>`;
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
    ${small}
  </div>`;
}

/** What every row of the input came to; always adds up to all rows. */
const OUTCOMES = [
  'found',
  'notFound',
  'invalid',
  'duplicates',
  'skipped',
  'failed',
  'pending',
  'unconfirmed',
] as const;

export function rowsSection(words: Words, { totals }: ReportNumbers): Markup {
  const heading = words.t.report.rowsByOutcome;
  const none = words.t.report.noRows;
  const body = totals.rows === 0 ? html`<p>${none}</p>` : rowsBody(words, totals);
  return html`<section>
    <h2>${heading}</h2>
    ${body}
  </section>`;
}

function rowsBody(words: Words, totals: Totals): Markup {
  const repaired = words.t.report.zerosRestored(totals.repaired);
  const outcomes = OUTCOMES.map((name) => ({ count: totals[name] }));
  return html`<div class="columns">
    <div class="card">
      ${stackedBar(totals)} ${outcomeTable(words, totals)}
      ${roundingNote(words, outcomes, totals.rows)}
      ${totals.repaired === 0 ? nothing : html`<p class="hint">${repaired}</p>`}
    </div>
    ${totals.invalid === 0 ? nothing : reasons(words, totals)}
  </div>`;
}

/** All rows as one bar; the table below it is its legend. */
function stackedBar(totals: Totals): Markup {
  let x = 0;
  const pieces = OUTCOMES.map((name) => {
    const width = (totals[name] / totals.rows) * 100;
    const piece = html`<rect
      class="of-${name}"
      x="${rounded(x)}"
      width="${rounded(width)}"
      height="8"
    />`;
    x += width;
    return totals[name] === 0 ? nothing : piece;
  });
  return html`<svg class="stack" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
    ${pieces}
  </svg>`;
}

function outcomeTable(words: Words, totals: Totals): Markup {
  const always = new Set<string>(['found', 'notFound', 'invalid', 'duplicates']);
  const shown = OUTCOMES.filter((name) => totals[name] > 0 || always.has(name));
  const rows = shown.map(
    (name) =>
      html`<tr>
        <th scope="row">${swatch(`of-${name}`)}${outcomeLabels(words)[name]}</th>
        <td>${words.count(totals[name])}</td>
        <td class="share">${words.share(totals[name], totals.rows)}</td>
      </tr>`,
  );
  return html`<table class="bars">
    <thead class="spoken">
      <tr>
        <th scope="col">${words.t.report.what}</th>
        <th scope="col">${words.t.report.count}</th>
        <th scope="col">${words.t.report.share}</th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row">${words.t.report.allRows}</th>
        <td>${words.count(totals.rows)}</td>
        <td class="share"></td>
      </tr>
    </tfoot>
  </table>`;
}

/** The colour of a drawing beside its name. */
export function swatch(className: string): Markup {
  return html`<svg class="swatch" viewBox="0 0 10 10" aria-hidden="true">
    <rect class="${className}" width="10" height="10" rx="2" />
  </svg>`;
}

function reasons(words: Words, { reasons, invalid }: Totals): Markup {
  const heading = words.t.report.whyInvalid;
  const rows = Object.entries(reasons)
    .sort(([, a], [, b]) => b - a)
    .map(([reason, count]) => ({ label: labelFor(reasonLabels(words), reason) ?? reason, count }));
  return html`<div class="card">
    <h3>${heading}</h3>
    ${barTable(words, heading, rows, invalid)}
  </div>`;
}
