import { removeIdentifiers, type IdentifierKind } from '../identifiers/index.js';
import { computeAge } from '../records/cells.js';

export type BreakdownName =
  | 'status'
  | 'uf'
  | 'size'
  | 'activity'
  | 'openingYear'
  | 'sex'
  | 'ageBand';

/** The found records, counted by one field; the counts of `groups`, `others` and `notInformed` add up to all of them. */
export interface Breakdown {
  readonly name: BreakdownName;
  readonly groups: readonly Group[];
  /** The number of records whose value is not in a group. */
  readonly others: number;
  /** The number of records without a readable value. */
  readonly notInformed: number;
}

export interface Group {
  /** The value of the service, or an age band: `18-24`, `75+`. */
  readonly label: string;
  readonly count: number;
}

/** A record as the service sent it. Its fields may have any type. */
export type ReportedRecord = Readonly<Record<string, unknown>>;

interface Field {
  readonly name: BreakdownName;
  /** Returns the group of a record. `now`: epoch ms. */
  readonly read: (record: ReportedRecord, now: number) => string | undefined;
  /** Shows all groups, ordered by label; otherwise only the largest groups are shown, ordered by size. */
  readonly showsAll?: boolean;
}

const readLabel = (field: string) => (record: ReportedRecord) => toLabel(record[field]);

/** The fields that a report counts by (service spec, "CPF record" and "CNPJ record"). */
const FIELDS: Readonly<Record<IdentifierKind, readonly Field[]>> = {
  cnpj: [
    { name: 'status', read: readLabel('situacao_cadastral') },
    { name: 'size', read: readLabel('porte_empresa') },
    { name: 'uf', read: readLabel('uf') },
    { name: 'activity', read: readLabel('cnae_principal') },
    { name: 'openingYear', read: readOpeningYear, showsAll: true },
  ],
  cpf: [
    { name: 'sex', read: readLabel('gender') },
    { name: 'ageBand', read: readAgeBand, showsAll: true },
  ],
};

/** The most distinct values that are counted, to bound the memory; the service's fields have far fewer. */
const MOST_VALUES = 2_000;
/** The most groups that are shown; the records of the other groups are counted in `others`. */
const MOST_GROUPS = 30;

/** Creates counters of the records of one kind: of all records, and by each field. `now`: epoch ms. */
export function createBreakdowns(kind: IdentifierKind, now: number) {
  let found = 0;
  const tallies = FIELDS[kind].map((field) => ({
    field,
    counts: new Map<string, number>(),
    notInformed: 0,
  }));
  return {
    add(record: ReportedRecord): void {
      found += 1;
      for (const tally of tallies) {
        const { counts, field } = tally;
        const label = field.read(record, now);
        if (label === undefined) tally.notInformed += 1;
        else if (counts.has(label) || counts.size < MOST_VALUES)
          counts.set(label, (counts.get(label) ?? 0) + 1);
      }
    },
    result: () => ({
      kind,
      found,
      breakdowns: tallies.map(({ field: { name, showsAll }, counts, notInformed }): Breakdown => {
        const ordered = Array.from(counts, ([label, count]) => ({ label, count })).sort(byLabel);
        const groups = showsAll === true ? ordered : ordered.sort(bySize).slice(0, MOST_GROUPS);
        const shownCount = groups.reduce((sum, { count }) => sum + count, 0);
        return { name, groups, others: found - notInformed - shownCount, notInformed };
      }),
    }),
  };
}

/** Orders groups by label. `localeCompare` would order them in another way on some machines. */
function byLabel(a: Group, b: Group): number {
  return a.label < b.label ? -1 : Number(a.label > b.label);
}

function bySize(a: Group, b: Group): number {
  return b.count - a.count;
}

/** The most characters of a label. */
const LONGEST_LABEL = 60;

/** Returns the label of a value; undefined if the value says nothing, such as `Não informado` or asterisks. */
function toLabel(value: unknown): string | undefined {
  if (!['string', 'number', 'boolean'].includes(typeof value)) return undefined;
  const text = removeIdentifiers(String(value)).replace(/\s+/g, ' ').trim();
  if (/^[*\s./-]*$/.test(text) || /^n[aã]o informad[oa]$/i.test(text)) return undefined;
  return text.length > LONGEST_LABEL ? `${text.slice(0, LONGEST_LABEL - 1)}…` : text;
}

/**
 * Returns the year in which a company began, from a date with the year first or the day first; undefined if that cannot
 * be the year.
 */
function readOpeningYear(record: ReportedRecord, now: number): string | undefined {
  const value = record['data_inicio_atividade'];
  if (typeof value !== 'string') return undefined;
  const [, yearFirst, dayFirst] =
    /^(?:(\d{4})-\d{2}-\d{2}|\d{2}\/\d{2}\/(\d{4}))/.exec(value.trim()) ?? [];
  const year = yearFirst ?? dayFirst ?? '';
  const isPossible = Number(year) >= 1500 && Number(year) <= new Date(now).getUTCFullYear() + 1;
  return isPossible ? year : undefined;
}

/** The lowest age of each band, in years. */
const BAND_STARTS = [0, 18, 25, 35, 45, 55, 65, 75];
/** The oldest age that is believed, in years. */
const OLDEST = 130;

/** Returns the age band of a person from `birthDate` or, if that is no text, from `day`, `month` and `year`. */
function readAgeBand(
  { birthDate, day, month, year }: ReportedRecord,
  now: number,
): string | undefined {
  const padToTwo = (part: unknown) =>
    typeof part === 'number' ? String(part).padStart(2, '0') : '';
  const writtenDate = [day, month, year].map(padToTwo).join('/');
  const age = computeAge(typeof birthDate === 'string' ? birthDate.trim() : writtenDate, now);
  if (age === undefined || age > OLDEST) return undefined;
  const band = BAND_STARTS.findLastIndex((from) => age >= from);
  const nextStart = BAND_STARTS[band + 1];
  return nextStart === undefined
    ? `${BAND_STARTS[band]}+`
    : `${BAND_STARTS[band]}-${nextStart - 1}`;
}
