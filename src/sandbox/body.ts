import type { HonoRequest } from 'hono';

/** The JSON object of a request; anything else reads as one without fields. */
export async function readBody(request: HonoRequest): Promise<Readonly<Record<string, unknown>>> {
  if (!/^application\/json\b/i.test(request.header('content-type') ?? '')) return {};
  const value = parse(await request.text());
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
