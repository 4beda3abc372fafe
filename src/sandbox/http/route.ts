import type { HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import { success } from './answers.js';
import { readBody, type Body } from './body.js';
import type { Context } from '../context.js';
import type { Effect } from '../faults/fault-effect.js';
import { runWithEffects } from '../faults/run-with-effects.js';
import { ENDPOINTS, routeOf, type Endpoint } from './endpoints.js';
import { admitRequest } from './admit-request.js';

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
