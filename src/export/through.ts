import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** What `transform` makes of `chunks`, as fast as it is read; errors of either end the iteration. */
export async function* through(
  chunks: AsyncIterable<Buffer>,
  transform: Transform,
): AsyncGenerator<Buffer> {
  const feeding = pipeline(Readable.from(chunks, { objectMode: false }), transform);
  // The reader below hears of the same error.
  feeding.catch(() => undefined);
  yield* transform as AsyncIterable<Buffer>;
  await feeding;
}
