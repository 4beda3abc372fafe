import type { HttpBindings } from '@hono/node-server';
import type { Hono, HonoRequest } from 'hono';
import { success, Drop, Refusal } from './answers.js';
import type { Context, Lookup } from '../context.js';
import type { Effect } from '../faults/fault-effect.js';
import { runWithEffects, refusalFacts } from '../faults/run-with-effects.js';
import { ENDPOINTS, routeOf, type Endpoint } from './endpoints.js';
import { INVENTED_MESSAGES } from '../messages.js';
import { advanceJobs } from '../jobs/progress.js';
import { keyRefusal } from '../account/keys.js';
import { refusal } from '../faults/refusals.js';

export interface Env {
  Bindings: HttpBindings;
}

export type App = Hono<Env>;

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
  readTask: (request: Request) => Task,
): void {
  const { method } = ENDPOINTS[endpoint];
  app.on(method, routeOf(endpoint), async (c) => {
    // The router treats HEAD like GET, but a record that is not sent must not cost credits.
    if (c.req.method !== method) return c.notFound();
    const key = admitRequest(context, endpoint, c.req.header('x-api-key'));
    const parameters: Readonly<Record<string, string>> = c.req.param();
    const [parameter = ''] = Object.values(parameters);
    const body = method === 'POST' ? await readBody(c.req) : {};
    const task = readTask({ key, parameter, body });
    const effects = [...context.faults(endpoint, c.req.path), ...(task.effects ?? [])];
    const data = await runWithEffects(context, task.subject, effects, task.work);
    return c.json(success(data), endpoint.endsWith('Submit') ? 202 : 200);
  });
}

type Body = Readonly<Record<string, unknown>>;

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

/**
 * Checks the key of a request, then the rate limit of its lookup, if it has one. It advances all jobs
 * first, so that the request sees the current balance. Returns the key.
 * @throws Refusal
 */
function admitRequest(context: Context, endpoint: Endpoint, key: string | undefined): string {
  const refused = keyRefusal(context.db, key);
  if (refused !== undefined) throw refusal(refused, refusalFacts(context, endpoint));
  const admitted = key ?? '';
  const lookup = COUNTED[endpoint];
  const limited = context.db.transaction(() => {
    advanceJobs(context.db, context.clock.now());
    return lookup === undefined ? undefined : countRequest(context, admitted, lookup);
  });
  if (limited !== undefined) throw limited;
  return admitted;
}

/** Spec, "Limits": CNPJ submissions, status calls and quota do not count. */
const COUNTED: Readonly<Partial<Record<Endpoint, Lookup>>> = {
  cpf: 'simple',
  cnpj: 'simple',
  cpfSubmit: 'simple',
  realtime: 'realtime',
};

const MINUTE = 60_000;

/**
 * Counts a request and returns the refusal if it exceeds the limit (spec, "Rate limit rules"). It does not
 * throw, because that would roll back the count with the caller's transaction.
 */
function countRequest(context: Context, apiKey: string, lookup: Lookup): Refusal | undefined {
  const minute = Math.floor(context.clock.now() / MINUTE);
  if (increment(context, apiKey, lookup, minute) <= context.rates[lookup]) return undefined;
  return refusal('rate-limited', refusalFacts(context, lookup));
}

function increment({ db }: Context, apiKey: string, lookup: Lookup, minute: number): number {
  db.prepare(
    `INSERT INTO requests VALUES (?, ?, ?, 1) ON CONFLICT DO UPDATE SET
       count = CASE WHEN minute = excluded.minute THEN count + 1 ELSE 1 END, minute = excluded.minute`,
  ).run(apiKey, lookup, minute);
  const select = db.prepare('SELECT count FROM requests WHERE api_key = ? AND lookup = ?');
  return Number(select.get(apiKey, lookup)?.['count']);
}
