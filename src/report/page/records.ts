import { NO_SECTION, sectionLabels, sectionOf } from '../cnae/sections.js';
import type { Subclasses } from '../cnae/subclasses.js';
import type { Breakdown, BreakdownName, Group, PartNumbers } from '../index.js';
import { barTable, type Row } from './bars.js';

import { breakdownLabels, breakdownNotes, kindLabels, labelFor, sexLabels } from './labels.js';
import { html, nothing, type Markup } from './markup.js';
import type { Words } from './page-language.js';
import { yearsChart } from './years.js';

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
      ? html`<p>${words.say`No record was found, so there is nothing to break down.`}</p>`
      : html`<p class="hint">${words.say`Of ${words.count(found)} found`}</p>
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
    ...(others > 0
      ? [{ label: words.say`Others of this section`, count: others, isPart: true }]
      : []),
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
  const rest: Row[] = [{ label: words.say`Not informed`, count: notInformed, isRest: true }];
  if (others > 0) {
    rest.unshift({ label: words.say`Others`, count: others, isRest: true });
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
  return to === undefined ? words.say`${from} or older` : words.say`${from} to ${to}`;
}
