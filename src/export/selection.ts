import { UsageError } from '../base/errors.js';
import type { ColumnKind } from '../identifiers/index.js';
import { type Compared, unequalVerdicts } from '../records/compared.js';
import { type Activities, findActivityName } from '../records/activities.js';
import { ACTIVITY_NAME, allPaths, readFields } from '../records/fields.js';
import type { LabelSet } from '../records/labels.js';
import { type MatchCounts, readMatches } from '../records/matches.js';
import type { ResultColumn } from './cells.js';
import { createComparer, readComparedColumns } from './compared.js';
import type { RowFilter } from './format.js';
import { type ExportRow, mergeRowChunks, requireRowCount, type RowSource } from './rows.js';

/** Rows in one text, because texts of megabytes slow down garbage collection. */
const ROWS_IN_TEXT = 250;

/** The wanted columns and rows of a result. */
interface Selection {
  readonly fields?: string | readonly string[];
  readonly fieldsAreSetting?: boolean;
  readonly compare?: Compared;
  readonly labels?: LabelSet;
  readonly only?: readonly RowFilter[];
}

/**
 * Returns the wanted fields, each once, and then the comparisons. For people the name of the main activity stands
 * beside its code. @throws UsageError
 */
export function selectColumns(
  { fields, fieldsAreSetting: isForBoth, compare, labels = 'service' }: Selection,
  kind: ColumnKind,
  activities: Activities = {},
): readonly ResultColumn[] {
  const named = typeof fields === 'object' ? fields.join(',') : fields;
  const read = named === undefined ? [] : readFields(named, { of: 'result', kind, isForBoth });
  const paths = read.length === 0 ? allPaths(kind) : read;
  const matches = compare === undefined ? [] : readMatches(compare, kind);
  const activity: ResultColumn = {
    name: ACTIVITY_NAME,
    path: ['cnae_principal'],
    show: (code) => findActivityName(String(code), activities) ?? '',
  };
  const columns = paths.flatMap((path): ResultColumn[] =>
    path.name === 'cnae_principal' && labels !== 'service' ? [path, activity] : [path],
  );
  return [
    ...new Map(columns.map((column) => [column.name, column])).values(),
    ...matches.map(({ name }, match) => ({ name: `match_${name}`, path: [], match })),
  ];
}

/** Refuses a verdict where nothing is compared: the result would have no row. @throws UsageError `only_compared` */
export function refuseVerdicts({ only = [], compare }: Selection): void {
  const verdict = unequalVerdicts.find((each) => only.includes(each));
  if (verdict !== undefined && compare === undefined)
    throw new UsageError('only_compared', { verdict });
}

/** The counts of a selection while its rows are read. */
export interface RowCount {
  rows: number;
  /** Rows that `only` leaves out. */
  leftOut: number;
  /** The verdicts on all rows so far, where something is compared. */
  matches?: MatchCounts;
}

/** Yields the wanted rows in small groups; counts these and those that `only` leaves out. */
export async function* selectRows(
  from: RowSource,
  { only, compare: compared }: Selection,
  count: RowCount,
  onRows?: (rows: number) => void,
): AsyncGenerator<readonly ExportRow[]> {
  const comparer =
    compared === undefined ? undefined : createComparer(readComparedColumns(compared, from.layout));
  count.matches = comparer?.counts;
  for await (const merged of mergeRowChunks(from)) {
    const entries = comparer === undefined ? merged : merged.map(comparer.compare);
    const rows = only === undefined ? entries : entries.filter((entry) => isWanted(entry, only));
    count.leftOut += entries.length - rows.length;
    for (let at = 0; at < rows.length; at += ROWS_IN_TEXT) {
      const some = rows.slice(at, at + ROWS_IN_TEXT);
      yield some;
      count.rows += some.length;
    }
    onRows?.(count.rows + count.leftOut);
  }
  // The rows are counted after they have become bytes, so that a row lost on the way is noticed.
  requireRowCount(count.rows + count.leftOut, from.batch);
}

/** Whether a row has any of the statuses or, in any of its comparisons, any of the verdicts. */
function isWanted({ result, matches = [] }: ExportRow, only: readonly RowFilter[]): boolean {
  const isListed = (code: string) => only.some((each) => each === code);
  return isListed(result.status) || matches.some(({ verdict }) => isListed(verdict));
}
