import { formatNumber, t, tenthsOfPercent } from '../messages/index.js';
import type { Breakdown, BreakdownName, Group, PartNumbers } from './index.js';
import { findActivityName, type Activities } from '../records/activities.js';
import { html, EMPTY, type Content, type Markup } from './markup.js';

/**
 * The CSS classes `wide` and `rows` of a breakdown, and how many of its groups have a row of their own; the others are
 * added up in one row.
 */
const LAYOUTS: Readonly<Partial<Record<BreakdownName, { wide: string; maxRows?: number }>>> = {
  // Each of the 27 states has a row, and so has one value that is none of them.
  uf: { wide: ' wide rows', maxRows: 28 },
  openingYear: { wide: ' wide rows' },
  activity: { wide: ' wide' },
};

/** Returns the section about the found records of one kind, with a card for each field. */
export function buildRecordsSection(
  { kind, found, breakdowns }: PartNumbers,
  activities: Activities,
): Markup {
  const buildCard = (breakdown: Breakdown) => buildBreakdownCard(breakdown, found, activities);
  const body =
    found === 0
      ? html`<p>${t.report.nothingFound}</p>`
      : html`<p class="hint">${t.report.ofFound(formatCount(found))}</p>
          <div class="columns">${breakdowns.map(buildCard)}</div>`;
  return html`<section>
    <h2>${t.report.kinds[kind]}</h2>
    ${body}
  </section>`;
}

function buildBreakdownCard(breakdown: Breakdown, found: number, activities: Activities): Markup {
  const { name, others, notInformed } = breakdown;
  const rows = buildRows(breakdown, activities);
  const { maxRows = 10, wide } = LAYOUTS[name] ?? {};
  const restCount = rows.slice(maxRows).reduce((sum, row) => sum + row.count, others);
  const restRows = [
    { label: t.report.others, count: restCount, isRest: true },
    { label: t.report.notInformed, count: notInformed, isRest: true },
  ];
  const shown = [...rows.slice(0, maxRows), ...restRows.filter((row) => row.count > 0)];
  const notes: Readonly<Partial<Record<string, string>>> = t.report.fieldNotes;
  return buildBarTable(t.report.fields[name], shown, found, { note: notes[name], wide });
}

/** Returns the groups as rows, with words in place of codes that few readers know. */
function buildRows({ name, groups }: Breakdown, activities: Activities): BarRow[] {
  if (name === 'openingYear') return groupByDecade(groups);
  return groups.map(({ label, count: number }) => {
    if (name === 'activity') return buildActivityRow(label, number, activities);
    if (name === 'ageBand') return { label: describeAgeBand(label), count: number };
    const { sexes } = t.report;
    // The service may send a value that has no name here.
    const isNamed = name === 'sex' && Object.hasOwn(sexes, label);
    return { label: isNamed ? sexes[label as keyof typeof sexes] : label, count: number };
  });
}

/**
 * Returns a row such as `4712-1/00 Comércio varejista de …`, with the official name, which exists only in Portuguese.
 */
function buildActivityRow(label: string, number: number, activities: Activities): BarRow {
  const code = label.replace(/^(\d{4})(\d)(\d{2})$/, '$1-$2/$3');
  const text = findActivityName(label, activities);
  if (text === undefined) return { label: code, count: number };
  return { label: `${code} ${text}`, lang: 'pt-BR', count: number };
}

function describeAgeBand(band: string): string {
  const [from = '', to] = band.replace('+', '').split('-');
  return to === undefined ? t.report.orOlder(from) : t.report.fromTo(from, to);
}

/** The most decades that have a row; all earlier years have one row together. */
const MOST_DECADES = 6;

/** Returns a row for each decade, the newest first. */
function groupByDecade(years: readonly Group[]): BarRow[] {
  const lastYear = Number(years.at(-1)?.label);
  const firstDecade = lastYear - (lastYear % 10) - 10 * (MOST_DECADES - 1);
  const counts = new Map<string, number>();
  for (const year of years) {
    const decade = Number(year.label) - (Number(year.label) % 10);
    const label =
      decade < firstDecade
        ? t.report.until(String(firstDecade - 1))
        : t.report.fromTo(String(decade), String(Math.min(decade + 9, lastYear)));
    counts.set(label, (counts.get(label) ?? 0) + year.count);
  }
  return Array.from(counts, ([label, number]) => ({ label, count: number })).reverse();
}

/** A row with a count and a bar. */
interface BarRow {
  readonly label: string;
  /** The language of the label, if it is not the page's. */
  readonly lang?: string;
  readonly count: number;
  /** The row counts records without a group; it has a paler color and no bar. */
  readonly isRest?: boolean;
}

/** Returns a card with a table of counts: each has its share of `total`, and a bar that is relative to the largest. */
export function buildBarTable(
  heading: string,
  rows: readonly BarRow[],
  total: number,
  { note, wide = '' }: { readonly note?: string; readonly wide?: string } = {},
): Markup {
  const grouped = rows.filter(({ isRest }) => isRest !== true);
  const largest = Math.max(1, ...grouped.map((row) => row.count));
  return html`<div class="card${wide}">
    <h3>${heading}</h3>
    ${note === undefined ? EMPTY : html`<p class="hint">${note}</p>`}
    <table>
      <thead class="spoken">
        <tr>
          <th scope="col">${heading}</th>
          <th scope="col">${t.report.count}</th>
          <th scope="col">${t.report.share}</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map((row) => buildBarRow(row, total, largest))}
      </tbody>
    </table>
  </div>`;
}

function buildBarRow(
  { label, lang, count: number, isRest = false }: BarRow,
  total: number,
  largest: number,
) {
  const name = lang === undefined ? label : html`<span lang="${lang}">${label}</span>`;
  const bar = isRest ? EMPTY : drawBar(number / largest);
  return buildCountRow([name, bar], number, formatShare(number, total), isRest);
}

/** Returns a row of a table of counts. `share`: the text of its last cell, which is left out without it. */
export function buildCountRow(
  name: Content,
  number: number,
  share?: string,
  isRest = false,
): Markup {
  return html`<tr${isRest ? html` class="rest"` : EMPTY}>
    <th scope="row">${name}</th>
    <td>${formatCount(number)}</td>
    ${share === undefined ? EMPTY : html`<td class="share">${share}</td>`}
  </tr>`;
}

/** Returns a bar. `share`: 0 to 1. The bar is an image, because printers omit backgrounds. */
function drawBar(share: number): Markup {
  return html`<svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
    <rect class="track" width="100" height="4" />
    <rect class="fill" width="${roundForDrawing(share * 100)}" height="4" />
  </svg>`;
}

/** Returns a number with two decimals, enough for a drawing. */
export const roundForDrawing = (value: number): string => String(Math.round(value * 100) / 100);

export const formatCount = (value: number): string => formatNumber(value);

/** Returns the share of `part` in `whole`, rounded, but 100% only for all and 0% only for none; `–` if `whole` is 0. */
export function formatShare(part: number, whole: number): string {
  if (whole === 0) return '–';
  const tenths = tenthsOfPercent(part, whole);
  if (part > 0 && tenths === 0) return `< ${formatPercent(1)}`;
  if (part < whole && tenths === 1000) return `> ${formatPercent(999)}`;
  return formatPercent(tenths);
}

/** Returns a percentage with one decimal, so that the decimals of a column align. */
function formatPercent(tenths: number): string {
  if (tenths % 1000 === 0) return `${tenths / 10}%`;
  const text = (tenths / 10).toFixed(1);
  return `${t.language === 'pt-BR' ? text.replace('.', ',') : text}%`;
}
