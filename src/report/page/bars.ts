import { html, nothing, type Content, type Markup } from './markup.js';
import type { Words } from './page-language.js';

export interface Row {
  readonly label: Content;
  /** Smaller, below the label. */
  readonly about?: string | undefined;
  readonly count: number;
  /** What belongs to no group: set back, and without a bar. */
  readonly isRest?: boolean;
}

export interface Look {
  /** Bars beside the labels, for words and for codes of two letters; below them otherwise. */
  readonly beside?: 'words' | 'codes' | undefined;
}

/** A table of counts, each with its share of `whole` and a bar as long as it is beside the largest. */
export function barTable(
  words: Words,
  heading: string,
  rows: readonly Row[],
  whole: number,
  { beside }: Look = {},
): Markup {
  const isBeside = beside !== undefined;
  const largest = Math.max(1, ...rows.filter(({ isRest }) => isRest !== true).map(countOf));
  return html`<table class="bars${isBeside ? ` beside ${beside}` : ''}">
    <thead class="spoken">
      <tr>
        <th scope="col">${heading}</th>
        ${isBeside ? html`<td></td>` : nothing}
        <th scope="col">${words.say`Count`}</th>
        <th scope="col">${words.say`Share`}</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map((row) => barRow(words, row, { whole, largest, isBeside }))}
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
  const { label, about, count, isRest } = row;
  const small = about === undefined ? nothing : html`<small>${about}</small>`;
  const drawn = isRest === true ? nothing : bar(count / largest);
  return html`<tr${isRest === true ? html` class="rest"` : nothing}>
    ${
      isBeside && isRest !== true
        ? html`<th scope="row">${label}</th>
            <td class="drawn">${drawn}</td>`
        : html`<th scope="row" ${isBeside ? html`colspan="2"` : nothing}>
            ${label}${small}${drawn}
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
