import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono, type Context as Call } from 'hono';
import { quota, requireBatchCredits, canPay, charge, readAccount } from '../account/account.js';
import { Drop, Refusal, success } from './answers.js';
import type { Context } from '../context.js';
import { pause, refusalFacts } from '../faults/run-with-effects.js';
import { MESSAGES, INVENTED_MESSAGES } from '../messages.js';
import { openapi } from '../openapi/index.js';
import { refusal, type RefusalName } from '../faults/refusals.js';
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
import { readRequestIdentifier } from './request-identifier.js';
import { person } from '../people/people.js';
import { triggerOf } from '../faults/test-identifiers.js';
import { company } from '../people/companies.js';
import type { Costs } from '../account/plans.js';
import { isKnown } from '../people/registry.js';

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

/** Spec, "GET /cpf/{cpf}" and "POST /cpf/realtime". */
function cpfRoutes(app: App, context: Context): void {
  route(app, context, 'cpf', ({ parameter }) => singleCpf(context, parameter));
  route(app, context, 'realtime', ({ body }) => realtime(context, body));
}

function singleCpf(context: Context, text: string): Task {
  const id = requireCpf(text);
  const record = () => person(id, context.seed);
  return {
    subject: id,
    effects: triggeredEffects(context.db, 'cpf', id, triggerOf(id)),
    work: () =>
      lookUp(context, {
        id,
        priced: 'cpf',
        refused: 'no-credits',
        missing: 'cpf-not-found',
        record,
      }),
  };
}

/** Returns the record of the simple lookup if the birth date matches it. */
function realtime(context: Context, body: Request['body']): Task {
  const id = requireCpf(typeof body['cpf'] === 'string' ? body['cpf'] : '');
  const birthDate = readBirthDate(body['birthDate']);
  const missing = new Refusal(422, INVENTED_MESSAGES.authorityNotFound);
  const record = () => {
    const found = person(id, context.seed);
    if (found.birthDate === birthDate) return found;
    throw new Refusal(422, INVENTED_MESSAGES.authorityMismatch);
  };
  return {
    subject: id,
    effects: triggeredEffects(context.db, 'realtime', id, triggerOf(id)),
    work: () => lookUp(context, { id, priced: 'realtime', refused: 'no-credits', missing, record }),
  };
}

/** @throws Refusal 400 without 11 digits, 422 for wrong check digits or repeated digits */
function requireCpf(text: string): string {
  const reading = readRequestIdentifier('cpf', text);
  if (reading.valid) return reading.id;
  const digits = reading.reason === 'check_digit' || reading.reason === 'repeated';
  throw digits ? new Refusal(422, MESSAGES.cpfDigits) : new Refusal(400, MESSAGES.cpfFormat);
}

/** Reads `DD/MM/YYYY` or `DDMMYYYY` and returns `DD/MM/YYYY`. @throws Refusal 400, also for an invalid date */
function readBirthDate(value: unknown): string {
  const text = typeof value === 'string' ? value : '';
  const [, day, month, year] =
    /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(text) ?? /^(\d\d)(\d\d)(\d{4})$/.exec(text) ?? [];
  if (day === undefined || month === undefined || year === undefined || !exists(day, month, year)) {
    throw new Refusal(400, MESSAGES.birthDate);
  }
  return `${day}/${month}/${year}`;
}

function exists(day: string, month: string, year: string): boolean {
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day);
}

/** Spec, "GET /cnpj/{cnpj}". An unencoded slash in the value makes it an unknown route. */
function cnpjRoutes(app: App, context: Context): void {
  route(app, context, 'cnpj', ({ parameter }) => singleCnpj(context, parameter));
}

function singleCnpj(context: Context, text: string): Task {
  const reading = readRequestIdentifier('cnpj', text);
  if (!reading.valid) throw new Refusal(400, MESSAGES.cnpjInvalid);
  const { id } = reading;
  const answers = { refused: 'no-credits-cnpj', missing: 'cnpj-not-found' } as const;
  const record = () => company(id, context.seed);
  return {
    subject: id,
    effects: triggeredEffects(context.db, 'cnpj', id, triggerOf(id)),
    work: () => lookUp(context, { id, priced: 'cnpj', ...answers, record }),
  };
}

interface Lookup<T> {
  readonly id: string;
  /** Which cost of the plan applies. */
  readonly priced: keyof Costs;
  /** The answer if the balance does not cover the cost. */
  readonly refused: RefusalName;
  /** The answer if the identifier is not found. */
  readonly missing: RefusalName | Refusal;
  /** Makes the record. It may throw a Refusal; then nothing is charged. */
  readonly record: () => T;
}

/**
 * Checks that the balance covers the cost (spec, "Limits", credit rule 1), then makes the record. Only a
 * found record is charged (costs).
 */
function lookUp<T>(context: Context, { id, priced, refused, missing, record }: Lookup<T>): T {
  const { db, clock, seed } = context;
  const facts = refusalFacts(context, id);
  return db.transaction(() => {
    const account = readAccount(db, clock.now());
    const cost = account.costs[priced];
    if (!canPay(account, cost)) throw refusal(refused, facts);
    if (!isKnown(id, seed)) {
      throw typeof missing === 'string' ? refusal(missing, facts) : missing;
    }
    const found = record();
    charge(db, cost);
    return found;
  });
}
