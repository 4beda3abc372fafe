import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { ConfereError, UsageError } from '../../errors.js';
import { isDiskFull } from '../../errors/full-disk.js';

/**
 * Writes to a stream, which stays open, and waits until it has taken everything.
 *
 * @throws UsageError `stream_closed` if it takes no more; ConfereError `output_failed` if the disk behind it is full
 */
export async function toStream(stream: Writable, chunks: AsyncIterable<Buffer>): Promise<void> {
  const closing = new AbortController();
  const closed = () => {
    closing.abort();
  };
  // Standard output is open again after an error, and forgets it.
  const failure: { error?: Error } = {};
  const failed = (error: Error) => (failure.error ??= error);
  stream.once('close', closed).on('error', failed);
  const refuse = () => {
    if (failure.error !== undefined) throw failure.error;
    if (!stream.writable) throw closedStream(stream);
  };
  try {
    for await (const chunk of chunks) {
      refuse();
      if (!stream.write(chunk)) await drained(stream, closing.signal);
    }
    await new Promise((taken) => void stream.write('', taken));
    refuse();
  } catch (error) {
    throw explained(failure.error ?? error);
  } finally {
    stream.off('close', closed).off('error', failed);
  }
}

function explained(error: unknown): unknown {
  const reason = error instanceof Error && 'code' in error ? String(error.code) : '';
  return isDiskFull(reason)
    ? new ConfereError('output_failed', { reason }, { cause: error })
    : error;
}

async function drained(stream: Writable, closed: AbortSignal): Promise<void> {
  try {
    await once(stream, 'drain', { signal: closed });
  } catch (error) {
    // An error of the stream itself, such as a closed pipe, says more than that it is closed.
    throw closed.aborted ? closedStream(stream) : error;
  }
}

function closedStream({ errored }: Writable): Error {
  return errored ?? new UsageError('stream_closed', {});
}
