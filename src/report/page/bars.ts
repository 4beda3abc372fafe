import { tenthsOfPercent } from '../../messages/index.js';
import { html, nothing, type Content, type Markup } from './markup.js';
import type { Words } from './page-language.js';

export interface Row {
  readonly label: Content;
  /** In the service's own language where that is not the page's. */
  readonly lang?: string;
  /** A part of the row above it, and already counted there. */
  readonly isPart?: boolean;
  readonly count: number;
  /** What belongs to no group: set back, and without a bar. */
  readonly isRest?: boolean;
}

/** How the rows of a table are drawn. */
export interface Look {
  /** Bars beside the labels, for words and for codes of two letters; below them otherwise. */
  readonly beside?: 'words' | 'codes';
  /** In two halves side by side, where there is room. */
  readonly halved?: boolean;
}

/** Fewer rows are not divided. */
const WORTH_HALVING = 10;

/** A table of counts, each with its share of `whole` and a bar as long as it is beside the largest. */
export function barTable(
  words: Words,
  heading: string,
  rows: readonly Row[],
  whole: number,
  { beside, halved = false }: Look = {},
): Markup {
  const isBeside = beside !== undefined;
  const largest = Math.max(1, ...rows.filter(({ isRest }) => isRest !== true).map(countOf));
  const measure = { whole, largest, isBeside };
  const half = Math.ceil(rows.length / 2);
  const tables =
    halved && rows.length >= WORTH_HALVING
      ? html`<div class="halves">
          ${[rows.slice(0, half), rows.slice(half)].map((some) =>
            oneTable(words, heading, some, measure, beside),
          )}
        </div>`
      : oneTable(words, heading, rows, measure, beside);
  return html`${tables}${roundingNote(words, rows, whole)}`;
}

/** Shares that each agree with a calculator need not add up, and none is changed to make them. */
export function roundingNote(
  words: Words,
  rows: readonly Pick<Row, 'count' | 'isPart'>[],
  whole: number,
): Markup {
  const parts = rows.filter(({ isPart }) => isPart !== true).map(({ count }) => count);
  const sum = parts.reduce((all, part) => all + part, 0);
  const tenths = parts.reduce((all, part) => all + tenthsOfPercent(part, Math.max(1, whole)), 0);
  if (sum !== whole || whole === 0 || tenths === 1000) return nothing;
  return html`<p class="hint">${words.t.report.sharesRounded}</p>`;
}

function oneTable(
  words: Words,
  heading: string,
  rows: readonly Row[],
  measure: Measure,
  beside: Look['beside'],
): Markup {
  const { isBeside } = measure;
  return html`<table class="bars${isBeside ? ` beside ${beside}` : ''}">
    <thead class="spoken">
      <tr>
        <th scope="col">${heading}</th>
        ${isBeside ? html`<td></td>` : nothing}
        <th scope="col">${words.t.report.count}</th>
        <th scope="col">${words.t.report.share}</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map((row) => barRow(words, row, measure))}
    </tbody>
  </table>`;
}

function countOf({ count }: Row): number {
  return count;
}

interface Measure {
  readonly whole: number;
  readonly largest: number;
  readonly isBeside: boolean;
}

function barRow(words: Words, row: Row, { whole, largest, isBeside }: Measure): Markup {
  const { label, lang, count, isRest, isPart } = row;
  const drawn = isRest === true ? nothing : bar(count / largest);
  const kind = isPart === true ? html` class="part"` : nothing;
  return html`<tr${isRest === true ? html` class="rest"` : kind}>
    ${
      isBeside && isRest !== true
        ? html`<th scope="row">${label}</th>
            <td class="drawn">${drawn}</td>`
        : html`<th scope="row" ${isBeside ? html`colspan="2"` : nothing}>
            ${lang === undefined ? label : html`<span lang="${lang}">${label}</span>`}${drawn}
          </th>`
    }
    <td>${words.count(count)}</td>
    <td class="share">${words.share(count, whole)}</td>
  </tr>`;
}

/** Drawn, not coloured by a background: it is in print too. `part` from 0 to 1. */
function bar(part: number): Markup {
  return html`<svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
    <rect class="track" width="100" height="4" />
    <rect class="fill" width="${rounded(part * 100)}" height="4" />
  </svg>`;
}

/** Enough for a drawing. */
export function rounded(value: number): string {
  return String(Math.round(value * 100) / 100);
}
