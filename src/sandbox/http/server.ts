import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono, type Context as Call } from 'hono';
import { quota, requireBatchCredits } from '../account/account.js';
import { Drop, Refusal, success } from './answers.js';
import { cnpjRoutes, cpfRoutes } from './lookup-routes.js';
import type { Context } from '../context.js';
import { pause } from '../faults/run-with-effects.js';
import { MESSAGES } from '../messages.js';
import { openapi } from '../openapi/index.js';
import { refusal } from '../faults/refusals.js';
import { refusalBody } from '../faults/refusal-body.js';
import { route, type App, type Env, type Request, type Task } from './route.js';
import { applyEvent, readEvent } from '../account/account-events.js';
import { advanceJobs } from '../jobs/progress.js';
import type { IdentifierKind } from '../../identifiers/types.js';
import { jobRecord } from '../jobs/job-record.js';
import { createJob, findJob, requirePendingSlot } from '../jobs/jobs.js';
import { readLabel } from '../jobs/batch-labels.js';
import { readSubmission, type Submission } from '../jobs/submission.js';
import { triggeredEffects } from '../faults/triggered-effects.js';
import { maskCpf, maskIdentifiers } from '../../identifiers/index.js';

/** Creates the service as a function from request to answer. */
export function createApp(context: Context): App {
  const app: App = new Hono();
  observe(app, context);
  guard(app);
  cpfRoutes(app, context);
  cnpjRoutes(app, context);
  bulkRoutes(app, context, 'cpf');
  bulkRoutes(app, context, 'cnpj');
  const { db, clock } = context;
  route(app, context, 'quota', () => ({ subject: 'quota', work: () => quota(db, clock.now()) }));
  eventRoutes(app, context);
  app.get('/openapi.json', (c) => c.json(openapi));
  app.notFound((c) => c.text('NOT_FOUND', 404));
  app.onError((error, c) => refuse(context, error, c));
  return app;
}

/** Delays and reports every answer. A lookup is already charged while its answer is delayed. */
function observe(app: App, context: Context): void {
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
 * Turns away what a web page sends: a page may reach this port by a name of its own that resolves to
 * 127.0.0.1, or send a form to it. A route without a key is then refused before it is looked up (spec,
 * "Free checks of error handling").
 */
function guard(app: App): void {
  app.use(async (c, next) => {
    const { host = '', origin } = c.req.header();
    if (!LOOPBACK_HOST.test(host) || origin !== undefined) return c.text('MISDIRECTED', 421);
    if (!OPEN_ROUTE.test(c.req.path) && !c.req.header('x-api-key')) {
      throw refusal('missing-key', { seed: 0, subject: c.req.path, now: 0, pendingBatches: 0 });
    }
    return next();
  });
}

const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

/** What the sandbox has beside the service; it serves this machine only, so it needs no key. */
const OPEN_ROUTE = /^\/(?:openapi\.json|sandbox\/.*)$/;

/** Answers with a refusal. Any other error is a defect of the sandbox and becomes a 500 of the service. */
function refuse({ seed }: Context, error: Error, c: Call<Env>): Response {
  if (error instanceof Drop) {
    c.env.incoming.socket.destroy();
    return RESPONSE_ALREADY_SENT;
  }
  const refusal = error instanceof Refusal ? error : new Refusal(500, MESSAGES.database);
  const { retryAfter } = refusal.details;
  if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter));
  // The rest of the body stays unread, so the connection cannot be used again.
  if (refusal.status === 413) c.header('Connection', 'close');
  if (refusal.form === 'html') return c.html(refusal.message, refusal.status);
  const singleCpf = c.req.method === 'GET' && /^\/cpf\/[^/]+$/.test(c.req.path);
  return c.json(refusalBody(refusal, { singleCpf, path: c.req.path }, seed), refusal.status);
}

/**
 * Lets something happen to the account on demand: `POST /sandbox/renew`, `/sandbox/spend/5`. The service has
 * no such path. No key is needed, because the sandbox serves this machine only.
 */
function eventRoutes(app: App, { db, clock }: Context): void {
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

/** Spec, "POST /cpf/bulk" to "GET /cnpj/bulk/{jobId}". Status calls do not count and are free. */
function bulkRoutes(app: App, context: Context, kind: IdentifierKind): void {
  route(app, context, `${kind}Submit`, (request) => submission(context, kind, request));
  route(app, context, `${kind}Job`, (request) => status(context, kind, request));
}

function submission(context: Context, kind: IdentifierKind, { key, body }: Request): Task {
  const batch = readSubmission(kind, body);
  const subject = batch.fileName ?? '';
  const effects = triggeredEffects(
    context.db,
    `${kind}Submit`,
    subject,
    readLabel(batch.fileName).onSubmit,
  );
  return { subject, effects, work: () => submit(context, batch, key) };
}

function submit(context: Context, batch: Submission, key: string) {
  const totalRecords = batch.items.length;
  const jobId = context.db.transaction(() => {
    requireBatchCredits(context.db, context.clock.now(), batch.kind, totalRecords);
    requirePendingSlot(context, batch.kind);
    return createJob(context, batch, key);
  });
  return { jobId, status: 'processing', totalRecords, invalid: batch.invalid };
}

function status({ db }: Context, kind: IdentifierKind, { key, parameter }: Request): Task {
  const job = findJob(db, kind, parameter, key);
  const effects = triggeredEffects(db, `${kind}Job`, job.id, readLabel(job.file_name).onStatus);
  return { subject: job.id, effects, work: () => jobRecord(db, job) };
}

/** A path for the log. After `/cpf/` only route names and job ids stay readable. */
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
