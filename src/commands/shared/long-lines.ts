import type { Readable } from 'node:stream';

/**
 * Calls `tooLong` when a line of `stream` has more than `most` bytes. Readers of lines hold a line until it ends, and
 * one of a device or of a broken program never does. Returns a function that ends the watch.
 */
export function watchLines(stream: Readable, most: number, tooLong: () => void): () => void {
  let held = 0;
  const watch = (chunk: Buffer | string) => {
    const end = Math.max(chunk.lastIndexOf('\n'), chunk.lastIndexOf('\r'));
    held = end < 0 ? held + chunk.length : chunk.length - end - 1;
    if (held > most) tooLong();
  };
  stream.on('data', watch);
  return () => {
    stream.off('data', watch);
  };
}
