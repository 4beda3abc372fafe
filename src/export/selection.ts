import { UsageError } from '../base/errors.js';
import type { ColumnKind } from '../identifiers/index.js';
import { type Compared, unequalVerdicts } from '../records/compared.js';
import { type Activities, findActivityName } from '../records/activities.js';
import { ACTIVITY_NAME, allPaths, readFields } from '../records/fields.js';
import type { LabelSet } from '../records/labels.js';
import { type MatchCounts, readMatches } from '../records/matches.js';
import type { ResultColumn } from './cells.js';
import { createRowComparer, readComparedColumns } from './compared.js';
import type { RowFilter } from './format.js';
import { type ExportRow, mergeRowChunks, requireRowCount, type RowSource } from './rows.js';

/** The number of rows that become one text, because texts of megabytes slow down garbage collection. */
const ROWS_IN_TEXT = 250;

/** The wanted columns and rows of a result. */
interface Selection {
  readonly fields?: string | readonly string[];
  readonly areFieldsFromSetting?: boolean;
  readonly compare?: Compared;
  readonly labels?: LabelSet;
  readonly only?: readonly RowFilter[];
}

/**
 * Returns the wanted fields, each once, and then the comparisons. For people the name of the main activity stands
 * beside its code. @throws UsageError
 */
export function selectColumns(
  { fields, areFieldsFromSetting, compare, labels = 'service' }: Selection,
  kind: ColumnKind,
  activities: Activities = {},
): readonly ResultColumn[] {
  const list = typeof fields === 'object' ? fields.join(',') : fields;
  const listedPaths =
    list === undefined
      ? []
      : readFields(list, {
          of: 'result',
          kind,
          allowsOtherKind: areFieldsFromSetting,
        });
  const paths = listedPaths.length === 0 ? allPaths(kind) : listedPaths;
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

/**
 * Refuses `--only` with a verdict but without `--compare`, which would leave no row. @throws UsageError `only_compared`
 */
export function refuseVerdicts({ only = [], compare }: Selection): void {
  const verdict = unequalVerdicts.find((each) => only.includes(each));
  if (verdict !== undefined && compare === undefined)
    throw new UsageError('only_compared', { verdict });
}

/** The counts of a selection while its rows are read. */
export interface RowCount {
  rows: number;
  /** The number of rows that `only` leaves out. */
  leftOut: number;
  /** The counts of the verdicts on all rows so far, if fields are compared. */
  matches?: MatchCounts;
}

/** Yields the wanted rows in small chunks; counts them and the rows that `only` leaves out. */
export async function* selectRows(
  source: RowSource,
  { only, compare: compared }: Selection,
  count: RowCount,
  onRows?: (rows: number) => void,
): AsyncGenerator<readonly ExportRow[]> {
  const comparer =
    compared === undefined
      ? undefined
      : createRowComparer(readComparedColumns(compared, source.layout));
  count.matches = comparer?.counts;
  for await (const mergedRows of mergeRowChunks(source)) {
    const entries = comparer === undefined ? mergedRows : mergedRows.map(comparer.compare);
    const rows = only === undefined ? entries : entries.filter((entry) => isWanted(entry, only));
    count.leftOut += entries.length - rows.length;
    for (let start = 0; start < rows.length; start += ROWS_IN_TEXT) {
      const chunk = rows.slice(start, start + ROWS_IN_TEXT);
      yield chunk;
      count.rows += chunk.length;
    }
    onRows?.(count.rows + count.leftOut);
  }
  // The rows were counted after they had become bytes, so that a row that was lost on the way is noticed.
  requireRowCount(count.rows + count.leftOut, source.batch);
}

/** Returns whether a row has one of the statuses or, in one of its comparisons, one of the verdicts. */
function isWanted({ result, matches = [] }: ExportRow, only: readonly RowFilter[]): boolean {
  const isListed = (code: string) => only.some((each) => each === code);
  return isListed(result.status) || matches.some(({ verdict }) => isListed(verdict));
}
