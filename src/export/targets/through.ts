import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * Pipes `chunks` through `transform`, as fast as the result is read. An error of either ends the
 * iteration.
 */
export async function* through(
  chunks: AsyncIterable<Buffer>,
  transform: Transform,
): AsyncGenerator<Buffer> {
  const feeding = pipeline(Readable.from(chunks, { objectMode: false }), transform);
  // The reader below gets the same error.
  feeding.catch(() => undefined);
  yield* transform as AsyncIterable<Buffer>;
  await feeding;
}
