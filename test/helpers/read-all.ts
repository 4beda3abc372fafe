import type { Readable } from 'node:stream';

/** The text that is in a stream now. One `read()` returns all of it on Node 20, and one chunk on Node 26. */
export function readAll(stream: Readable): string {
  const chunks: string[] = [];
  for (let chunk: unknown = stream.read(); chunk !== null; chunk = stream.read())
    chunks.push(String(chunk));
  return chunks.join('');
}
