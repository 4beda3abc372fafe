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

/** The found records by one field: counts, `others` and `notInformed` add up to them. */
export interface Breakdown {
  readonly name: BreakdownName;
  readonly groups: readonly Group[];
  /** Records whose value is not in a group. */
  readonly others: number;
  /** Records without a readable value. */
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
  /** All groups, by label; otherwise only the largest ones, by size. */
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
    { name: 'openingYear', read: openingYear, showsAll: true },
  ],
  cpf: [
    { name: 'sex', read: readLabel('gender') },
    { name: 'ageBand', read: ageBand, showsAll: true },
  ],
};

/** The largest number of distinct values that are counted. Fields of the service have far fewer. */
const MOST_VALUES = 2_000;
/** The most groups that are shown; records of others are only counted. */
const MOST_GROUPS = 30;

/** Counts the records of one kind, in all and by each of its fields, in bounded memory. */
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
        const all = Array.from(counts, ([label, count]) => ({ label, count })).sort(byLabel);
        const groups = showsAll === true ? all : all.sort(bySize).slice(0, MOST_GROUPS);
        const shown = groups.reduce((sum, { count }) => sum + count, 0);
        return { name, groups, others: found - notInformed - shown, notInformed };
      }),
    }),
  };
}

/** Orders groups by label; unlike `localeCompare`, in the same way on every machine. */
function byLabel(a: Group, b: Group): number {
  return a.label < b.label ? -1 : Number(a.label > b.label);
}

function bySize(a: Group, b: Group): number {
  return b.count - a.count;
}

/** The longest name of a group (characters). */
const LONGEST = 60;

/** Returns the label of a value; undefined for one without information, such as `Não informado` or asterisks. */
function toLabel(value: unknown): string | undefined {
  if (!['string', 'number', 'boolean'].includes(typeof value)) return undefined;
  const text = removeIdentifiers(String(value)).replace(/\s+/g, ' ').trim();
  if (/^[*\s./-]*$/.test(text) || /^n[aã]o informad[oa]$/i.test(text)) return undefined;
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

/** Returns the year of a date, written year first or day first; undefined for an impossible year. */
function openingYear(record: ReportedRecord, now: number): string | undefined {
  const value = record['data_inicio_atividade'];
  if (typeof value !== 'string') return undefined;
  const [, first, last] = /^(?:(\d{4})-\d{2}-\d{2}|\d{2}\/\d{2}\/(\d{4}))/.exec(value.trim()) ?? [];
  const year = first ?? last ?? '';
  const isPossible = Number(year) >= 1500 && Number(year) <= new Date(now).getUTCFullYear() + 1;
  return isPossible ? year : undefined;
}

/** The lowest age of each band. */
const BANDS = [0, 18, 25, 35, 45, 55, 65, 75];
const OLDEST = 130;

/** Returns the age band by `birthDate`, or by `day`, `month` and `year`. */
function ageBand({ birthDate, day, month, year }: ReportedRecord, now: number): string | undefined {
  const two = (part: unknown) => (typeof part === 'number' ? String(part).padStart(2, '0') : '');
  const parts = [day, month, year].map(two).join('/');
  const age = computeAge(typeof birthDate === 'string' ? birthDate.trim() : parts, now);
  if (age === undefined || age > OLDEST) return undefined;
  const at = BANDS.findLastIndex((from) => age >= from);
  const next = BANDS[at + 1];
  return next === undefined ? `${BANDS[at]}+` : `${BANDS[at]}-${next - 1}`;
}
