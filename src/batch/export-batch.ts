import { ConfereError, UsageError } from '../base/errors.js';
import { removePath } from '../base/flush.js';
import { mergeRows, type ExportRow, type RowSource } from '../export/rows.js';
import { writeResult, type ExportRequest } from '../export/index.js';
import { buildTotalsRows, type TotalsWords } from '../export/totals.js';
import { maskCpfs } from '../identifiers/index.js';
import {
  inputPath,
  placeNewCopy,
  readWorkbookFacts,
  restoreCopy,
  workbookPath,
} from '../ledger/batch-folder.js';
import type { Batch } from '../ledger/index.js';
import { readAnswerSource, type LocalDeps } from './dependencies.js';
import { createProgress } from './events.js';
import { readInputAsGiven } from './find-batch.js';
import { readLayout } from './plan/open-batch.js';
import { type BatchSummary, summarize } from './summary.js';

/**
 * Writes the result of a batch, and returns its number of rows.
 *
 * @throws UsageError `batch_not_ended`, unless the request accepts a part of the result; ConfereError
 * `ledger_elsewhere`, and the errors of `readResults`
 */
export async function exportBatch(deps: LocalDeps, batch: Batch, request: ExportRequest) {
  // A ledger that has moved to another database is refused before anything is written.
  await deps.ledger.raw.refuseMoved();
  const summary = await summarize(deps.ledger, batch.num);
  const { state, pending, found, notFound } = summary;
  const isEnded = state !== 'running' && pending === 0;
  if (!isEnded && request.partial !== true && request.only === undefined) {
    const openState = state === 'running' ? 'running' : 'unsent';
    throw new UsageError('batch_not_ended', { batch: batch.id, state: openState });
  }
  await deps.ledger.recordBatchUse(batch.num, deps.requester, deps.clock.now());
  // Progress must not be drawn between rows that go to stdout.
  const emit = typeof request.target === 'string' ? deps.emit : () => undefined;
  const report = createProgress({ emit, stop: deps.stop }, 'writing', batch.rows);
  report(0);
  const rowSource = await openRowSource(deps, batch);
  const totalsSheet = describeTotals(deps, rowSource, summary, request.totalsWords);
  const resultSource = { ...rowSource, totalsSheet, answeredCount: found + notFound };
  const written = await writeResult(resultSource, request, deps.newId, report);
  // A selection of rows counts as the delivery of the batch only if the run itself was asked for it.
  const isDelivered = request.isOwnResult === true || request.only === undefined;
  if (isDelivered) await deps.ledger.storeDelivery(batch.num, isEnded ? 'all' : 'part');
  deps.emit({ type: 'exported', ...written });
  return written.rows;
}

/** Returns the sheet of totals; undefined without words for it. */
function describeTotals(
  { clock }: LocalDeps,
  { batch, source }: RowSource,
  summary: BatchSummary,
  words: TotalsWords | undefined,
): RowSource['totalsSheet'] {
  if (words === undefined) return undefined;
  const { charged, saved } = summary.credits;
  const file = maskCpfs(batch.file.split(/[\\/]/).at(-1) ?? '');
  const isSandbox = source === 'sandbox';
  const { id, createdAt } = batch;
  const times = { createdAt, writtenAt: clock.now() };
  const facts = { ...summary, ...times, batch: id, file, charged, saved, isSandbox };
  const { resultSheet } = words;
  return { rows: (matches) => buildTotalsRows({ ...facts, matches }, words), resultSheet };
}

/**
 * Yields the rows of the result.
 *
 * @throws ConfereError `copy_damaged` before the first row, `rows_differ` after the last
 */
export async function* readResults(deps: LocalDeps, batch: Batch): AsyncGenerator<ExportRow> {
  yield* mergeRows(await openRowSource(deps, batch));
}

async function openRowSource(deps: LocalDeps, batch: Batch): Promise<RowSource> {
  const source = await readAnswerSource(deps);
  const path = await provideCopy(deps, batch);
  return {
    ledger: deps.ledger,
    source,
    batch,
    path,
    workbook: () => provideWorkbook(deps, batch),
    layout: readLayout(batch),
  };
}

/**
 * Returns the path of the private copy. A copy that is missing or damaged is fetched from the ledger, if the ledger is
 * a shared one, which stores copies.
 *
 * @throws ConfereError `copy_damaged`
 */
export async function provideCopy(deps: LocalDeps, batch: Batch): Promise<string> {
  const { ledger, newId } = deps;
  const { num, id, file, inputHash } = batch;
  const path = inputPath(deps, batch);
  // Another machine may have erased people, and a workbook on this one would still have them.
  if (readWorkbookFacts(batch) === undefined) await removePath(workbookPath(deps, batch));
  await placeNewCopy(path, batch);
  const restoreIfDamaged = () => restoreCopy(path, batch, newId, () => ledger.readCopy(num));
  if (inputHash === null || (await restoreIfDamaged())) return path;
  const typed = await readInputAsGiven(ledger, batch);
  throw new ConfereError('copy_damaged', { batch: id, file, typed });
}

/**
 * Returns the path of the workbook that is kept with a batch; undefined if there is none.
 *
 * @throws ConfereError `copy_damaged`
 */
export async function provideWorkbook(deps: LocalDeps, batch: Batch): Promise<string | undefined> {
  const { ledger, newId } = deps;
  const { num, id, file } = batch;
  const path = workbookPath(deps, batch);
  const facts = readWorkbookFacts(batch);
  if (facts === undefined) return undefined;
  await placeNewCopy(path, facts);
  if (await restoreCopy(path, facts, newId, () => ledger.readWorkbook(num))) return path;
  const typed = await readInputAsGiven(ledger, batch);
  throw new ConfereError('copy_damaged', { batch: id, file, typed });
}
