import { resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { readHeaderText } from '../input/index.js';
import { createFormat, refuseShape } from './choose-format.js';
import type { Format } from './format.js';
import { mergedRowChunks, mergedRows, type LookupStatus, type RowSource } from './rows.js';
import { partnerLines, refusePartners } from './partners.js';
import {
  asNamed,
  ownStamp,
  withAnswered,
  refuseOverwrite,
  writeWhole,
  type OwnOutput,
  refuseInput,
  refuseOtherRows,
} from './targets.js';
import { toStream } from './targets.js';

/** Rows per call that turns rows into bytes. */
const ROWS_IN_TEXT = 250;

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

/**
 * Writes the merged results of a planned batch, one row per input row, in input order: all rows, or no
 * file (contract, "Export"). `told` gets the rows so far, those that `only` leaves out among them.
 *
 * @throws UsageError if the target exists or cannot be written; ConfereError `rows_differ`
 */
export async function writeResult(
  from: RowSource,
  request: ExportRequest,
  newId: () => string,
  told?: (rows: number) => void,
): Promise<Written> {
  const { partners, target, excel } = request;
  const { batch, layout, path } = from;
  refusePartners(partners, batch.kind, target);
  if (!request.overwrite && partners !== undefined)
    await refuseOverwrite(resolve(partners), replaceable(request, await ownOutputs(from)));
  refuseShape(request, layout.kind, batch.rows);
  const format = createFormat(layout, request, await readHeaderText(path, layout));
  const count = { rows: 0, leftOut: 0 };
  const plain = bytes(from, format, request, count, told);
  const chunks = asNamed(target, format.pack?.(plain) ?? plain);
  const toFile = (name: string, all: AsyncIterable<Buffer>, isBeside: boolean) =>
    writeFile(from, request, newId, { path: resolve(name), chunks: all, isBeside });
  let written: Pick<Written, 'path' | 'held'> = { path: '-' };
  if (typeof target === 'string') {
    const at = await toFile(target, chunks, !request.remember);
    // A name is told as the user wrote it.
    written = at === resolve(target) ? { path: target } : { path: at, held: target };
  } else await toStream(target, chunks);
  if (partners !== undefined) {
    const lines = partnerLines(mergedRows(from), { path: partners, excel });
    await toFile(partners, asNamed(partners, lines), true);
  }
  return {
    ...written,
    rows: count.rows,
    replaced: format.replaced?.() ?? 0,
    cut: format.cut?.() ?? 0,
  };
}

/** A run replaces what its batch wrote and nobody changed since; an export nothing (contract, "Export"). */
function replaceable({ remember }: ExportRequest, own: OwnOutput): OwnOutput {
  return remember ? own : { outputs: {} };
}

/** Writes a file in the place of none, or of one that may be replaced; with `--overwrite`, of any. Returns its path. */
async function writeFile(
  from: RowSource,
  request: ExportRequest,
  newId: () => string,
  file: {
    readonly path: string;
    readonly chunks: AsyncIterable<Buffer>;
    readonly isBeside: boolean;
  },
): Promise<string> {
  const { path, chunks, isBeside } = file;
  const own = await ownOutputs(from);
  await refuseInput(path, from.batch);
  if (!request.overwrite) await refuseOverwrite(path, replaceable(request, own));
  const old = await ownStamp(path, own);
  // Stored before the rename: a run that is killed right after it must still recognize its result.
  const isKept = request.remember || Object.hasOwn(own.outputs, path);
  const announce = async (stamp: string, at: string) => {
    const stamps = (at === path ? `${old} ${stamp}` : stamp).trim();
    const kept = withAnswered(stamps, from.answered);
    if (isKept) await from.ledger.keepOutput(from.batch.num, at, kept, isBeside);
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
  { only }: ExportRequest,
  count: { rows: number; leftOut: number },
  told?: (rows: number) => void,
): AsyncGenerator<Buffer> {
  yield format.head();
  for await (const entries of mergedRowChunks(from)) {
    const rows = entries.filter(({ result }) => only?.includes(result.status) ?? true);
    count.leftOut += entries.length - rows.length;
    // With records of companies, one text of all rows would have megabytes, which slows down garbage collection.
    const pieces: Buffer[] = [];
    for (let at = 0; at < rows.length; at += ROWS_IN_TEXT) {
      const some = rows.slice(at, at + ROWS_IN_TEXT);
      pieces.push(format.rows(some));
      count.rows += some.length;
    }
    if (pieces.length > 0) yield Buffer.concat(pieces);
    told?.(count.rows + count.leftOut);
  }
  // The rows are counted where they become bytes, so that a row lost on the way is noticed.
  refuseOtherRows(count.rows + count.leftOut, from.batch);
  if (format.tail !== undefined) yield format.tail();
}
