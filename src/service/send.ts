import type { Endpoint } from './endpoints.js';
import { type AnswerBody, openEnvelope } from './envelope.js';
import {
  type RequestContext,
  failureError,
  interruptedError,
  isOutcomeUnknown,
  rateLimitedError,
  statusError,
  unreadableError,
} from './errors.js';
import { findObstacle, RequestFailure } from './failure.js';
import { type createPacer, notify, wait } from './pacer.js';
import type { ReadJson, Redact } from './redact.js';
import { type AttemptOutcome, decideRetry } from './retry-policy.js';
import type { BodyReader, Transport, WireAnswer } from './transport.js';
import type { ServiceOptions } from './types.js';

export interface SendOptions extends ServiceOptions {
  readonly host: string;
  readonly transport: Transport;
  readonly takeSlot: ReturnType<typeof createPacer>;
  readonly redact: Redact;
  readonly readJson: ReadJson;
}

export interface Call<T> {
  readonly endpoint: Endpoint;
  readonly path?: string;
  /** The path with its CPF masked, for events. */
  readonly shownPath?: string;
  readonly json?: unknown;
  /** Creates the reader of one attempt. */
  readonly createReader?: () => BodyReader;
  readonly parse: (data: unknown) => T | undefined;
  /** Reads a success without an envelope, for an endpoint whose answer the spec does not show. */
  readonly parseBare?: (json: unknown) => T | undefined;
}

/** The outcome of a success that cannot be read: it is treated like an answer that did not arrive. */
const UNREADABLE: AttemptOutcome = { type: 'failure', sent: true, repeatable: true };

type Reply = WireAnswer | RequestFailure;

/**
 * Sends a request until it succeeds or the retry policy allows no further attempt. @throws ServiceError, or what
 * `beforeSend` throws
 */
export async function send<T>(options: SendOptions, call: Call<T>): Promise<T> {
  const { endpoint, path = endpoint.path, shownPath = path } = call;
  const { host, redact, clock } = options;
  const { method, role } = endpoint;
  const outcomes: AttemptOutcome[] = [];
  const buildContext = () => ({
    endpoint,
    host,
    redact,
    attempts: outcomes.length,
    hasUnknownOutcome: outcomes.some((outcome) => mayHaveBeenCharged(endpoint, outcome)),
  });
  const startedAt = clock.now();
  for (;;) {
    await takeRateSlot(options, buildContext());
    const { reply, ms } = await sendConfirmed(options, call, path);
    const answer = isSuccess(reply) ? reply : undefined;
    const parsed = answer && (await readSuccess(options, call, answer));
    const status = reply instanceof RequestFailure ? undefined : reply.status;
    const attempt = outcomes.length + 1;
    // The listener is called after the answer has been read, so that its error cannot lose the answer.
    notify(options.onRequest, { method, path: shownPath, status, attempt, ms });
    if (parsed?.value !== undefined) return parsed.value;
    outcomes.push(parsed ? UNREADABLE : describeAttempt(reply));
    // After an unreadable success, only a job status is requested again: the request is free, and a wrong cache may
    // have answered.
    const isRepeatAllowed = parsed === undefined || role === 'status';
    const context = buildContext();
    if (isRepeatAllowed && (await waitToRepeat(options, context, { outcomes, reply, startedAt })))
      continue;
    if (answer && parsed) throw unreadableError(context, answer, parsed.body);
    if (reply instanceof RequestFailure) throw failureError(context, reply);
    throw statusError(context, reply, openEnvelope(reply), clock.now());
  }
}

async function takeRateSlot(options: SendOptions, context: RequestContext): Promise<void> {
  const group = context.endpoint.rateGroup;
  if (options.signal?.aborted) throw interruptedError(context);
  if (group === null) return;
  const ms = await awaitOrInterrupt(options, context, options.takeSlot(group));
  if (ms > 0) throw rateLimitedError(context, ms);
}

/**
 * Half the time of a lease (ms): if a process was suspended for longer than this after it had confirmed its lease,
 * another process may have the lease.
 */
const CONFIRMATION_LIFETIME = 15_000;

/**
 * Awaits `beforeSend`, which confirms that this process may send; again if that took too long. Returns a function that
 * says whether the confirmation has run out.
 */
async function confirmBeforeSending({
  beforeSend,
  clock,
}: SendOptions): Promise<(() => boolean) | undefined> {
  if (beforeSend === undefined) return undefined;
  for (;;) {
    const confirmedAt = clock.uptime().ms;
    const isStale = () => clock.uptime().ms - confirmedAt > CONFIRMATION_LIFETIME;
    await beforeSend();
    if (!isStale()) return isStale;
  }
}

/**
 * Sends a request right after a confirmation. If the process was suspended in between, it sends nothing and confirms
 * again.
 */
async function sendConfirmed<T>(options: SendOptions, call: Call<T>, path: string) {
  const { clock } = options;
  const { mayCharge } = call.endpoint;
  for (;;) {
    const hasRunOut = mayCharge ? await confirmBeforeSending(options) : undefined;
    const attempt = { isStale: false };
    const checkStale = hasRunOut && (() => (attempt.isStale = hasRunOut()));
    const startedAt = clock.now();
    const reportEnd = options.onSend?.(mayCharge);
    const reply = await request(options, call, path, checkStale).finally(reportEnd);
    if ('headers' in reply) reportServiceTime(options, reply);
    if (!attempt.isStale) return { reply, ms: clock.now() - startedAt };
  }
}

function reportServiceTime({ onServiceTime }: SendOptions, { headers }: WireAnswer): void {
  const serviceTime = Date.parse(headers['date'] ?? '');
  if (!Number.isNaN(serviceTime)) onServiceTime?.(serviceTime);
}

async function request<T>(
  options: SendOptions,
  call: Call<T>,
  path: string,
  isStale?: () => boolean,
): Promise<Reply> {
  const { method, role, timeout, maxAnswer } = call.endpoint;
  const { signal, deadline = Infinity } = options;
  const { json, createReader } = call;
  // The results of 10,000 companies may take longer than the time limit of any other answer.
  const extendableUntil = role === 'status' ? deadline : undefined;
  const limits = {
    timeout: options.timeout ?? timeout,
    maxAnswer,
    extendableUntil,
    signal,
    isStale,
  };
  try {
    return await options.transport.send({ method, path, json, createReader, ...limits });
  } catch (error) {
    // Any other error is a defect of confere and must not look like a broken connection.
    if (error instanceof RequestFailure) return error;
    throw error;
  }
}

async function readSuccess<T>(options: SendOptions, call: Call<T>, answer: WireAnswer) {
  if (answer.headers['x-confere-sandbox'] !== undefined) await options.onSandbox?.();
  const body = openEnvelope(answer, options.readJson);
  return { body, value: parseValue(call, body) };
}

function parseValue<T>(call: Call<T>, body: AnswerBody): T | undefined {
  if (body.type === 'data') return call.parse(body.data);
  return body.type === 'foreign' ? call.parseBare?.(body.json) : undefined;
}

/** The outcomes of all attempts so far, the last reply, and the start of the first attempt (epoch ms). */
interface Attempts {
  readonly outcomes: readonly AttemptOutcome[];
  readonly reply: Reply;
  readonly startedAt: number;
}

/** Waits until the request may be repeated, and returns true; returns false at once if it may not. */
async function waitToRepeat(
  options: SendOptions,
  context: RequestContext,
  { outcomes, reply, startedAt }: Attempts,
): Promise<boolean> {
  const { endpoint } = context;
  const now = options.clock.now();
  const decision = decideRetry(endpoint, outcomes, now);
  // Without this limit, a service that always names another short wait would keep the user waiting forever.
  if (!decision || now - startedAt + decision.ms > (options.longestWait ?? Infinity)) return false;
  const lastOutcome = outcomes.at(-1);
  if (
    lastOutcome &&
    mayHaveBeenCharged(endpoint, lastOutcome) &&
    (await options.mayPayAgain?.()) === false
  )
    return false;
  const status = lastOutcome?.type === 'answer' ? lastOutcome.status : undefined;
  const code =
    reply instanceof RequestFailure
      ? (findObstacle(options.host, reply.cause).code ?? reply.reason)
      : undefined;
  return awaitOrInterrupt(options, context, wait(options, { ...decision, status, code }));
}

/**
 * Returns whether an answer leaves open if its request was charged. Of such requests, only the lookup of a CPF is
 * repeated, after a 500 (spec, "Retry rules").
 */
function mayHaveBeenCharged(endpoint: Endpoint, outcome: AttemptOutcome): boolean {
  return outcome.type === 'answer' && isOutcomeUnknown(endpoint, outcome.status);
}

async function awaitOrInterrupt<T>(
  { signal }: SendOptions,
  context: RequestContext,
  promise: Promise<T>,
): Promise<T> {
  try {
    return await promise;
  } catch (error) {
    throw signal?.aborted ? interruptedError(context) : error;
  }
}

function isSuccess(reply: Reply): reply is WireAnswer {
  return !(reply instanceof RequestFailure) && reply.status >= 200 && reply.status < 300;
}

function describeAttempt(reply: Reply): AttemptOutcome {
  if (!(reply instanceof RequestFailure)) {
    return { type: 'answer', status: reply.status, retryAfter: reply.headers['retry-after'] };
  }
  const repeatable = !['aborted', 'too_large', 'untrusted'].includes(reply.reason);
  return { type: 'failure', sent: reply.sent, repeatable };
}
