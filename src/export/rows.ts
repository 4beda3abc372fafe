import { ConfereError } from '../base/errors.js';
import type { Batch, Job, Ledger, RowItem, StoredRecord } from '../ledger/index.js';
import { readServiceReason } from '../ledger/jobs.js';
import { readRowChunks, type InputLayout, type InputRow } from '../input/index.js';
import type { Comparison } from '../records/compare/index.js';
import type { MatchCounts } from '../records/matches.js';
import type { LookupStatus } from './format.js';
import type { Cell } from './cell.js';

export type { LookupStatus };

/** The result for one row. */
export interface RowResult {
  readonly status: LookupStatus;
  readonly reason: string;
  readonly source: string;
  /** ISO 8601, or empty. */
  readonly fetchedAt: string;
  readonly data: Readonly<Record<string, unknown>> | null;
}

export interface ExportRow {
  readonly row: InputRow;
  readonly result: RowResult;
  /** The comparisons with columns of the input, where there are any. */
  readonly matches?: readonly Comparison[];
}

/** A planned batch, and the private copy of its input. */
export interface RowSource {
  readonly ledger: Pick<
    Ledger,
    'findBatches' | 'findDoubtsInPlan' | 'readJobs' | 'readRecords' | 'readRowItems' | 'storeOutput'
  >;
  readonly batch: Batch;
  readonly path: string;
  readonly layout: InputLayout;
  /** Returns the path of the workbook from which the rows were read; undefined if it is not kept. */
  readonly workbook?: () => Promise<string | undefined>;
  /** The value of `lookup_source` for answers of the service. */
  readonly source: 'api' | 'sandbox';
  /** The sheet of totals of a workbook, and the name of the sheet with the rows of the input. */
  readonly totals?: {
    /** Returns its rows, once the rows of the result have been compared. */
    readonly rows: (matches?: MatchCounts) => readonly (readonly Cell[])[];
    readonly resultSheet: string;
  };
  /** How many identifiers have an answer, as it is stored beside the stamps of the result. */
  readonly answered?: number;
}

interface RowFacts extends Pick<RowSource, 'source'> {
  readonly time: (at: number) => string;
  /** The identifiers that were not sent, because single lookups of them are in doubt. */
  readonly excluded: ReadonlySet<string>;
  readonly erased: ReadonlySet<number>;
  readonly jobs: ReadonlyMap<number, Job>;
  readonly records: ReadonlyMap<number, StoredRecord>;
}

/** Rows per chunk. All records of a chunk are in memory, and those of companies may have many kilobytes. */
const ROWS_AT_ONCE = 500;

/** Yields all rows with their results, in input order. @throws ConfereError `copy_damaged`, `rows_differ` */
export async function* mergeRows(from: RowSource): AsyncGenerator<ExportRow> {
  for await (const chunk of mergeRowChunks(from)) yield* chunk;
}

/**
 * Yields all rows with their results, in input order. @throws ConfereError `copy_damaged` for another identifier than
 * was planned, `rows_differ` at the end for another number of rows
 */
export async function* mergeRowChunks(from: RowSource): AsyncGenerator<ExportRow[]> {
  const { ledger, batch, source } = from;
  const shared = {
    source,
    time: createTimeFormatter(),
    erased: new Set(batch.erased.rows),
    excluded: new Set((await ledger.findDoubtsInPlan(batch.num)).map(({ id }) => id)),
    jobs: new Map((await ledger.readJobs(batch.num)).map((job) => [job.seq, job])),
  };
  const known = await ledger.readRowItems(batch.num);
  const itemOf = ({ number, reading }: InputRow): RowItem | undefined => {
    if (!reading.valid || shared.erased.has(number)) return undefined;
    const item = known.get(number, reading.id);
    if (item !== 'other') return item;
    throw new ConfereError('copy_damaged', { batch: batch.id, file: batch.file });
  };
  const merged = workOneAhead(readPieces(from), async (rows) => {
    const items = rows.map(itemOf);
    const nums = [...new Set(items.flatMap((item) => item?.record ?? []))];
    const records = nums.length === 0 ? new Map() : await ledger.readRecords(nums);
    const facts: RowFacts = { ...shared, records };
    return rows.map((row, index) => ({ row, result: resolveResult(row, items[index], facts) }));
  });
  let found = 0;
  for await (const rows of merged) {
    found += rows.length;
    yield rows;
  }
  requireRowCount(found, batch);
}

export function requireRowCount(found: number, { id: batch, file, rows }: Batch): void {
  if (found !== rows) throw new ConfereError('rows_differ', { batch, file, rows, found });
}

async function* readPieces({ path, layout }: RowSource): AsyncGenerator<InputRow[]> {
  for await (const chunk of readRowChunks(path, layout))
    for (let start = 0; start < chunk.length; start += ROWS_AT_ONCE)
      yield chunk.slice(start, start + ROWS_AT_ONCE);
}

/**
 * Yields results in order, and begins the next one before it yields: the database of a shared ledger works while rows
 * are written.
 */
async function* workOneAhead<T, R>(
  all: AsyncIterable<T>,
  work: (one: T) => Promise<R>,
): AsyncGenerator<R> {
  let before: Promise<R> | undefined;
  for await (const one of all) {
    const next = work(one);
    // A caller that ends early never awaits this promise.
    next.catch(() => undefined);
    if (before !== undefined) yield await before;
    before = next;
  }
  if (before !== undefined) yield await before;
}

function resolveResult(
  { number, reading }: InputRow,
  item: RowItem | undefined,
  facts: RowFacts,
): RowResult {
  if (facts.erased.has(number)) return buildWithoutRecord('invalid', 'erased');
  if (!reading.valid) return buildWithoutRecord('invalid', reading.reason);
  if (item === undefined) return buildWithoutRecord('pending');
  if (item.answer !== null) return buildAnswered(item, facts);
  if (facts.excluded.has(reading.id)) return buildWithoutRecord('unconfirmed');
  return buildUnanswered(item.job === null ? undefined : facts.jobs.get(item.job));
}

function buildAnswered(
  { job, answer, answeredAt, record }: RowItem,
  { source, time, records }: RowFacts,
): RowResult {
  if (answer === 'rejected') return buildWithoutRecord('invalid', 'rejected_by_service');
  const kept = record === null ? undefined : records.get(record);
  const at = kept?.fetchedAt ?? answeredAt;
  return {
    status: answer === 'found' ? 'found' : 'not_found',
    reason: '',
    source: job === null && source === 'api' ? 'ledger' : source,
    fetchedAt: at === null ? '' : time(at),
    data: kept?.data ?? null,
  };
}

export function resolveStatus(
  { job, answer }: Pick<RowItem, 'job' | 'answer'>,
  jobs: ReadonlyMap<number, Job>,
): LookupStatus {
  if (answer !== null) return answer === 'rejected' ? 'invalid' : answer;
  return buildUnanswered(job === null ? undefined : jobs.get(job)).status;
}

function buildUnanswered(job: Job | undefined): RowResult {
  if (job === undefined) return buildWithoutRecord('pending');
  if (job.state === 'done') return buildWithoutRecord(job.skipped > 0 ? 'skipped' : 'failed');
  if (job.state === 'failed') return buildWithoutRecord('failed', readServiceReason(job) ?? '');
  if (job.state === 'abandoned') return buildWithoutRecord('failed', 'abandoned');
  const unknown = ['submitting', 'unconfirmed'].includes(job.state);
  return buildWithoutRecord(unknown ? 'unconfirmed' : 'pending');
}

function buildWithoutRecord(status: LookupStatus, reason = ''): RowResult {
  return { status, reason, source: '', fetchedAt: '', data: null };
}

/**
 * Returns a function from epoch ms to ISO 8601. It remembers the last text, because all answers of a poll have the same
 * time.
 */
function createTimeFormatter(): (at: number) => string {
  let last = { at: NaN, text: '' };
  return (at) => {
    if (at !== last.at) last = { at, text: new Date(at).toISOString() };
    return last.text;
  };
}
