import { NO_SECTION, sectionLabels, sectionOf } from '../cnae/sections.js';
import type { Subclasses } from '../cnae/subclasses.js';
import type { Breakdown, BreakdownName, Group, PartNumbers } from '../index.js';
import { barTable, rounded, type Row } from './bars.js';
import { breakdownLabels, breakdownNotes, kindLabels, labelFor, sexLabels } from './labels.js';
import { html, nothing, type Markup } from './markup.js';
import type { Words } from './page-language.js';

/** Those whose values leave room beside them. */
const SHORT: Readonly<Partial<Record<BreakdownName, 'words' | 'codes'>>> = {
  status: 'words',
  uf: 'codes',
  sex: 'words',
  ageBand: 'words',
};

/** Cards as wide as the page: many rows, or long ones. */
const WIDE: ReadonlySet<BreakdownName> = new Set(['uf', 'section', 'openingYear']);

/** What was found, by each field; one section for each kind. */
export function recordsSection(
  words: Words,
  { kind, found, breakdowns }: PartNumbers,
  subclasses: Subclasses,
): Markup {
  // The card of the sections shows them.
  const activities = breakdowns.find(({ name }) => name === 'activity')?.groups ?? [];
  const shown = breakdowns.filter(({ name }) => name !== 'activity');
  const cards = (isWide: boolean) =>
    shown
      .filter(({ name }) => WIDE.has(name) === isWide)
      .map((one) => card(words, one, found, { activities, subclasses }));
  const body =
    found === 0
      ? html`<p>${words.t.report.nothingFound}</p>`
      : html`<p class="hint">${words.t.report.ofFound(words.count(found))}</p>
          <div class="columns">${cards(false)}</div>
          ${cards(true)}`;
  return html`<section>
    <h2>${kindLabels(words)[kind]}</h2>
    ${body}
  </section>`;
}

interface Activities {
  readonly activities: readonly Group[];
  readonly subclasses: Subclasses;
}

function card(
  words: Words,
  breakdown: Breakdown,
  found: number,
  { activities, subclasses }: Activities,
): Markup {
  const { name, groups } = breakdown;
  const heading = breakdownLabels(words)[name];
  const about = breakdownNotes(words)[name];
  const chart = name === 'openingYear' ? yearsChart(words, breakdown) : nothing;
  const rowsOf = (group: Group): Row[] =>
    name === 'section'
      ? sectionRows(words, group, activities, subclasses)
      : [rowOf(words, name, group)];
  const rows = [
    ...(name === 'openingYear' ? [] : groups.flatMap(rowsOf)),
    ...restOf(words, breakdown),
  ];
  const look = { beside: SHORT[name], halved: name === 'uf' };
  return html`<div class="card">
    <h3>${heading}</h3>
    ${about === undefined ? nothing : html`<p class="hint">${about}</p>`} ${chart}
    ${barTable(words, heading, rows, found, look)}
  </div>`;
}

/** A section of the CNAE, its largest activities and the number of all others. */
function sectionRows(
  words: Words,
  { label, count }: Group,
  activities: readonly Group[],
  subclasses: Subclasses,
): Row[] {
  const own = activities.filter((one) => (sectionOf(one.label) ?? NO_SECTION) === label);
  const others = count - own.reduce((sum, one) => sum + one.count, 0);
  return [
    { label: labelFor(sectionLabels(words), label) ?? label, count },
    ...own.map((one) => activityRow(one, subclasses)),
    ...(others > 0 ? [{ label: words.t.report.othersOfSection, count: others, isPart: true }] : []),
  ];
}

/** `4712-1/00 Comércio varejista de …`: the official words, which there are in Portuguese only. */
function activityRow({ label, count }: Group, subclasses: Subclasses): Row {
  const code = label.replace(/^(\d{4})(\d)(\d{2})$/, '$1-$2/$3');
  const text = labelFor(subclasses, label);
  return text === undefined
    ? { label: code, count, isPart: true }
    : { label: `${code} ${text}`, lang: 'pt-BR', count, isPart: true };
}

/** What is in no group is always said, also when that is nothing. */
function restOf(words: Words, { others, notInformed }: Breakdown): Row[] {
  const rest: Row[] = [{ label: words.t.report.notInformed, count: notInformed, isRest: true }];
  if (others > 0) {
    rest.unshift({ label: words.t.report.others, count: others, isRest: true });
  }
  return rest;
}

/** The service's value as it came, but for codes that no reader would know. */
function rowOf(words: Words, name: BreakdownName, { label, count }: Group): Row {
  if (name === 'sex') return { label: labelFor(sexLabels(words), label) ?? label, count };
  if (name === 'ageBand') return { label: ageText(words, label), count };
  return { label, count };
}

function ageText(words: Words, band: string): string {
  const [from = '', to] = band.replace('+', '').split('-');
  return to === undefined ? words.t.report.orOlder(from) : words.t.report.fromTo(from, to);
}

/** Years that stand one by one; what is before them is added up. */
const MOST_YEARS = 40;
const HEIGHT = 100;
const STEP = 10;

/** One column a year, and the numbers below; what was before is only a number, or its column would dwarf them. */
function yearsChart(words: Words, { groups }: Breakdown): Markup {
  const last = Number(groups.at(-1)?.label);
  if (Number.isNaN(last)) return nothing;
  const { earlier, years } = folded(groups, last);
  const until = words.t.report.until(earlier.label);
  const listed = [{ label: until, count: earlier.count }, ...years];
  return html`${drawing(words, years)}
    <p class="scale"><span>${years[0]?.label ?? ''}</span><span>${last}</span></p>
    <ol class="years">
      ${listed
        .filter(({ count }) => count > 0)
        .map(({ label, count }) => html`<li>${label} <b>${words.count(count)}</b></li>`)}
    </ol>`;
}

/** The years up to the last without a gap, and what was before them. */
function folded(groups: readonly Group[], last: number): { earlier: Group; years: Group[] } {
  const counts = new Map(groups.map(({ label, count }) => [Number(label), count]));
  const first = Math.max(Math.min(...counts.keys()), last - MOST_YEARS + 1);
  const years = Array.from({ length: last - first + 1 }, (_, index) => ({
    label: String(first + index),
    count: counts.get(first + index) ?? 0,
  }));
  const before = groups.filter(({ label }) => Number(label) < first);
  const count = before.reduce((sum, group) => sum + group.count, 0);
  return { earlier: { label: String(first - 1), count }, years };
}

function drawing(words: Words, columns: readonly Group[]): Markup {
  const largest = Math.max(...columns.map(({ count }) => count));
  const width = columns.length * STEP;
  const [from, to] = [columns[0]?.label ?? '', columns.at(-1)?.label ?? ''];
  const spoken = words.t.report.openingYears(from, to);
  const drawn = columns.map((group, index) => {
    const height = (group.count / largest) * HEIGHT;
    return html`<rect
      class="fill"
      x="${index * STEP + 1}"
      y="${rounded(HEIGHT - height)}"
      width="${STEP - 2}"
      height="${rounded(height)}"
      ><title>${group.label}: ${words.count(group.count)}</title></rect
    >`;
  });
  return html`<svg
    class="chart low"
    viewBox="0 0 ${width} ${HEIGHT}"
    preserveAspectRatio="none"
    role="img"
    aria-label="${spoken}"
  >
    ${drawn}
  </svg>`;
}
