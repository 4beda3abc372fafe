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
  readonly reader?: () => BodyReader;
  readonly parse: (data: unknown) => T | undefined;
  /** Reads a success without an envelope, for an endpoint whose answer the spec does not show. */
  readonly parseBare?: (json: unknown) => T | undefined;
}

/** The outcome of a success that cannot be read: it is treated like an answer that did not arrive. */
const UNREADABLE: AttemptOutcome = { type: 'failure', sent: true, repeatable: true };

type Reply = WireAnswer | RequestFailure;

/**
 * Sends until it succeeds or the retry policy allows no further attempt. @throws ServiceError, or what `beforeSend`
 * throws
 */
export async function send<T>(sending: SendOptions, call: Call<T>): Promise<T> {
  const { endpoint, path = endpoint.path, shownPath = path } = call;
  const { host, redact, clock } = sending;
  const { method, role } = endpoint;
  const outcomes: AttemptOutcome[] = [];
  const contextNow = () => ({
    endpoint,
    host,
    redact,
    attempts: outcomes.length,
    isUnknown: outcomes.some((outcome) => mayBeCharged(endpoint, outcome)),
  });
  const began = clock.now();
  for (;;) {
    await takeRateSlot(sending, contextNow());
    const { reply, ms } = await sendConfirmed(sending, call, path);
    const answer = isSuccess(reply) ? reply : undefined;
    const read = answer && (await readSuccess(sending, call, answer));
    const status = reply instanceof RequestFailure ? undefined : reply.status;
    const attempt = outcomes.length + 1;
    // The listener is called after the answer has been read, so that its error cannot lose the answer.
    notify(sending.onRequest, { method, path: shownPath, status, attempt, ms });
    if (read?.value !== undefined) return read.value;
    outcomes.push(read ? UNREADABLE : describeAttempt(reply));
    // After an unreadable success only a job status is asked for again: it is free, and a wrong cache may have
    // answered.
    const mayBeAsked = read === undefined || role === 'status';
    const context = contextNow();
    if (mayBeAsked && (await mayRepeat(sending, context, { outcomes, reply, began }))) continue;
    if (answer && read) throw unreadableError(context, answer, read.body);
    if (reply instanceof RequestFailure) throw failureError(context, reply);
    throw statusError(context, reply, openEnvelope(reply), clock.now());
  }
}

async function takeRateSlot(sending: SendOptions, context: RequestContext): Promise<void> {
  const group = context.endpoint.rateGroup;
  if (sending.signal?.aborted) throw interruptedError(context);
  if (group === null) return;
  const ms = await awaitOrInterrupt(sending, context, sending.takeSlot(group));
  if (ms > 0) throw rateLimitedError(context, ms);
}

/**
 * Half a lease (ms): a process that was suspended for longer since it confirmed its lease may have lost it to another.
 */
const CONFIRMED_FOR = 15_000;

/**
 * Awaits `beforeSend`, again if it took too long. Returns a function that says whether the confirmation has run out.
 */
async function confirmBeforeSending({
  beforeSend,
  clock,
}: SendOptions): Promise<(() => boolean) | undefined> {
  if (beforeSend === undefined) return undefined;
  for (;;) {
    const began = clock.uptime().ms;
    const isStale = () => clock.uptime().ms - began > CONFIRMED_FOR;
    await beforeSend();
    if (!isStale()) return isStale;
  }
}

/**
 * Sends a request right after a confirmation. If the process was suspended in between, nothing is sent, and it confirms
 * again.
 */
async function sendConfirmed<T>(sending: SendOptions, call: Call<T>, path: string) {
  const { clock } = sending;
  const { mayCharge } = call.endpoint;
  for (;;) {
    const hasRunOut = mayCharge ? await confirmBeforeSending(sending) : undefined;
    const confirmation = { isStale: false };
    const isStale = hasRunOut && (() => (confirmation.isStale = hasRunOut()));
    const started = clock.now();
    const ended = sending.onSend?.(mayCharge);
    const reply = await request(sending, call, path, isStale).finally(ended);
    if ('headers' in reply) tellTime(sending, reply);
    if (!confirmation.isStale) return { reply, ms: clock.now() - started };
  }
}

function tellTime({ onServiceTime }: SendOptions, { headers }: WireAnswer): void {
  const at = Date.parse(headers['date'] ?? '');
  if (!Number.isNaN(at)) onServiceTime?.(at);
}

async function request<T>(
  sending: SendOptions,
  call: Call<T>,
  path: string,
  isStale?: () => boolean,
): Promise<Reply> {
  const { method, role, timeout, maxAnswer } = call.endpoint;
  const { signal, deadline = Infinity } = sending;
  const { json, reader } = call;
  // The results of 10,000 companies may take longer than the time limit of any other answer.
  const movesUntil = role === 'status' ? deadline : undefined;
  const limits = { timeout: sending.timeout ?? timeout, maxAnswer, movesUntil, signal, isStale };
  try {
    return await sending.transport.send({ method, path, json, reader, ...limits });
  } catch (error) {
    // Any other error is a defect of confere and must not look like a broken connection.
    if (error instanceof RequestFailure) return error;
    throw error;
  }
}

async function readSuccess<T>(sending: SendOptions, call: Call<T>, answer: WireAnswer) {
  if (answer.headers['x-confere-sandbox'] !== undefined) await sending.onSandbox?.();
  const body = openEnvelope(answer, sending.readJson);
  return { body, value: parseValue(call, body) };
}

function parseValue<T>(call: Call<T>, body: AnswerBody): T | undefined {
  if (body.type === 'data') return call.parse(body.data);
  return body.type === 'foreign' ? call.parseBare?.(body.json) : undefined;
}

/** All attempts so far, the last reply, and the start of the first (epoch ms). */
interface Attempts {
  readonly outcomes: readonly AttemptOutcome[];
  readonly reply: Reply;
  readonly began: number;
}

/** Waits until the request may be repeated; false if it may not. */
async function mayRepeat(
  sending: SendOptions,
  context: RequestContext,
  { outcomes, reply, began }: Attempts,
): Promise<boolean> {
  const { endpoint } = context;
  const now = sending.clock.now();
  const decision = decideRetry(endpoint, outcomes, now);
  // Without this limit, a service that always names another short wait would keep us waiting forever.
  if (!decision || now - began + decision.ms > (sending.longestWait ?? Infinity)) return false;
  const last = outcomes.at(-1);
  if (last && mayBeCharged(endpoint, last) && (await sending.mayPayAgain?.()) === false)
    return false;
  const status = last?.type === 'answer' ? last.status : undefined;
  const code =
    reply instanceof RequestFailure
      ? (findObstacle(sending.host, reply.cause).code ?? reply.reason)
      : undefined;
  return awaitOrInterrupt(sending, context, wait(sending, { ...decision, status, code }));
}

/**
 * Whether an answer leaves open if it was charged. Only a 500 to the lookup of a CPF is repeated (spec, "Retry rules").
 */
function mayBeCharged(endpoint: Endpoint, outcome: AttemptOutcome): boolean {
  return outcome.type === 'answer' && isOutcomeUnknown(endpoint, outcome.status);
}

async function awaitOrInterrupt<T>(
  { signal }: SendOptions,
  context: RequestContext,
  waiting: Promise<T>,
): Promise<T> {
  try {
    return await waiting;
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
