import type { Lookup } from '../../lookups/answer.js';
import type { Output } from '../../context.js';
import type { ColumnKind, IdentifierKind } from '../../identifiers/index.js';
import { toCell } from '../../records/cells.js';
import { loadActivities } from '../../records/activities.js';
import { type FieldPath, recordFields } from '../../records/fields.js';
import { answerPrinter, type Format } from '../answer-printer.js';
import type { Look, Paint } from '../terminal/terminal.js';
import type { Place } from './card.js';
import { fieldValue, reduced } from './values.js';

interface LookupPrinting {
  readonly stdout: Output;
  readonly stderr: Output;
  /** Undefined for records of either kind. */
  readonly kind: IdentifierKind | undefined;
  readonly format: Format;
  readonly fields?: readonly FieldPath[];
  /** Whether records become one table at the end, and no card each. */
  readonly inRows: boolean;
  readonly look: Look;
  readonly paintError?: Paint;
  /** Asked for each row, because the first answer may tell. */
  readonly isSandbox: () => boolean;
  readonly now: () => number;
}

/** Records go to stdout, and for people the rest to stderr; `end` prints what is shown only then. */
export async function createPrinter(printing: LookupPrinting) {
  const { stdout, format, look, fields, kind = 'both', isSandbox } = printing;
  if (format === 'table') return forPeople(printing);
  const columns = csvColumns(kind, fields, isSandbox);
  const head = [columns.map(([name]) => name)];
  const show = await answerPrinter<Lookup>(format, look, {
    json: (lookup) => (fields === undefined ? lookup.answer : reduced(lookup, fields)),
    csv: (lookup) => [...head.splice(0), columns.map(([, cell]) => cell(lookup))],
    text: () => '',
  });
  return { print: (lookup: Lookup) => stdout.write(show(lookup)), end: () => undefined };
}

async function forPeople(printing: LookupPrinting) {
  const { stdout, stderr, kind, inRows, look, paintError, now, fields } = printing;
  const { recordText, refusalText } = await import('./card.js');
  const { lookupTable, partnersText } =
    kind === 'cpf' && !inRows ? NO_TABLE : await import('./table.js');
  const activities = kind === 'cpf' || inRows ? {} : await loadActivities();
  const rows: Lookup[] = [];
  let gap = '';
  return {
    print: (lookup: Lookup, typed?: Place) => {
      const { data, status } = lookup.answer;
      if (inRows) rows.push(lookup);
      // A row says all that there is to say of what was not found.
      if (data === undefined && !(inRows && status === 'not_found'))
        stderr.write(refusalText(lookup.answer, paintError, typed));
      if (data === undefined || inRows) return;
      const parts = { fields, partners: partnersText, activities };
      stdout.write(gap + recordText(lookup, data, look, now(), parts));
      gap = '\n';
    },
    end: () => stdout.write(lookupTable(rows.splice(0), kind, look, fields)),
  };
}

/** A single person is shown without loading tables. */
const NO_TABLE = { lookupTable: () => '', partnersText: () => '' };

type CsvColumn = readonly [name: string, cell: (lookup: Lookup) => string];

/** Exports call an error `failed`. These columns stay with `--fields`, so that a row without a record shows the reason. */
const OWN: readonly CsvColumn[] = [
  ['input', ({ answer }) => answer.input],
  ['kind', ({ answer }) => answer.kind ?? ''],
  ['id', ({ answer }) => answer.id ?? ''],
  ['lookup_status', ({ answer }) => (answer.status === 'error' ? 'failed' : answer.status)],
  ['lookup_reason', ({ answer }) => answer.error?.code ?? ''],
];
const ELSEWHERE: ReadonlySet<string> = new Set(['input', 'kind', 'id', 'status', 'error']);

/** The columns of an export (contract, "Export") for lookups of a kind or of both, and the cells of a lookup. */
export function csvColumns(
  kind: ColumnKind,
  fields: readonly FieldPath[] | undefined,
  isSandbox: () => boolean,
): readonly CsvColumn[] {
  const of = (field: FieldPath): CsvColumn => [
    `lookup_${field.name === 'fetchedAt' ? 'fetched_at' : field.name}`,
    (lookup) => {
      // Data invented by the sandbox must be marked (money rule 5 of the contract).
      const isMarked = field.name === 'source' && lookup.answer.source !== undefined && isSandbox();
      return isMarked ? 'sandbox' : toCell(field.name, fieldValue(lookup, field));
    },
  ];
  const around = ['source', 'fetchedAt'].map((name) => ({ name, path: [name], isRecords: false }));
  const record = () => recordFields(kind).map((name) => ({ name, path: [name], isRecords: true }));
  const chosen = fields?.filter(
    ({ path, isRecords }) => isRecords || !ELSEWHERE.has(path[0] ?? ''),
  );
  return [...OWN, ...(chosen ?? [...around, ...record()]).map(of)];
}
