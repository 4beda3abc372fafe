import { t } from '../messages/index.js';
import type { Breakdown, BreakdownName, Group, PartNumbers } from './index.js';
import { activityName, type Activities } from '../records/activities.js';
import { html, type Markup } from './markup.js';
import { barTable, count, labelFor, type Row } from './tables.js';

/** More rows would bury the page; the rest is added up. There are 27 states. */
const MOST_ROWS: Readonly<Partial<Record<BreakdownName, number>>> = { uf: 28 };

const WIDE: Readonly<Partial<Record<BreakdownName, 'rows' | 'lines'>>> = {
  uf: 'rows',
  openingYear: 'rows',
  activity: 'lines',
};

/** What was found, by each field; one section for each kind. */
export function recordsSection(
  { kind, found, breakdowns }: PartNumbers,
  activities: Activities,
): Markup {
  const card = (breakdown: Breakdown) => breakdownCard(breakdown, found, activities);
  const body =
    found === 0
      ? html`<p>${t.report.nothingFound}</p>`
      : html`<p class="hint">${t.report.ofFound(count(found))}</p>
          <div class="columns">${breakdowns.map(card)}</div>`;
  return html`<section>
    <h2>${t.report.kinds[kind]}</h2>
    ${body}
  </section>`;
}

function breakdownCard(breakdown: Breakdown, found: number, activities: Activities): Markup {
  const { name, others, notInformed } = breakdown;
  const rows = rowsOf(breakdown, activities);
  const most = MOST_ROWS[name] ?? 10;
  const rest = rows.slice(most).reduce((sum, row) => sum + row.count, others);
  const apart = [
    { label: t.report.others, count: rest, isRest: true },
    { label: t.report.notInformed, count: notInformed, isRest: true },
  ];
  const shown = [...rows.slice(0, most), ...apart.filter((row) => row.count > 0)];
  const notes: Readonly<Partial<Record<string, string>>> = t.report.fieldNotes;
  return barTable(t.report.fields[name], shown, found, { note: notes[name], wide: WIDE[name] });
}

/** The service's values as they came, but for codes that no reader would know. */
function rowsOf({ name, groups }: Breakdown, activities: Activities): Row[] {
  if (name === 'openingYear') return decades(groups);
  return groups.map(({ label, count: number }) => {
    if (name === 'activity') return activityRow(label, number, activities);
    if (name === 'sex') return { label: labelFor(t.report.sexes, label), count: number };
    return { label: name === 'ageBand' ? ageText(label) : label, count: number };
  });
}

/** `4712-1/00 Comércio varejista de …`: the official words, which there are in Portuguese only. */
function activityRow(label: string, number: number, activities: Activities): Row {
  const code = label.replace(/^(\d{4})(\d)(\d{2})$/, '$1-$2/$3');
  const text = activityName(label, activities);
  if (text === undefined) return { label: code, count: number };
  return { label: `${code} ${text}`, lang: 'pt-BR', count: number };
}

function ageText(band: string): string {
  const [from = '', to] = band.replace('+', '').split('-');
  return to === undefined ? t.report.orOlder(from) : t.report.fromTo(from, to);
}

/** The years of the last decades; what was before them is added up. */
const MOST_DECADES = 6;

/** Groups of years, the newest first. */
function decades(years: readonly Group[]): Row[] {
  const last = Number(years.at(-1)?.label);
  const newest = last - (last % 10);
  const first = newest - 10 * MOST_DECADES + 10;
  const rows = Array.from({ length: MOST_DECADES }, (_, at) => {
    const from = newest - 10 * at;
    const to = Math.min(from + 9, last);
    const label = t.report.fromTo(String(from), String(to));
    return { label, count: total(years, from, to) };
  });
  const before = { label: t.report.until(String(first - 1)), count: total(years, 0, first - 1) };
  return [...rows, before].filter((row) => row.count > 0);
}

function total(years: readonly Group[], from: number, to: number): number {
  const within = years.filter(({ label }) => Number(label) >= from && Number(label) <= to);
  return within.reduce((sum, year) => sum + year.count, 0);
}
