import { resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { once } from 'node:events';
import { UsageError } from '../errors.js';
import type { Batch } from '../ledger/index.js';
import type { LocalDeps } from '../batch/dependencies.js';
import { readHeaderText } from '../input/index.js';
import { inputPath, layoutOf } from '../batch/plan/open-batch.js';
import { summarize } from '../batch/summary.js';
import type { Format } from './format.js';
import { createFormat } from './choose-format.js';
import { mergedRowChunks, mergedRows, type ExportRow, type LookupStatus } from './rows.js';
import {
  asNamed,
  refuseCompanyTables,
  refuseSameNames,
  refuseSideFiles,
  wantedTables,
  type SidePaths,
} from './side-files.js';
import { sideLines, type SideTable } from './side-tables.js';
import { ownStamp, refuseOverwrite, writeWhole } from './target.js';
import { say } from '../text/index.js';

/** Rows that become bytes by one call. */
const ROWS_IN_TEXT = 16;

export interface ExportRequest extends SidePaths {
  /** A path, or the stream that `-o -` means. */
  readonly target: string | Writable;
  /** `csv`, `json`, `jsonl` or `xlsx`; by the target's extension when left out. */
  readonly format?: string;
  readonly excel: boolean;
  readonly overwrite: boolean;
  /** Write although the batch has not ended. */
  readonly partial: boolean;
  readonly only?: readonly LookupStatus[];
  /** Fields of the record by their dotted paths, with commas between; all when left out. */
  readonly fields?: string;
  /** Whether the batch may replace this file later: the result of its own run. */
  readonly remember: boolean;
}

/**
 * Writes the merged results of a planned batch, one row per input row, in input order.
 * @throws UsageError when the batch has not ended, or the target exists or cannot be written
 */
export async function exportBatch(
  deps: LocalDeps,
  batch: Batch,
  request: ExportRequest,
): Promise<void> {
  refuseUnended(deps, batch, request);
  refuseCompanyTables(request, batch.kind);
  refuseSameNames(request, request.target);
  if (!request.overwrite && !request.remember) await refuseSideFiles(request);
  const layout = layoutOf(batch);
  const format = createFormat(
    layout,
    batch.rows,
    request,
    await readHeaderText(inputPath(deps, batch), layout),
  );
  const count = { rows: 0 };
  const plain = bytes(deps, batch, format, request, count);
  const chunks = asNamed(request.target, format.pack?.(plain) ?? plain);
  if (typeof request.target === 'string')
    await toFile(deps, batch, request, request.target, chunks);
  else await toStream(request.target, chunks);
  for (const [table, to] of wantedTables(request)) await toSide(deps, batch, request, table, to);
  const path = typeof request.target === 'string' ? request.target : '-';
  const { replaced, cut = () => 0 } = format;
  deps.emit({ type: 'exported', path, rows: count.rows, replaced: replaced(), cut: cut() });
}

async function toFile(
  deps: LocalDeps,
  batch: Batch,
  request: ExportRequest,
  target: string,
  chunks: AsyncIterable<Buffer>,
): Promise<void> {
  const path = resolve(target);
  const own = deps.ledger.batches.get(batch.num);
  if (!request.overwrite) await refuseOverwrite(path, own);
  if (!request.remember) {
    await writeWhole(path, chunks, { unique: deps.newId() });
    return;
  }
  const old = await ownStamp(path, own);
  // A run that is killed right after the renaming must know its result again.
  const announce = (stamp: string) => {
    deps.ledger.batches.setOutput(batch.num, path, `${old} ${stamp}`.trim());
  };
  await writeWhole(path, chunks, { unique: batch.id, announce });
}

async function toStream(stream: Writable, chunks: AsyncIterable<Buffer>): Promise<void> {
  for await (const chunk of chunks) {
    if (!stream.write(chunk)) await once(stream, 'drain');
  }
}

async function toSide(
  deps: LocalDeps,
  batch: Batch,
  request: ExportRequest,
  table: SideTable,
  path: string,
): Promise<void> {
  const lines = sideLines(table, mergedRows(deps, batch, layoutOf(batch)), request.excel);
  await writeWhole(path, asNamed(path, lines), {
    unique: request.remember ? batch.id : deps.newId(),
  });
}

async function* bytes(
  deps: LocalDeps,
  batch: Batch,
  format: Format,
  request: ExportRequest,
  count: { rows: number },
): AsyncGenerator<Buffer> {
  yield format.head();
  for await (const entries of mergedRowChunks(deps, batch, layoutOf(batch))) {
    const rows = entries.filter((entry) => wanted(entry, request));
    if (rows.length === 0) continue;
    count.rows += rows.length;
    yield inPieces(rows, format);
  }
  yield format.tail();
}

/** Of companies, a text of all rows would be megabytes, which the engine's garbage collector is slow with. */
function inPieces(rows: readonly ExportRow[], format: Format): Buffer {
  const pieces: Buffer[] = [];
  for (let from = 0; from < rows.length; from += ROWS_IN_TEXT)
    pieces.push(format.rows(rows.slice(from, from + ROWS_IN_TEXT)));
  return Buffer.concat(pieces);
}

function wanted({ result }: ExportRow, { only }: ExportRequest): boolean {
  return only === undefined || only.includes(result.status);
}

function refuseUnended(deps: LocalDeps, batch: Batch, request: ExportRequest): void {
  if (request.partial || request.only !== undefined) return;
  const { state, pending } = summarize(deps.ledger, batch.num);
  if (state !== 'running' && pending === 0) return;
  throw new UsageError(
    'batch_not_ended',
    say`Batch ${batch.id} has not ended; 'confere bulk watch ${batch.id}' waits for it, --partial exports what there is.`,
  );
}
