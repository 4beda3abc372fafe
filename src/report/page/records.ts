import type { Breakdown, BreakdownName, PartNumbers } from '../index.js';
import { barTable, type Row } from './bars.js';
import { sectionLabels, sectionOf } from './cnae.js';
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

/** What was found, by each field; one section for each kind. */
export function recordsSection(words: Words, { kind, found, breakdowns }: PartNumbers): Markup {
  const isWide = ({ name }: Breakdown) => name === 'openingYear';
  const cards = (of: readonly Breakdown[]) => of.map((one) => card(words, one, found));
  const body =
    found === 0
      ? html`<p>${words.say`No record was found, so there is nothing to break down.`}</p>`
      : html`<p class="hint">${words.say`Of ${words.count(found)} found`}</p>
          <div class="flow">${cards(breakdowns.filter((one) => !isWide(one)))}</div>
          ${cards(breakdowns.filter(isWide))}`;
  return html`<section>
    <h2>${kindLabels(words)[kind]}</h2>
    ${body}
  </section>`;
}

function card(words: Words, breakdown: Breakdown, found: number): Markup {
  const { name } = breakdown;
  const heading = breakdownLabels(words)[name];
  const about = breakdownNotes(words)[name];
  const chart = name === 'openingYear' ? yearsChart(words, breakdown) : nothing;
  const rows = [
    ...(name === 'openingYear' ? [] : breakdown.groups.map((group) => rowOf(words, name, group))),
    ...restOf(words, breakdown),
  ];
  return html`<div class="card">
    <h3>${heading}</h3>
    ${about === undefined ? nothing : html`<p class="hint">${about}</p>`} ${chart}
    ${barTable(words, heading, rows, found, { beside: SHORT[name] })}
  </div>`;
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
function rowOf(words: Words, name: BreakdownName, group: { label: string; count: number }): Row {
  const { label, count } = group;
  if (name === 'activity') {
    const about = labelFor(sectionLabels(words), sectionOf(label) ?? '');
    return { label: label.replace(/^(\d{4})(\d)(\d{2})$/, '$1-$2/$3'), about, count };
  }
  if (name === 'sex') return { label: labelFor(sexLabels(words), label) ?? label, count };
  if (name === 'ageBand') return { label: ageText(words, label), count };
  return { label, count };
}

function ageText(words: Words, band: string): string {
  const [from = '', to] = band.replace('+', '').split('-');
  return to === undefined ? words.say`${from} or older` : words.say`${from} to ${to}`;
}
