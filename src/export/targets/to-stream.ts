import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { UsageError } from '../../errors.js';

/** Writes to a stream, which stays open. @throws UsageError `stream_closed` if it takes no more */
export async function toStream(stream: Writable, chunks: AsyncIterable<Buffer>): Promise<void> {
  const closing = new AbortController();
  const closed = () => {
    closing.abort();
  };
  stream.once('close', closed);
  try {
    for await (const chunk of chunks) {
      if (!stream.writable) throw closedStream(stream);
      if (!stream.write(chunk)) await drained(stream, closing.signal);
    }
    if (stream.destroyed) throw closedStream(stream);
  } finally {
    stream.off('close', closed);
  }
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
