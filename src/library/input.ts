import { basename } from 'node:path';
import { Readable } from 'node:stream';
import type { OpenRequest } from '../batch/plan/open-batch.js';
import { UsageError } from '../base/errors.js';
import { awaitUntilStopped } from './callbacks.js';
import { buildBadArgument } from './options.js';
import type { FileOptions, Input } from './types.js';

/** Describes an input for a batch: its source, its name, and how it is read. */
export function describeInput(
  file: Input,
  { name, kind, column, delimiter, encoding, header, sheet }: FileOptions,
  stop: AbortSignal,
): Pick<OpenRequest, 'source' | 'name' | 'input'> {
  const input = { kind, column, delimiter, encoding, header, sheet };
  if (typeof file === 'string')
    return { source: { path: file }, name: name ?? basename(file), input };
  const isList = Symbol.iterator in file;
  return {
    source: { stream: Readable.from(isList ? yieldRows(file) : yieldChunks(file, stop)) },
    name: name ?? 'input',
    input: isList ? { ...LIST_OPTIONS, kind } : input,
  };
}

const LIST_OPTIONS = { column: '1', delimiter: ';', encoding: 'utf8', header: false } as const;

/** Yields a list as a file with one identifier in each row; characters that separate rows or cells become blanks. */
function* yieldRows(ids: readonly string[]): Generator<Buffer> {
  for (const id of ids) yield Buffer.from(`${id.replaceAll(/[\s;"]+/g, ' ')}\n`);
}

/** The limit of an iterable, far above any input, because one that never ends would fill the disk. */
const MAX_GIGABYTES = 16;

/**
 * Yields the bytes of an iterable until `stop`, even if no other chunk ever comes.
 * @throws UsageError `input_failed` if the iterable throws, `input_endless`
 */
async function* yieldChunks(
  file: AsyncIterable<Uint8Array | string>,
  stop: AbortSignal,
): AsyncGenerator<Uint8Array | string> {
  const iterator: AsyncIterator<unknown, unknown> = file[Symbol.asyncIterator]();
  let bytesLeft = MAX_GIGABYTES * 2 ** 30;
  const buildError = (cause: unknown) => new UsageError('input_failed', {}, { cause });
  try {
    for (;;) {
      stop.throwIfAborted();
      const { done, value } = await awaitUntilStopped(stop, () => iterator.next(), buildError);
      if (done === true) return;
      if (typeof value !== 'string' && !(value instanceof Uint8Array))
        throw buildBadArgument('file', value, 'input');
      bytesLeft -= value.length;
      if (bytesLeft < 0) throw new UsageError('input_endless', { gigabytes: MAX_GIGABYTES });
      yield value;
    }
  } finally {
    // The call is not awaited, because the iterator may never answer, and its errors say nothing about the input.
    void iterator.return?.().catch(() => undefined);
  }
}
