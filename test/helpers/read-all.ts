import type { Readable } from 'node:stream';

/** The text that is in a stream now. One `read()` returns all of it on Node 20, and one chunk on Node 26. */
export function readAll(stream: Readable): string {
  const chunks: string[] = [];
  let chunk = stream.read() as Buffer | string | null;
  for (; chunk !== null; chunk = stream.read() as Buffer | string | null)
    chunks.push(chunk.toString());
  return chunks.join('');
}
