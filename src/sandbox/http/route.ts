import type { HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import { success } from './answers.js';
import { readBody, type Body } from './body.js';
import type { Context } from '../context.js';
import type { Effect } from '../faults/fault-effect.js';
import { perform } from '../faults/with-effects.js';
import { ENDPOINTS, routeOf, type Endpoint } from './endpoints.js';
import { admit } from './gate.js';

export interface Env {
  Bindings: HttpBindings;
}

export type App = Hono<Env>;

/** A request that was let in. */
export interface Request {
  readonly key: string;
  /** The parameter in the path, decoded; empty where there is none. */
  readonly parameter: string;
  readonly body: Body;
}

/** A request that was understood: what to do, and what befalls it meanwhile. */
export interface Task {
  /** What open choices of form depend on: identifier, label or path. */
  readonly subject: string;
  readonly effects?: readonly Effect[];
  readonly work: () => unknown;
}

/** Serves an endpoint: admit, read and check (`understand` may refuse), then work. */
export function route(
  app: App,
  context: Context,
  endpoint: Endpoint,
  understand: (request: Request) => Task,
): void {
  const { method } = ENDPOINTS[endpoint];
  app.on(method, routeOf(endpoint), async (c) => {
    // The router takes HEAD for GET; nobody pays for a record that is not sent.
    if (c.req.method !== method) return c.notFound();
    const key = admit(context, endpoint, c.req.header('x-api-key'));
    const parameters: Readonly<Record<string, string>> = c.req.param();
    const [parameter = ''] = Object.values(parameters);
    const body = method === 'POST' ? await readBody(c.req) : {};
    const task = understand({ key, parameter, body });
    const effects = [...context.faults(endpoint, c.req.path), ...(task.effects ?? [])];
    const data = await perform(context, task.subject, effects, task.work);
    return c.json(success(data), endpoint.endsWith('Submit') ? 202 : 200);
  });
}
