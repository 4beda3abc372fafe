import type { HonoRequest } from 'hono';
import { Refusal } from './answers.js';
import { INVENTED_MESSAGES } from './messages.js';

export type Body = Readonly<Record<string, unknown>>;

/** Bytes; well above 10,000 formatted identifiers, so that their own limit is what users meet. */
const LARGEST_BODY = 4 * 1024 * 1024;

/**
 * The JSON object of a request; anything else reads as one without fields.
 * @throws Refusal 413, before the rest is read, when it is too large
 */
export async function readBody(request: HonoRequest): Promise<Body> {
  const text = await readText(request.raw.body);
  if (!/^application\/json\b/i.test(request.header('content-type') ?? '')) return {};
  const value = parse(text);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

async function readText(stream: ReadableStream<Uint8Array> | null): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream ?? []) {
    size += chunk.byteLength;
    if (size > LARGEST_BODY) throw new Refusal(413, INVENTED_MESSAGES.tooLarge);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
