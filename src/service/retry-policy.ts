import type { Endpoint } from './endpoints.js';
import type { WaitEvent } from './types.js';

const MINUTE = 60_000;
const SECOND = 1_000;

/** An HTTP date begins with a weekday; `Date.parse` alone would also accept "-5" as a date. */
const HTTP_DATE = /^(mon|tue|wed|thu|fri|sat|sun)[a-z]*,? /i;

/** Returns the ms until the next clock minute (spec, "Rate limit rules" 3). `now`: epoch ms. */
export function msUntilNextMinute(now: number): number {
  return MINUTE - (now % MINUTE);
}

/**
 * Reads the wait (ms, at least a second) that a header names, or otherwise the message (spec, "Messages by status").
 */
export function readNamedWait(
  header: string | undefined,
  message: string | undefined,
  now: number,
): number | undefined {
  const waitInMessage = message?.match(/(?<!\d)(\d+) segundos?\b/)?.[1];
  const namedWait = parseWait(header, now) ?? parseWait(waitInMessage, now);
  return namedWait === undefined ? undefined : Math.max(namedWait, SECOND);
}

function parseWait(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  const text = value.trim();
  // The spec says integer seconds. A fraction is accepted too, and rounded up.
  if (/^\d+(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * SECOND);
  const date = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : date - now;
}

export type AttemptOutcome =
  | { readonly type: 'answer'; readonly status: number; readonly retryAfter: string | undefined }
  /** No answer. `repeatable` is false if another attempt would fail in the same way. */
  | { readonly type: 'failure'; readonly sent: boolean; readonly repeatable: boolean };

/** The wait before a request is repeated; null if the request is not repeated. */
export type RetryDecision = Pick<WaitEvent, 'reason' | 'ms'> | null;

interface Rule {
  /** Rules with the same tally share one count of retries, so mixed failures do not get more of them. */
  readonly tally: 'rate' | 'backoff' | 'missing';
  /** The wait in ms before each retry. `named`: the answer names the wait, and retries are unlimited. */
  readonly waits: readonly number[] | 'named';
}

const QUICK: Rule = { tally: 'backoff', waits: [1_000, 2_000, 4_000] };
const PATIENT: Rule = { tally: 'backoff', waits: [2_000, 4_000, 8_000] };
const NAMED: Rule = { tally: 'rate', waits: 'named' };
const ONCE: Rule = { tally: 'missing', waits: [1_000] };

/**
 * Finds the rule for an outcome, in the order of the spec's "Retry rules"; undefined if the request is not repeated.
 */
function findRule(endpoint: Endpoint, outcome: AttemptOutcome): Rule | undefined {
  const { name, method, role, mayCharge } = endpoint;
  // Without an answer only a free request is repeated: any other may have been charged, so the user decides.
  if (outcome.type === 'failure') return !mayCharge && outcome.repeatable ? QUICK : undefined;
  const { status } = outcome;
  if (status === 429) return NAMED;
  if (name === 'cnpj' && status === 503) return PATIENT;
  if (method === 'GET' && [500, 502, 503].includes(status)) return QUICK;
  // "5xx transient" (spec, `GET /cpf/bulk/{jobId}`). Repeating a free request is safe.
  if (!mayCharge && status >= 500) return QUICK;
  // Real-time lookups and submissions are repeated after 502 and 503, but never after 500 (spec, "Retry rules").
  if (method === 'POST' && [502, 503].includes(status)) return PATIENT;
  // "retry once before treating the job as nonexistent" (spec, `GET /cpf/bulk/{jobId}`).
  return role === 'status' && status === 404 ? ONCE : undefined;
}

/** Decides whether to repeat a request. `outcomes`: all attempts so far, oldest first; `now`: epoch ms. */
export function decideRetry(
  endpoint: Endpoint,
  outcomes: readonly AttemptOutcome[],
  now: number,
): RetryDecision {
  const lastOutcome = outcomes.at(-1);
  const rule = lastOutcome && findRule(endpoint, lastOutcome);
  if (!rule) return null;
  const counted = outcomes.filter((outcome) => findRule(endpoint, outcome)?.tally === rule.tally);
  if (rule.waits === 'named') {
    const header = lastOutcome.type === 'answer' ? lastOutcome.retryAfter : undefined;
    const namedWait = readNamedWait(header, undefined, now) ?? msUntilNextMinute(now);
    return {
      ms: Math.max(namedWait, SECOND, computeShortestWait(counted.length)),
      reason: 'retry_after',
    };
  }
  const ms = rule.waits[counted.length - 1];
  return ms === undefined ? null : { ms, reason: 'backoff' };
}

/** After this number of waits in a row, the client waits longer than the service asks. */
const BELIEVED_WAITS = 3;

/**
 * Returns the shortest wait (ms) after `waitCount` waits: a service that keeps naming short waits is asked less often.
 */
function computeShortestWait(waitCount: number): number {
  return Math.min(1_000 * 2 ** Math.max(0, waitCount - BELIEVED_WAITS), 60_000);
}
