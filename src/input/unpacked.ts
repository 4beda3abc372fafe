import { codeOf, UsageError } from '../base/errors.js';
import { inputLimits, type InputLimit } from '../base/limits.js';

/** A file below a file, and one whose name is longer than any can be, are not there either. */
const MISSING = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'];

/** A UsageError for one of the file system; other errors unchanged. */
export function unreadable(error: unknown, name: string): unknown {
  const reason = codeOf(error);
  // Those of the file system, of which Windows has some without a name; `ERR_…` is a mistake of ours.
  if (!/^(E[A-Z0-9]+|UNKNOWN)$/.test(reason)) return error;
  return MISSING.includes(reason)
    ? new UsageError('input_missing', { file: name }, { cause: error })
    : new UsageError('input_unreadable', { file: name, reason }, { cause: error });
}

export function tooLarge(file: string, limit: InputLimit): UsageError {
  return new UsageError('input_too_large', { file, limit, most: inputLimits[limit] });
}

/** Is told how many rows of a workbook have been read so far. */
export type CountRows = (rows: number) => void;

/** Counts bytes that come out of a packed file, in however many streams, and work that these bytes cause. */
export class Unpacked {
  #bytes = 0;
  #work = 0;

  /** `packed`: the size of the file in bytes. */
  constructor(
    readonly name: string,
    readonly packed: number,
    readonly stop?: AbortSignal,
  ) {}

  /** Passes bytes on. @throws UsageError `input_too_large`, and the reason of `stop` */
  async *counted(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      this.stop?.throwIfAborted();
      this.#bytes += chunk.length;
      if (this.#bytes > inputLimits.text) throw tooLarge(this.name, 'text');
      this.spend(0);
      yield chunk;
    }
  }

  /** Counts work that takes as long as so many bytes. @throws UsageError `input_too_large` */
  spend(work: number): void {
    this.#work += work;
    const { unpacked, ratio } = inputLimits;
    if (this.#bytes + this.#work > Math.max(unpacked, this.packed * ratio))
      throw tooLarge(this.name, 'ratio');
  }
}
