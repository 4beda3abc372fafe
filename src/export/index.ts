import { resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { readHeaderText } from '../input/index.js';
import { createFormat, refuseShape } from './choose-format.js';
import type { Format } from './format.js';
import {
  mergedRowChunks,
  mergedRows,
  type ExportRow,
  type LookupStatus,
  type RowSource,
} from './rows.js';
import { partnerLines, refusePartners } from './partners.js';
import {
  asNamed,
  ownStamp,
  refuseOverwrite,
  writeWhole,
  type OwnOutput,
  refuseDamagedCopy,
  refuseInput,
  refuseOtherRows,
} from './targets/target.js';
import { toStream } from './targets/to-stream.js';

/** Rows per call that turns rows into bytes. */
const ROWS_IN_TEXT = 100;

export interface ExportRequest {
  /** The path of the file of partners; CNPJ batches only. */
  readonly partners?: string;
  /** A path, or the stream for `-o -`. */
  readonly target: string | Writable;
  /** One of `exportFormats`; by the target's extension when left out. */
  readonly format?: string;
  readonly excel: boolean;
  readonly overwrite: boolean;
  /** Write even if the batch has not ended. */
  readonly partial: boolean;
  readonly only?: readonly LookupStatus[];
  /** Fields of the record as comma-separated dotted paths; all when left out. */
  readonly fields?: string;
  /** Whether the batch may replace this file later, because it is the result of its own run. */
  readonly remember: boolean;
}

/** The result that was written. */
export interface Written {
  /** The path, or `-` for a stream. */
  readonly path: string;
  /** The path that was asked for, where another program had it open until the end. */
  readonly held?: string;
  readonly rows: number;
  /** Characters that the file's encoding lacks. */
  readonly replaced: number;
  /** Cells that were cut because they exceed the limit of a workbook. */
  readonly cut: number;
}

/** The state of a result that is being written. */
interface Work {
  readonly from: RowSource;
  readonly request: ExportRequest;
  readonly newId: () => string;
}

/**
 * Writes the merged results of a planned batch, one row per input row, in input order: all rows, or no
 * file (contract, "Export"). `told` gets the rows so far, those that `only` leaves out among them.
 *
 * @throws UsageError if the target exists or cannot be written; ConfereError `copy_damaged` before
 * anything is written, and `rows_differ`
 */
export async function writeResult(
  from: RowSource,
  request: ExportRequest,
  newId: () => string,
  told?: (rows: number) => void,
): Promise<Written> {
  const { partners } = request;
  refusePartners(partners, from.batch.kind, request.target);
  if (!request.overwrite && partners !== undefined)
    await refuseOverwrite(resolve(partners), replaceable(request, await ownOutputs(from)));
  refuseShape(request, from.layout.kind, from.batch.rows);
  await refuseDamagedCopy(from.path, from.batch);
  const header = await readHeaderText(from.path, from.layout);
  const format = createFormat(from.layout, from.batch.rows, request, header);
  const count = { rows: 0, leftOut: 0 };
  const plain = bytes(from, format, request, count, told);
  const work = { from, request, newId };
  const path = await toTarget(work, asNamed(request.target, format.pack?.(plain) ?? plain));
  if (partners !== undefined) await writePartners(work, resolve(partners));
  const paths = pathsOf(request, path);
  return { ...paths, rows: count.rows, replaced: format.replaced(), cut: format.cut?.() ?? 0 };
}

/** Returns the path of the file; nothing for a stream. */
async function toTarget(work: Work, chunks: AsyncIterable<Buffer>): Promise<string | undefined> {
  const { request } = work;
  const { target, remember } = request;
  if (typeof target !== 'string') {
    await toStream(target, chunks);
    return undefined;
  }
  return toFile(work, resolve(target), chunks, !remember);
}

/** `path`: where the result is. A name is told as the user wrote it. */
function pathsOf({ target }: ExportRequest, path = '-'): Pick<Written, 'path' | 'held'> {
  if (typeof target !== 'string') return { path };
  return path === resolve(target) ? { path: target } : { path, held: target };
}

async function writePartners(work: Work, path: string): Promise<void> {
  const { from, request } = work;
  const lines = partnerLines(mergedRows(from), { path, excel: request.excel });
  await toFile(work, path, asNamed(path, lines), true);
}

/** A run replaces what its batch wrote and nobody changed since; an export nothing (contract, "Export"). */
function replaceable({ remember }: ExportRequest, own: OwnOutput): OwnOutput {
  return remember ? own : { outputs: {} };
}

/**
 * Writes a file in the place of none, or of one that may be replaced; with `--overwrite`, of any.
 */
async function toFile(
  { from, request, newId }: Work,
  path: string,
  chunks: AsyncIterable<Buffer>,
  isBeside: boolean,
): Promise<string> {
  const own = await ownOutputs(from);
  await refuseInput(path, from.batch);
  if (!request.overwrite) await refuseOverwrite(path, replaceable(request, own));
  const old = await ownStamp(path, own);
  // Stored before the rename: a run that is killed right after it must still recognize its result.
  const isKept = request.remember || Object.hasOwn(own.outputs, path);
  const announce = async (stamp: string, at: string) => {
    const stamps = (at === path ? `${old} ${stamp}` : stamp).trim();
    if (isKept) await from.ledger.keepOutput(from.batch.num, at, stamps, isBeside);
  };
  const unique = request.remember ? from.batch.id : newId();
  return writeWhole(path, chunks, { unique, announce, orBeside: true });
}

/** The files that the batch wrote until now. */
async function ownOutputs({ ledger, batch }: RowSource): Promise<OwnOutput> {
  const [own = batch] = await ledger.findBatches({ num: batch.num });
  return own;
}

async function* bytes(
  from: RowSource,
  format: Format,
  request: ExportRequest,
  count: { rows: number; leftOut: number },
  told?: (rows: number) => void,
): AsyncGenerator<Buffer> {
  yield format.head();
  for await (const entries of mergedRowChunks(from)) {
    const rows = entries.filter((entry) => wanted(entry, request));
    count.leftOut += entries.length - rows.length;
    if (rows.length > 0) yield inPieces(rows, format, count);
    told?.(count.rows + count.leftOut);
  }
  // The rows are counted where they become bytes, so that a row lost on the way is noticed.
  refuseOtherRows(count.rows + count.leftOut, from.batch);
  yield format.tail();
}

/**
 * Converts a few rows at a time: with records of companies, one text of all rows would have megabytes,
 * which slows down garbage collection.
 */
function inPieces(rows: readonly ExportRow[], format: Format, count: { rows: number }): Buffer {
  const pieces: Buffer[] = [];
  for (let from = 0; from < rows.length; from += ROWS_IN_TEXT) {
    const some = rows.slice(from, from + ROWS_IN_TEXT);
    pieces.push(format.rows(some));
    count.rows += some.length;
  }
  return Buffer.concat(pieces);
}

function wanted({ result }: ExportRow, { only }: ExportRequest): boolean {
  return only === undefined || only.includes(result.status);
}
