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
  /** The comparisons with columns of the input, if the user wants any. */
  readonly matches?: readonly Comparison[];
}

/** A planned batch, and the private copy of its input. */
export interface RowSource {
  readonly ledger: Pick<
    Ledger,
    | 'findBatches'
    | 'findDoubtsAboutPlanned'
    | 'readJobs'
    | 'readRecords'
    | 'readRowItems'
    | 'storeOutput'
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
    /** Returns the rows of the sheet of totals, once the rows of the result have been compared. */
    readonly rows: (matches?: MatchCounts) => readonly (readonly Cell[])[];
    readonly resultSheet: string;
  };
  /** The number of identifiers with an answer, which the ledger stores beside the stamps of the result. */
  readonly answeredCount?: number;
}

interface RowFacts extends Pick<RowSource, 'source'> {
  readonly formatTime: (at: number) => string;
  /** The identifiers that were not sent, because single lookups of them are in doubt. */
  readonly excluded: ReadonlySet<string>;
  readonly erased: ReadonlySet<number>;
  readonly jobs: ReadonlyMap<number, Job>;
  readonly records: ReadonlyMap<number, StoredRecord>;
}

/** The number of rows in a chunk, whose records are all in memory: those of companies may have many kilobytes each. */
const ROWS_AT_ONCE = 500;

/** Yields all rows with their results, in input order. @throws ConfereError `copy_damaged`, `rows_differ` */
export async function* mergeRows(source: RowSource): AsyncGenerator<ExportRow> {
  for await (const chunk of mergeRowChunks(source)) yield* chunk;
}

/**
 * Yields all rows with their results, in input order. @throws ConfereError `copy_damaged` for another identifier than
 * was planned, `rows_differ` at the end for another number of rows
 */
export async function* mergeRowChunks(rowSource: RowSource): AsyncGenerator<ExportRow[]> {
  const { ledger, batch, source } = rowSource;
  const sharedFacts = {
    source,
    formatTime: createTimeFormatter(),
    erased: new Set(batch.erased.rows),
    excluded: new Set((await ledger.findDoubtsAboutPlanned(batch.num)).map(({ id }) => id)),
    jobs: new Map((await ledger.readJobs(batch.num)).map((job) => [job.seq, job])),
  };
  const rowItems = await ledger.readRowItems(batch.num);
  const findItem = ({ number, reading }: InputRow): RowItem | undefined => {
    if (!reading.valid || sharedFacts.erased.has(number)) return undefined;
    const item = rowItems.get(number, reading.id);
    if (item !== 'other') return item;
    throw new ConfereError('copy_damaged', { batch: batch.id, file: batch.file });
  };
  const merged = workOneAhead(readSmallChunks(rowSource), async (rows) => {
    const items = rows.map(findItem);
    const recordNumbers = [...new Set(items.flatMap((item) => item?.record ?? []))];
    const records =
      recordNumbers.length === 0 ? new Map() : await ledger.readRecords(recordNumbers);
    const facts: RowFacts = { ...sharedFacts, records };
    return rows.map((row, index) => ({ row, result: resolveResult(row, items[index], facts) }));
  });
  let rowCount = 0;
  for await (const rows of merged) {
    rowCount += rows.length;
    yield rows;
  }
  requireRowCount(rowCount, batch);
}

export function requireRowCount(rowCount: number, { id: batch, file, rows }: Batch): void {
  if (rowCount !== rows)
    throw new ConfereError('rows_differ', { batch, file, rows, found: rowCount });
}

async function* readSmallChunks({ path, layout }: RowSource): AsyncGenerator<InputRow[]> {
  for await (const chunk of readRowChunks(path, layout))
    for (let start = 0; start < chunk.length; start += ROWS_AT_ONCE)
      yield chunk.slice(start, start + ROWS_AT_ONCE);
}

/**
 * Yields the results of `work` in order, and begins the next work before it yields a result, so that the database of a
 * shared ledger works while rows are written.
 */
async function* workOneAhead<T, R>(
  items: AsyncIterable<T>,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  let previous: Promise<R> | undefined;
  for await (const item of items) {
    const next = work(item);
    // A caller that ends early never awaits this promise.
    next.catch(() => undefined);
    if (previous !== undefined) yield await previous;
    previous = next;
  }
  if (previous !== undefined) yield await previous;
}

function resolveResult(
  { number, reading }: InputRow,
  item: RowItem | undefined,
  facts: RowFacts,
): RowResult {
  if (facts.erased.has(number)) return buildResultWithoutRecord('invalid', 'erased');
  if (!reading.valid) return buildResultWithoutRecord('invalid', reading.reason);
  if (item === undefined) return buildResultWithoutRecord('pending');
  if (item.answer !== null) return buildAnsweredResult(item, facts);
  if (facts.excluded.has(reading.id)) return buildResultWithoutRecord('unconfirmed');
  return buildUnansweredResult(item.job === null ? undefined : facts.jobs.get(item.job));
}

function buildAnsweredResult(
  { job, answer, answeredAt, record }: RowItem,
  { source, formatTime, records }: RowFacts,
): RowResult {
  if (answer === 'rejected') return buildResultWithoutRecord('invalid', 'rejected_by_service');
  const storedRecord = record === null ? undefined : records.get(record);
  const answerTime = storedRecord?.fetchedAt ?? answeredAt;
  return {
    status: answer === 'found' ? 'found' : 'not_found',
    reason: '',
    source: job === null && source === 'api' ? 'ledger' : source,
    fetchedAt: answerTime === null ? '' : formatTime(answerTime),
    data: storedRecord?.data ?? null,
  };
}

export function resolveStatus(
  { job, answer }: Pick<RowItem, 'job' | 'answer'>,
  jobs: ReadonlyMap<number, Job>,
): LookupStatus {
  if (answer !== null) return answer === 'rejected' ? 'invalid' : answer;
  return buildUnansweredResult(job === null ? undefined : jobs.get(job)).status;
}

function buildUnansweredResult(job: Job | undefined): RowResult {
  if (job === undefined) return buildResultWithoutRecord('pending');
  if (job.state === 'done') return buildResultWithoutRecord(job.skipped > 0 ? 'skipped' : 'failed');
  if (job.state === 'failed')
    return buildResultWithoutRecord('failed', readServiceReason(job) ?? '');
  if (job.state === 'abandoned') return buildResultWithoutRecord('failed', 'abandoned');
  const isInDoubt = ['submitting', 'unconfirmed'].includes(job.state);
  return buildResultWithoutRecord(isInDoubt ? 'unconfirmed' : 'pending');
}

function buildResultWithoutRecord(status: LookupStatus, reason = ''): RowResult {
  return { status, reason, source: '', fetchedAt: '', data: null };
}

/**
 * Creates a function that converts epoch ms to ISO 8601. It keeps the last text, because all answers of a poll have the
 * same time.
 */
function createTimeFormatter(): (at: number) => string {
  let last = { at: NaN, text: '' };
  return (at) => {
    if (at !== last.at) last = { at, text: new Date(at).toISOString() };
    return last.text;
  };
}
