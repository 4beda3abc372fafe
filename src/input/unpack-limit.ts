import { findClosestFile } from '../base/closest-file.js';
import { readErrorCode, UsageError } from '../base/errors.js';
import { inputLimits, type InputLimit } from '../base/limits.js';

/** The codes for a missing file; a path below a file and a name that is too long cannot exist either. */
const MISSING_FILE_CODES = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'];

/** Turns an error of the file system into a UsageError, and returns any other error unchanged. */
export function toFileError(error: unknown, name: string): unknown {
  const reason = readErrorCode(error);
  // Windows has errors of the file system without a name (`UNKNOWN`). A code `ERR_…` is a mistake in confere.
  if (!/^(E[A-Z0-9]+|UNKNOWN)$/.test(reason)) return error;
  return MISSING_FILE_CODES.includes(reason)
    ? new UsageError('input_missing', { file: name, near: findNear(error) }, { cause: error })
    : new UsageError('input_unreadable', { file: name, reason }, { cause: error });
}

function findNear(error: unknown): string | undefined {
  const path = error instanceof Error && 'path' in error ? error.path : undefined;
  return typeof path === 'string' ? findClosestFile(path) : undefined;
}

export function buildTooLarge(file: string, limit: InputLimit): UsageError {
  return new UsageError('input_too_large', { file, limit, most: inputLimits[limit] });
}

/** Receives the number of rows of a workbook that have been read so far. */
export type ReportRows = (rows: number) => void;

/** Limits the bytes that are unpacked from a file, in any number of streams, and the work that these bytes cause. */
export class UnpackLimit {
  #bytes = 0;
  #work = 0;

  /** `packed` is the size of the file in bytes. */
  constructor(
    readonly name: string,
    readonly packed: number,
    readonly stop?: AbortSignal,
  ) {}

  /**
   * Passes the bytes of a stream on, and counts them.
   *
   * @throws UsageError `input_too_large`, and the reason of `stop`
   */
  async *countBytes(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      this.stop?.throwIfAborted();
      this.#bytes += chunk.length;
      if (this.#bytes > inputLimits.text) throw buildTooLarge(this.name, 'text');
      this.spend(0);
      yield chunk;
    }
  }

  /** Counts work. `work`: the bytes whose unpacking would take as long. @throws UsageError `input_too_large` */
  spend(work: number): void {
    this.#work += work;
    const { unpacked, ratio } = inputLimits;
    if (this.#bytes + this.#work > Math.max(unpacked, this.packed * ratio))
      throw buildTooLarge(this.name, 'ratio');
  }
}
