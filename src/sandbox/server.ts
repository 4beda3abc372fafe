import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono, type Context as Call } from 'hono';
import { maskCpf, maskIdentifiers } from '../identifiers/index.js';
import { applyEvent, readEvent } from './account.js';
import type { SandboxContext } from './context.js';
import { pause } from './faults.js';
import { endpointNames } from './endpoints.js';
import { openapi } from './openapi.js';
import { advanceJobs } from './jobs.js';
import { Drop, Refusal, refusal, refusalBody, success } from './refusals.js';
import { type App, type Env, route } from './route.js';

export function createApp(context: SandboxContext): App {
  const app: App = new Hono();
  observe(app, context);
  guard(app, context);
  for (const endpoint of endpointNames) route(app, context, endpoint);
  eventRoutes(app, context);
  app.get('/openapi.json', (c) => c.json(openapi));
  app.notFound((c) => c.text('NOT_FOUND', 404));
  app.onError((error, c) => refuse(context, error, c));
  return app;
}

/** Delays and reports every answer. A lookup is already charged while its answer is delayed. */
function observe(app: App, context: SandboxContext): void {
  const { clock, latency, onRequest } = context;
  app.use(async (c, next) => {
    const start = clock.now();
    // Lets a client recognise the sandbox at any address.
    c.header('x-confere-sandbox', '1');
    await next();
    if (latency > 0) await pause(context, latency);
    const { method, path } = c.req;
    const status = c.error instanceof Drop ? 'dropped' : c.res.status;
    onRequest({ method, path: maskPath(path), status, ms: clock.now() - start });
  });
}

/**
 * Refuses requests of web pages, and those without a key before their route is known (spec, "Free checks of error
 * handling").
 */
function guard(app: App, context: SandboxContext): void {
  app.use(async (c, next) => {
    c.header('Date', new Date(context.clock.now()).toUTCString());
    const { host = '', origin } = c.req.header();
    if (!LOOPBACK_HOST.test(host) || origin !== undefined) return c.text('MISDIRECTED', 421);
    if (!OPEN_ROUTE.test(c.req.path) && !c.req.header('x-api-key')) {
      throw refusal(context, 'missing-key');
    }
    return next();
  });
}

const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

/** The sandbox's own routes, which need no key, because they serve this machine only. */
const OPEN_ROUTE = /^\/(?:openapi\.json|sandbox\/.*)$/;

/** Answers with a refusal. Any other error is a defect of the sandbox and becomes a 500 of the service. */
function refuse(context: SandboxContext, error: Error, c: Call<Env>): Response {
  if (error instanceof Drop) {
    c.env.incoming.socket.destroy();
    return RESPONSE_ALREADY_SENT;
  }
  const refused = error instanceof Refusal ? error : refusal(context, 'database');
  const { status, retryAfter } = refused;
  if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter));
  // The rest of the body is not read, so the connection cannot be used again.
  if (status === 413) c.header('Connection', 'close');
  if (refused.form === 'html') return c.html(refused.message, status);
  return c.json(refusalBody(refused, c.req, context.seed), status);
}

/** Adds the sandbox's own routes for events: `POST /sandbox/renew`, `/sandbox/spend/5`. */
function eventRoutes(app: App, { db, clock }: SandboxContext): void {
  app.post('/sandbox/:event/:credits?', (c) => {
    const event = readEvent(c.req.param('event'), c.req.param('credits'));
    if (event === undefined) return c.notFound();
    const now = clock.now();
    db.transaction(() => {
      advanceJobs(db, now);
    });
    return c.json(success(applyEvent(db, event, now)));
  });
}

/** Returns a path for the log: after `/cpf/`, only route names and job ids stay readable. */
export function maskPath(path: string): string {
  const shown = path.replaceAll(ENCODED, decoded).replaceAll(UNPRINTABLE, '?');
  if (JOB.test(shown)) return shown;
  const value = /^\/cpf\/(?!bulk(?:\/|$)|realtime$)(.+)$/.exec(shown)?.[1];
  return value === undefined ? shown.replaceAll(DIGITS, hide) : `/cpf/${maskCpf(digits(value))}`;
}

/** A percent-encoded ASCII character, also if encoded more than once. */
const ENCODED = /%(?:25)*([0-7][0-9a-f])/gi;
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const JOB = /^\/(?:cpf|cnpj)\/bulk\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Digits, with any characters except letters between them. */
const DIGITS = /\d(?:[^0-9A-Za-z]*\d)*/g;
const CNPJ_SHAPED = /^\d{2}\.?\d{3}\.?\d{3}\/?\d{4}-?\d{2}$/;

const decoded = (_: string, code: string) => String.fromCharCode(Number.parseInt(code, 16));
const digits = (text: string) => text.replaceAll(/\D/g, '');

function hide(run: string): string {
  if (digits(run).length < 11 || CNPJ_SHAPED.test(run)) return maskIdentifiers(run);
  return maskCpf(digits(run));
}
