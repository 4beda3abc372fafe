import type { HttpBindings } from '@hono/node-server';
import type { Hono, HonoRequest } from 'hono';
import type { Context } from './context.js';
import { type Effect, refusalFacts, runWithEffects } from './effects.js';
import { type Endpoint, ENDPOINTS, type Lookup, successOf } from './endpoints.js';
import { keyRefusal } from './account.js';
import { advanceJobs } from './progress.js';
import { Drop, Refusal, refusal, success } from './refusals.js';

export interface Env {
  Bindings: HttpBindings;
}

export type App = Hono<Env>;

type Body = Readonly<Record<string, unknown>>;

/** A request whose key and rate limit were checked. */
export interface Request {
  readonly key: string;
  /** The decoded parameter of the path; empty if there is none. */
  readonly parameter: string;
  readonly body: Body;
}

/** The work that a valid request asks for, and the effects of its triggers. */
export interface Task {
  /** The identifier, label or path, which decides the form of errors whose form the spec does not fix. */
  readonly subject: string;
  readonly effects?: readonly Effect[];
  readonly work: () => unknown;
}

/** Serves an endpoint: checks the key and limit, reads the request, then does the work. */
export function route(
  app: App,
  context: Context,
  endpoint: Endpoint,
  readTask: (context: Context, request: Request) => Task,
): void {
  const { method, path } = ENDPOINTS[endpoint];
  app.on(method, path.replace(/\{(\w+)\}/, ':$1'), async (c) => {
    // The router treats HEAD like GET, but a record that is not sent must not cost credits.
    if (c.req.method !== method) return c.notFound();
    const key = admitRequest(context, endpoint, c.req.header('x-api-key'));
    const parameters: Readonly<Record<string, string>> = c.req.param();
    const [parameter = ''] = Object.values(parameters);
    const body = method === 'POST' ? await readBody(c.req) : {};
    const task = readTask(context, { key, parameter, body });
    const effects = [...context.faults(endpoint, c.req.path), ...(task.effects ?? [])];
    const data = await runWithEffects(context, task.subject, effects, task.work);
    return c.json(success(data), successOf(endpoint));
  });
}

/** Bytes. Well above 10,000 formatted identifiers, so that users reach the limit of items first. */
const LARGEST_BODY = 64 * 1024 * 1024;

/**
 * Reads the JSON object of a request. Anything else becomes an object without fields.
 * @throws Refusal 413, before it reads the rest, if the body is too large; Drop if the client disconnected
 */
async function readBody(request: HonoRequest): Promise<Body> {
  requireSize(Number(request.header('content-length') ?? 0));
  const text = await readText(request.raw.body);
  if (!/^application\/json\s*(?:;|$)/i.test(request.header('content-type') ?? '')) return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
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
  if (bytes > LARGEST_BODY) throw new Refusal(413, 'Corpo da requisição grande demais.');
}

/**
 * Returns the key of a request, after checking it and the rate limit; jobs are advanced first, so that the
 * request sees the current balance. @throws Refusal
 */
function admitRequest(context: Context, endpoint: Endpoint, key = ''): string {
  const { db, clock, rates } = context;
  const refused = keyRefusal(db, key);
  if (refused !== undefined) throw refusal(refused, refusalFacts(context, endpoint));
  const { counts } = ENDPOINTS[endpoint];
  // A refusal within the transaction would take the count back.
  const isOver = db.transaction(() => {
    advanceJobs(db, clock.now());
    return counts !== undefined && countRequest(context, key, counts) > rates[counts];
  });
  if (isOver) throw refusal('rate-limited', refusalFacts(context, counts ?? ''));
  return key;
}

const MINUTE = 60_000;

/** Counts a request of the current clock minute (spec, "Rate limit rules"). */
function countRequest({ db, clock }: Context, apiKey: string, lookup: Lookup): number {
  db.prepare(
    `INSERT INTO requests VALUES (?, ?, ?, 1) ON CONFLICT DO UPDATE SET
       count = CASE WHEN minute = excluded.minute THEN count + 1 ELSE 1 END, minute = excluded.minute`,
  ).run(apiKey, lookup, Math.floor(clock.now() / MINUTE));
  const select = db.prepare('SELECT count FROM requests WHERE api_key = ? AND lookup = ?');
  return Number(select.get(apiKey, lookup)?.['count']);
}
