import {
  closeSync,
  createReadStream,
  createWriteStream,
  openSync,
  readSync,
  statSync,
} from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, gunzipSync } from 'node:zlib';
import { computeFileFacts } from '../base/checksum.js';
import { readErrorCode, UsageError } from '../base/errors.js';
import { moveFile, removePath, waitUntilClosed } from '../base/flush.js';
import type { InputOptions, InputOrigin } from './types.js';
import { type ReportRows, UnpackLimit } from './unpack-limit.js';

const MAGIC_BYTES = [
  ['gzip', Buffer.from([0x1f, 0x8b])],
  ['zip', Buffer.from('PK\x03\x04', 'latin1')],
  ['ole', Buffer.from([0xd0, 0xcf, 0x11, 0xe0])],
] as const;

type Packing = (typeof MAGIC_BYTES)[number][0] | undefined;

function matchPacking(head: Buffer): Packing {
  return MAGIC_BYTES.find(([, magic]) => head.subarray(0, magic.length).equals(magic))?.[0];
}

/** Returns how a file is packed, by its first bytes and not by its name; undefined for text. */
export async function detectPacking(path: string): Promise<Packing> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return matchPacking(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

/** The number of bytes of a packed file that is enough to unpack its first bytes. */
const HEAD_BYTES = 4096;

/**
 * Returns whether a file is a workbook by its content, also within gzip; undefined for a pipe, which cannot be read
 * twice.
 */
export function isWorkbook(path: string): boolean | undefined {
  try {
    if (!statSync(path).isFile()) return undefined;
    const file = openSync(path, 'r');
    try {
      const bytes = Buffer.alloc(HEAD_BYTES);
      const head = bytes.subarray(0, readSync(file, bytes));
      const isGzip = matchPacking(head) === 'gzip';
      const unpacked = isGzip ? gunzipSync(head, { finishFlush: constants.Z_SYNC_FLUSH }) : head;
      return matchPacking(unpacked) === 'zip';
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}

export interface UnpackOptions {
  /** Ends the reading with its reason. */
  readonly stop?: AbortSignal;
  /** Receives the number of rows so far, while a workbook is converted. */
  readonly onRows?: ReportRows | undefined;
  /** The path at which a workbook is kept, if results can be written into it; without a path it is removed. */
  readonly keepAt?: string;
}

/**
 * Replaces the private file at `path` by its text: a workbook becomes UTF-8 CSV. Returns how it was packed; undefined
 * if it was text already.
 *
 * @throws UsageError if the file is damaged, too large or not text, or if the sheet is not clear
 */
export async function unpackInput(
  path: string,
  options: InputOptions,
  name: string,
  unpacking: UnpackOptions = {},
): Promise<InputOrigin | undefined> {
  const isGzip = (await detectPacking(path)) === 'gzip';
  const { size: packed } = await stat(path);
  const createLimit = () => new UnpackLimit(name, packed, unpacking.stop);
  if (isGzip) await gunzip(path, name, createLimit());
  const packing = await detectPacking(path);
  if (packing === 'ole' || packing === 'gzip') throw new UsageError('not_text', { file: name });
  if (packing === 'zip') {
    const option = (['delimiter', 'encoding'] as const).find((each) => options[each] !== undefined);
    if (option !== undefined) throw new UsageError('not_for_workbooks', { file: name, option });
    const { convertWorkbook } = await import('./workbook/convert.js');
    const facts = await computeFileFacts(path, unpacking.stop);
    const { onRows, keepAt } = unpacking;
    const { sheet, kept } = await convertWorkbook(path, options, createLimit, onRows, keepAt);
    return { gzip: isGzip || undefined, sheet, workbook: kept && { ...facts, ...kept } };
  }
  if (options.sheet !== undefined) throw new UsageError('no_sheets', { file: name });
  return isGzip ? { gzip: true } : undefined;
}

/** Unpacks a file in place. @throws UsageError `damaged_gzip`, or `input_too_large` */
async function gunzip(path: string, name: string, limit: UnpackLimit): Promise<void> {
  const target = `${path}.unpacked`;
  try {
    const out = createWriteStream(target, { mode: 0o600, flags: 'wx' });
    const counted = (source: AsyncIterable<Buffer>) => limit.countBytes(source);
    await waitUntilClosed(out, pipeline(createReadStream(path), createGunzip(), counted, out));
    await moveFile(target, path);
  } catch (error) {
    await removePath(target);
    const code = readErrorCode(error);
    if (!code.startsWith('Z_')) throw error;
    throw new UsageError('damaged_gzip', { file: name, endsEarly: code === 'Z_BUF_ERROR' });
  }
}
