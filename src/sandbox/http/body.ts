import type { HonoRequest } from 'hono';
import { Drop, Refusal } from './answers.js';
import { INVENTED_MESSAGES } from '../messages.js';

export type Body = Readonly<Record<string, unknown>>;

/** Bytes. Well above 10,000 formatted identifiers, so that users reach the limit of items first. */
const LARGEST_BODY = 64 * 1024 * 1024;

/**
 * Reads the JSON object of a request. Anything else becomes an object without fields.
 * @throws Refusal 413, before it reads the rest, if the body is too large; Drop if the client disconnected
 */
export async function readBody(request: HonoRequest): Promise<Body> {
  requireSize(Number(request.header('content-length') ?? 0));
  const text = await readText(request.raw.body);
  if (!/^application\/json\s*(?:;|$)/i.test(request.header('content-type') ?? '')) return {};
  const value = parse(text);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

async function readText(stream: ReadableStream<Uint8Array> | null): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of stream ?? []) {
      size += chunk.byteLength;
      requireSize(size);
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof Refusal ? error : new Drop();
  }
  return Buffer.concat(chunks).toString('utf8');
}

function requireSize(bytes: number): void {
  if (bytes > LARGEST_BODY) throw new Refusal(413, INVENTED_MESSAGES.tooLarge);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
