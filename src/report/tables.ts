import { formatNumber, t, tenthsOfPercent } from '../messages/index.js';
import { html, nothing, type Markup } from './markup.js';

export interface Row {
  readonly label: string;
  /** The language of the label where that is not the page's. */
  readonly lang?: string;
  readonly count: number;
  /** What belongs to no group: set back, and without a bar. */
  readonly isRest?: boolean;
}

interface Look {
  readonly note?: string;
  /** As wide as the page: `rows` side by side, or one below the other because they are long. */
  readonly wide?: 'rows' | 'lines';
}

/** A card with a table of counts, each with its share of `whole` and a bar as long as it is beside the largest. */
export function barTable(
  heading: string,
  rows: readonly Row[],
  whole: number,
  { note, wide }: Look = {},
): Markup {
  const grouped = rows.filter(({ isRest }) => isRest !== true);
  const largest = Math.max(1, ...grouped.map((row) => row.count));
  return html`<div class="card${wide === undefined ? '' : ` wide ${wide}`}">
    <h3>${heading}</h3>
    ${note === undefined ? nothing : html`<p class="hint">${note}</p>`}
    <table>
      <thead class="spoken">
        <tr>
          <th scope="col">${heading}</th>
          <th scope="col">${t.report.count}</th>
          <th scope="col">${t.report.share}</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map((row) => barRow(row, whole, largest))}
      </tbody>
    </table>
  </div>`;
}

function barRow({ label, lang, count: number, isRest }: Row, whole: number, largest: number) {
  const name = lang === undefined ? label : html`<span lang="${lang}">${label}</span>`;
  const bar = isRest === true ? nothing : barOf(number / largest);
  return html`<tr${isRest === true ? html` class="rest"` : nothing}>
    <th scope="row">${name}${bar}</th>
    <td>${count(number)}</td>
    <td class="share">${share(number, whole)}</td>
  </tr>`;
}

/** Drawn, not coloured by a background: it is in print too. `part` from 0 to 1. */
function barOf(part: number): Markup {
  return html`<svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
    <rect class="track" width="100" height="4" />
    <rect class="fill" width="${rounded(part * 100)}" height="4" />
  </svg>`;
}

/** Enough for a drawing. */
export const rounded = (value: number): string => String(Math.round(value * 100) / 100);

export const count = (value: number): string => formatNumber(value);

/** `part` of `whole`, rounded as a calculator does, but 100% is all of it and 0% nothing; `–` of nothing. */
export function share(part: number, whole: number): string {
  if (whole === 0) return '–';
  const tenths = tenthsOfPercent(part, whole);
  if (part > 0 && tenths === 0) return `< ${percent(1)}`;
  if (part < whole && tenths === 1000) return `> ${percent(999)}`;
  return percent(tenths);
}

/** One decimal for all, so that they stand below each other. */
function percent(tenths: number): string {
  if (tenths % 1000 === 0) return `${tenths / 10}%`;
  const text = (tenths / 10).toFixed(1);
  return `${t.language === 'pt-BR' ? text.replace('.', ',') : text}%`;
}

/** The label of a name, which may be new at the service or of a newer ledger. */
export function labelFor(labels: Readonly<Partial<Record<string, string>>>, name: string): string {
  return (Object.hasOwn(labels, name) ? labels[name] : undefined) ?? name;
}
