import { withoutIdentifiers, type IdentifierKind } from '../identifiers/index.js';
import { yearsSince } from '../records/cells.js';
import { NO_SECTION, sectionOf } from './cnae/sections.js';
import type { Breakdown, BreakdownName, Group } from './types.js';

/** The largest number of distinct values that are counted. Fields of the service have far fewer. */
const MOST_VALUES = 2_000;

/** Counts records by one field, in bounded memory. */
interface Tally {
  /** `label`: undefined if the record has no readable value. */
  add(label: string | undefined): void;
  result(): Breakdown;
}

/** Selects and sorts the groups. Groups that it does not return count as others. */
type Arrange = (groups: readonly Group[]) => readonly Group[];

function createTally(name: BreakdownName, arrange: Arrange): Tally {
  const counts = new Map<string, number>();
  let all = 0;
  let notInformed = 0;
  return {
    add(label) {
      all += 1;
      if (label === undefined) notInformed += 1;
      else if (counts.has(label) || counts.size < MOST_VALUES) {
        counts.set(label, (counts.get(label) ?? 0) + 1);
      }
    },
    result() {
      const groups = arrange(Array.from(counts, ([label, count]) => ({ label, count })));
      const shown = groups.reduce((sum, { count }) => sum + count, 0);
      return { name, groups, others: all - notInformed - shown, notInformed };
    },
  };
}

/** Sorts by size and keeps the `most` largest groups. */
function largest(most: number): Arrange {
  return (groups) => [...groups].sort(bySize).slice(0, most);
}

/** Sorts by size and keeps the `most` largest groups among those with the same `familyOf` their label. */
function largestOfEach(most: number, familyOf: (label: string) => string | undefined): Arrange {
  return (groups) => {
    const kept = new Map<string | undefined, number>();
    return [...groups].sort(bySize).filter(({ label }) => {
      const before = kept.get(familyOf(label)) ?? 0;
      kept.set(familyOf(label), before + 1);
      return before < most;
    });
  };
}

/** Keeps these groups in this order, also empty ones. */
function fixed(labels: readonly string[]): Arrange {
  return (groups) => {
    const counts = new Map(groups.map(({ label, count }) => [label, count]));
    return labels.map((label) => ({ label, count: counts.get(label) ?? 0 }));
  };
}

/** Sorts by label, for years. */
function ascending(groups: readonly Group[]): readonly Group[] {
  return [...groups].sort((a, b) => compare(a.label, b.label));
}

function bySize(a: Group, b: Group): number {
  return b.count - a.count || compare(a.label, b.label);
}

/** Unlike `localeCompare`, gives the same order on every machine. */
function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** Longer values are not group names. */
const LONGEST = 60;

/**
 * A value of a record as the name of a group; undefined if it gives no information, as `Não informado` or
 * a text masked with asterisks.
 */
function labelOf(value: unknown): string | undefined {
  if (!['string', 'number', 'boolean'].includes(typeof value)) return undefined;
  const text = withoutIdentifiers(String(value)).replace(/\s+/g, ' ').trim();
  if (/^[*\s./-]*$/.test(text) || /^n[aã]o informad[oa]$/i.test(text)) return undefined;
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

/** A record as the service sent it. Its fields may have any type. */
export type ServiceRecord = Readonly<Record<string, unknown>>;

interface Field {
  readonly name: BreakdownName;
  /** The group of a record; `now` in epoch ms. */
  readonly read: (record: ServiceRecord, now: number) => string | undefined;
  readonly arrange: Arrange;
}

/** The lowest age of each band. */
const BANDS = [0, 18, 25, 35, 45, 55, 65, 75];
const OLDEST = 130;
const AGE_BANDS = BANDS.map((from, index) => bandName(from, BANDS[index + 1]));

/** The fields that a report counts by (service spec, "CPF record" and "CNPJ record"). */
const FIELDS: Readonly<Record<IdentifierKind, readonly Field[]>> = {
  cnpj: [
    {
      name: 'status',
      read: (record) => labelOf(record['situacao_cadastral']),
      arrange: largest(12),
    },
    { name: 'uf', read: (record) => labelOf(record['uf']), arrange: largest(30) },
    { name: 'size', read: (record) => labelOf(record['porte_empresa']), arrange: largest(12) },
    { name: 'section', read: (record) => sectionOfLabel(activityOf(record)), arrange: largest(22) },
    { name: 'activity', read: activityOf, arrange: largestOfEach(3, sectionOfLabel) },
    { name: 'openingYear', read: openingYear, arrange: ascending },
  ],
  cpf: [
    { name: 'sex', read: (record) => labelOf(record['gender']), arrange: largest(6) },
    { name: 'ageBand', read: ageBand, arrange: fixed(AGE_BANDS) },
  ],
};

/** Counts the records of one kind by each of its fields. */
export function createBreakdowns(kind: IdentifierKind, now: number) {
  const counting = FIELDS[kind].map((field): { field: Field; tally: Tally } => ({
    field,
    tally: createTally(field.name, field.arrange),
  }));
  return {
    add(record: ServiceRecord): void {
      for (const { field, tally } of counting) tally.add(field.read(record, now));
    },
    results: (): Breakdown[] => counting.map(({ tally }) => tally.result()),
  };
}

function activityOf(record: ServiceRecord): string | undefined {
  return labelOf(record['cnae_principal']);
}

/** `?` for an activity that is no code of the CNAE. */
function sectionOfLabel(label: string | undefined): string | undefined {
  return label === undefined ? undefined : (sectionOf(label) ?? NO_SECTION);
}

/** The year of a date, written year first or day first; undefined for an impossible year. */
function openingYear(record: ServiceRecord, now: number): string | undefined {
  const value = record['data_inicio_atividade'];
  if (typeof value !== 'string') return undefined;
  const [, first, last] = /^(?:(\d{4})-\d{2}-\d{2}|\d{2}\/\d{2}\/(\d{4}))/.exec(value.trim()) ?? [];
  const year = first ?? last ?? '';
  const isPossible = Number(year) >= 1500 && Number(year) <= new Date(now).getUTCFullYear() + 1;
  return isPossible ? year : undefined;
}

function ageBand(record: ServiceRecord, now: number): string | undefined {
  const age = yearsSince(birthDateOf(record), now);
  if (age === undefined || age > OLDEST) return undefined;
  return AGE_BANDS[BANDS.findLastIndex((from) => age >= from)];
}

/** `birthDate`, or the same date from `day`, `month` and `year`. */
function birthDateOf({ birthDate, day, month, year }: ServiceRecord): string {
  if (typeof birthDate === 'string') return birthDate.trim();
  const two = (part: unknown) => (typeof part === 'number' ? String(part).padStart(2, '0') : '');
  return `${two(day)}/${two(month)}/${two(year)}`;
}

function bandName(from: number, next: number | undefined): string {
  return next === undefined ? `${from}+` : `${from}-${next - 1}`;
}
