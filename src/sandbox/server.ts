import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono, type Context as Call } from 'hono';
import { maskCpf, maskCpfs } from '../identifiers/index.js';
import { applyEvent, readEvent } from './account.js';
import type { SandboxContext } from './context.js';
import { pause } from './faults.js';
import { endpointNames } from './endpoints.js';
import { openapi } from './openapi.js';
import { advanceJobs } from './jobs.js';
import { Drop, Refusal, createRefusal, buildRefusalBody, buildSuccessBody } from './refusals.js';
import { type App, type Env, addRoute } from './route.js';

export function createApp(context: SandboxContext): App {
  const app: App = new Hono();
  reportAnswers(app, context);
  refuseStrangers(app, context);
  for (const endpoint of endpointNames) addRoute(app, context, endpoint);
  addEventRoutes(app, context);
  app.get('/openapi.json', (c) => c.json(openapi));
  app.notFound((c) => c.text('NOT_FOUND', 404));
  app.onError((error, c) => refuse(context, error, c));
  return app;
}

/** Delays and reports every answer. A lookup is already charged while its answer is delayed. */
function reportAnswers(app: App, context: SandboxContext): void {
  const { clock, latency, onRequest } = context;
  app.use(async (c, next) => {
    const start = clock.now();
    // By this header, a client recognises the sandbox at any address.
    c.header('x-confere-sandbox', '1');
    await next();
    if (latency > 0) await pause(context, latency);
    const { method, path } = c.req;
    const status = c.error instanceof Drop ? 'dropped' : c.res.status;
    onRequest({ method, path: maskPath(path), status, ms: clock.now() - start });
  });
}

/**
 * Refuses requests of web pages, and requests without a key even to an unknown route (spec, "Free checks of error
 * handling").
 */
function refuseStrangers(app: App, context: SandboxContext): void {
  app.use(async (c, next) => {
    c.header('Date', new Date(context.clock.now()).toUTCString());
    const { host = '', origin } = c.req.header();
    if (!LOOPBACK_HOST.test(host) || origin !== undefined) return c.text('MISDIRECTED', 421);
    if (!KEYLESS_ROUTE.test(c.req.path) && !c.req.header('x-api-key')) {
      throw createRefusal(context, 'missing-key');
    }
    return next();
  });
}

const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

/** The routes that only the sandbox has. They need no key, because they serve this machine only. */
const KEYLESS_ROUTE = /^\/(?:openapi\.json|sandbox\/.*)$/;

/** Answers with a refusal. Any other error is a defect of the sandbox and becomes a 500 of the service. */
function refuse(context: SandboxContext, error: Error, c: Call<Env>): Response {
  if (error instanceof Drop) {
    c.env.incoming.socket.destroy();
    return RESPONSE_ALREADY_SENT;
  }
  const answer = error instanceof Refusal ? error : createRefusal(context, 'database');
  const { status, retryAfter } = answer;
  if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter));
  // The rest of the body is not read, so the connection cannot be used again.
  if (status === 413) c.header('Connection', 'close');
  if (answer.form === 'html') return c.html(answer.message, status);
  return c.json(buildRefusalBody(answer, c.req, context.seed), status);
}

/** Adds the routes for events, which only the sandbox has: `POST /sandbox/renew`, `/sandbox/spend/5`. */
function addEventRoutes(app: App, { db, clock }: SandboxContext): void {
  app.post('/sandbox/:event/:credits?', (c) => {
    const event = readEvent(c.req.param('event'), c.req.param('credits'));
    if (event === undefined) return c.notFound();
    const now = clock.now();
    db.transaction(() => {
      advanceJobs(db, now);
    });
    return c.json(buildSuccessBody(applyEvent(db, event, now)));
  });
}

/** Returns a path for the log: after `/cpf/`, only route names and job ids stay readable. */
export function maskPath(path: string): string {
  const decodedPath = path.replaceAll(ENCODED, decodeCharacter).replaceAll(UNPRINTABLE, '?');
  if (JOB_PATH.test(decodedPath)) return decodedPath;
  const value = /^\/cpf\/(?!bulk(?:\/|$)|realtime$)(.+)$/.exec(decodedPath)?.[1];
  return value === undefined
    ? decodedPath.replaceAll(DIGITS, maskDigits)
    : `/cpf/${maskCpf(keepDigits(value))}`;
}

/** A percent-encoded ASCII character, also if encoded more than once. */
const ENCODED = /%(?:25)*([0-7][0-9a-f])/gi;
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const JOB_PATH = /^\/(?:cpf|cnpj)\/bulk\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Digits, with any characters except letters between them. */
const DIGITS = /\d(?:[^0-9A-Za-z]*\d)*/g;
const CNPJ_SHAPED = /^\d{2}\.?\d{3}\.?\d{3}\/?\d{4}-?\d{2}$/;

const decodeCharacter = (_: string, code: string) => String.fromCharCode(Number.parseInt(code, 16));
const keepDigits = (text: string) => text.replaceAll(/\D/g, '');

function maskDigits(run: string): string {
  if (keepDigits(run).length < 11 || CNPJ_SHAPED.test(run)) return maskCpfs(run);
  return maskCpf(keepDigits(run));
}
