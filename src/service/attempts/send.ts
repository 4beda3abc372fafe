import type { BodyReader } from '../transport/answer-text.js';
import { limitGroupOf, type Endpoint } from '../endpoints.js';
import { openEnvelope, type Body } from '../answers/envelope.js';
import {
  failureError,
  interrupted,
  rateLimited,
  statusError,
  unreadableError,
  type RequestContext,
} from '../errors/failed-attempt.js';
import { Failure } from '../errors/failure.js';
import type { Pacer } from './pacer.js';
import type { ReadJson, Redact } from '../transport/redact.js';
import { decideRetry, type AttemptOutcome } from './retry-policy.js';
import type { Transport, WireAnswer } from '../transport/transport.js';
import type { RequestEvent, SlotStore } from '../types.js';
import { wait, type Waiting } from './wait.js';

export interface Sending extends Waiting {
  readonly host: string;
  readonly transport: Transport;
  readonly pacer: Pacer;
  readonly slots?: SlotStore;
  readonly redact: Redact;
  readonly readJson: ReadJson;
  readonly timeout?: number;
  readonly onRequest?: (event: RequestEvent) => void;
  readonly onSend?: (mayCharge: boolean) => () => void;
  /** Never rejects. */
  readonly onSandbox?: () => Promise<void>;
  readonly beforeSend?: (() => Promise<void>) | undefined;
}

export interface Call<T> {
  readonly endpoint: Endpoint;
  readonly path: string;
  /** The path with its CPF masked, for messages and events. */
  readonly shownPath: string;
  readonly json?: unknown;
  /** Makes a reader for the body of a success, one for each attempt. */
  readonly reader?: () => BodyReader;
  /** Reads `data`; undefined if its shape differs from the spec's. */
  readonly parse: (data: unknown) => T | undefined;
  /** Reads a success without an envelope, for an endpoint whose answer the spec does not show. */
  readonly parseBare?: (json: unknown) => T | undefined;
}

/** A success that cannot be read is treated like an answer that did not arrive. */
const UNFIT: AttemptOutcome = { type: 'failure', sent: true, repeatable: true };

/**
 * Sends a request until it succeeds or the retry policy allows no further attempt.
 * @throws ServiceError, or what `beforeSend` throws
 */
export async function send<T>(sending: Sending, call: Call<T>): Promise<T> {
  const outcomes: AttemptOutcome[] = [];
  const began = sending.clock.now();
  for (;;) {
    await takeRateSlot(sending, call, outcomes.length);
    const { reply, ms } = await sendConfirmed(sending, call);
    const attempt = outcomes.length + 1;
    const read = isSuccess(reply) ? await readSuccess(sending, call, reply) : undefined;
    tellRequest(sending, call, reply, { attempt, ms });
    if (read !== undefined && isSuccess(reply)) {
      if (read.value !== undefined) return read.value;
      const context = contextOf(sending, call, attempt);
      outcomes.push(UNFIT);
      // Only a status is asked for again: it is free, and what answers may be a cache that is wrong.
      if (call.endpoint.role === 'status' && (await mayRepeat(sending, call, outcomes, began)))
        continue;
      throw unreadableError(context, reply, read.body);
    }
    outcomes.push(outcomeOf(reply));
    if (await mayRepeat(sending, call, outcomes, began)) continue;
    throw errorOf(contextOf(sending, call, outcomes.length), reply, sending.clock.now());
  }
}

async function takeRateSlot<T>(sending: Sending, call: Call<T>, attempts: number): Promise<void> {
  const group = limitGroupOf(call.endpoint);
  const context = contextOf(sending, call, attempts);
  if (sending.signal?.aborted) throw interrupted(context);
  if (group === null) return;
  const wait = await orInterrupted(sending, context, sending.pacer.acquire(group));
  if (wait > 0) throw rateLimited(context, wait);
}

/** Half a lease (ms): who stood still for longer since a confirmation began may have been succeeded. */
const CONFIRMED_FOR = 15_000;

/** Confirms until it took no longer than a confirmation holds. Returns whether it has run out since. */
async function confirmed({ beforeSend, clock }: Sending): Promise<(() => boolean) | undefined> {
  if (beforeSend === undefined) return undefined;
  for (;;) {
    const began = clock.uptime().ms;
    const isStale = () => clock.uptime().ms - began > CONFIRMED_FOR;
    await beforeSend();
    if (!isStale()) return isStale;
  }
}

/** Who stood still between the confirmation and the first byte sent nothing, and confirms again. */
async function sendConfirmed<T>(sending: Sending, call: Call<T>) {
  for (;;) {
    const hasRunOut = call.endpoint.mayCharge ? await confirmed(sending) : undefined;
    const late = { is: false };
    const isStale = hasRunOut && (() => (late.is = hasRunOut()));
    const sent = await timed(sending, call, isStale);
    if (!late.is) return sent;
  }
}

async function timed<T>(sending: Sending, call: Call<T>, isStale?: () => boolean) {
  const started = sending.clock.now();
  const ended = sending.onSend?.(call.endpoint.mayCharge);
  try {
    const reply = await request(sending, call, isStale);
    return { reply, ms: sending.clock.now() - started };
  } finally {
    ended?.();
  }
}

/** Called when the answer has been read; an error of the listener must not cost a paid answer. */
function tellRequest<T>(
  { onRequest }: Sending,
  { endpoint, shownPath }: Call<T>,
  reply: WireAnswer | Failure,
  more: { readonly attempt: number; readonly ms: number },
): void {
  const status = reply instanceof Failure ? undefined : reply.status;
  try {
    onRequest?.({ method: endpoint.method, path: shownPath, status, ...more });
  } catch {
    // The listener's own error.
  }
}

/** `value`: undefined if the answer is not what the spec describes. */
async function readSuccess<T>(sending: Sending, call: Call<T>, answer: WireAnswer) {
  if (answer.headers['x-confere-sandbox'] !== undefined) await sending.onSandbox?.();
  const body = openEnvelope(answer, sending.readJson);
  return { body, value: body.type === 'data' ? call.parse(body.data) : bareValue(call, body) };
}

async function request<T>(
  sending: Sending,
  call: Call<T>,
  isStale?: () => boolean,
): Promise<WireAnswer | Failure> {
  const { method, role, timeout, maxAnswer } = call.endpoint;
  const { signal, deadline = Infinity } = sending;
  const wire = {
    ...{ method, path: call.path, timeout: sending.timeout ?? timeout, maxAnswer },
    // The results of 10,000 companies may take longer than any limit that an answer of another kind needs.
    movesUntil: role === 'status' ? deadline : undefined,
    signal,
    isStale,
  };
  try {
    return await sending.transport.send({ ...wire, json: call.json, reader: call.reader });
  } catch (error) {
    // Any other error is a defect of confere and must not look like a broken connection.
    if (error instanceof Failure) return error;
    throw error;
  }
}

function bareValue<T>(call: Call<T>, body: Body): T | undefined {
  return body.type === 'foreign' ? call.parseBare?.(body.json) : undefined;
}

async function mayRepeat<T>(
  sending: Sending,
  call: Call<T>,
  outcomes: readonly AttemptOutcome[],
  began: number,
): Promise<boolean> {
  const now = sending.clock.now();
  const decision = decideRetry(call.endpoint, outcomes, now);
  if (decision.wait === null) return false;
  if (decision.reason === 'retry_after') await tellOthers(sending, call, decision.wait);
  // Without this limit, a service that always names another short wait would keep us waiting forever.
  if (now - began + decision.wait > (sending.longestWait ?? Infinity)) return false;
  const last = outcomes.at(-1);
  const status = last?.type === 'answer' ? last.status : undefined;
  const event = { reason: decision.reason, ms: decision.wait, status };
  return orInterrupted(sending, contextOf(sending, call, outcomes.length), wait(sending, event));
}

/** Whoever shares the slots asks no sooner either. If they cannot be told, they meet the limit themselves. */
async function tellOthers<T>({ slots }: Sending, call: Call<T>, ms: number): Promise<void> {
  const group = limitGroupOf(call.endpoint);
  if (group !== null) await slots?.refuse?.(group, ms).catch(() => undefined);
}

/** Turns a wait that the signal ended into an interruption; other errors pass through. */
async function orInterrupted<T>(
  sending: Sending,
  context: RequestContext,
  waiting: Promise<T>,
): Promise<T> {
  try {
    return await waiting;
  } catch (error) {
    throw sending.signal?.aborted ? interrupted(context) : error;
  }
}

function isSuccess(reply: WireAnswer | Failure): reply is WireAnswer {
  return !(reply instanceof Failure) && reply.status >= 200 && reply.status < 300;
}

function outcomeOf(reply: WireAnswer | Failure): AttemptOutcome {
  if (!(reply instanceof Failure)) {
    return { type: 'answer', status: reply.status, retryAfter: reply.headers['retry-after'] };
  }
  const repeatable = !['aborted', 'too_large', 'bad_proxy', 'untrusted'].includes(reply.reason);
  return { type: 'failure', sent: reply.sent, repeatable };
}

function errorOf(context: RequestContext, reply: WireAnswer | Failure, now: number): Error {
  if (reply instanceof Failure) return failureError(context, reply);
  return statusError(context, reply, openEnvelope(reply), now);
}

function contextOf<T>(sending: Sending, call: Call<T>, attempts: number): RequestContext {
  return { endpoint: call.endpoint, host: sending.host, attempts, redact: sending.redact };
}
