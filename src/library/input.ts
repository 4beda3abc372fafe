import { basename } from 'node:path';
import { Readable } from 'node:stream';
import type { OpenRequest } from '../batch/plan/open-batch.js';
import { UsageError } from '../base/errors.js';
import { untilStopped } from './callbacks.js';
import { bad } from './options.js';
import type { FileOptions, Input } from './types.js';

/** Where an input comes from, what it is called, and how it is read. */
export function inputOf(
  file: Input,
  { name, kind, column, delimiter, encoding, header, sheet }: FileOptions,
  stop: AbortSignal,
): Pick<OpenRequest, 'source' | 'name' | 'input'> {
  const input = { kind, column, delimiter, encoding, header, sheet };
  if (typeof file === 'string')
    return { source: { path: file }, name: name ?? basename(file), input };
  const isList = Symbol.iterator in file;
  return {
    source: { stream: Readable.from(isList ? rowsOf(file) : chunksOf(file, stop)) },
    name: name ?? 'input',
    input: isList ? { ...LIST, kind } : input,
  };
}

const LIST = { column: '1', delimiter: ';', encoding: 'utf8', header: false } as const;

/** A list as a file: an identifier a row, without what would part rows or cells. */
function* rowsOf(ids: readonly string[]): Generator<Buffer> {
  for (const id of ids) yield Buffer.from(`${id.replaceAll(/[\s;"]+/g, ' ')}\n`);
}

/** More bytes than any input has; an iterable that never ends must not fill the disk. */
const GIGABYTES = 16;

/** Until `stop`, even if no other chunk ever comes. @throws UsageError `input_failed` if it throws, `input_endless` */
async function* chunksOf(
  file: AsyncIterable<Uint8Array | string>,
  stop: AbortSignal,
): AsyncGenerator<Uint8Array | string> {
  const iterator: AsyncIterator<unknown, unknown> = file[Symbol.asyncIterator]();
  let left = GIGABYTES * 2 ** 30;
  const failed = (cause: unknown) => new UsageError('input_failed', {}, { cause });
  try {
    for (;;) {
      stop.throwIfAborted();
      const { done, value } = await untilStopped(stop, () => iterator.next(), failed);
      if (done === true) return;
      if (typeof value !== 'string' && !(value instanceof Uint8Array))
        throw bad('file', value, 'input');
      left -= value.length;
      if (left < 0) throw new UsageError('input_endless', { gigabytes: GIGABYTES });
      yield value;
    }
  } finally {
    // It may never answer, and its errors say nothing about the input.
    void iterator.return?.().catch(() => undefined);
  }
}
