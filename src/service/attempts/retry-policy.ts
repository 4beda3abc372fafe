import type { Endpoint } from '../endpoints.js';
import { retryAfter } from './retry-after.js';
import type { WaitEvent } from '../types.js';

/** How one attempt ended, as far as the question "again?" needs to know. */
export type Outcome =
  | { readonly type: 'answer'; readonly status: number; readonly retryAfter: string | undefined }
  /** No answer; `repeatable` is false where another attempt could only end the same way. */
  | { readonly type: 'failure'; readonly sent: boolean; readonly repeatable: boolean };

export type Decision =
  { readonly wait: number; readonly reason: WaitEvent['reason'] } | { readonly wait: null };

interface Rule {
  /** Rules of one tally share their retries, so that mixed failures do not add up to more. */
  readonly tally: 'rate' | 'backoff' | 'missing';
  /** The waits in ms, one per retry; `named` where the answer names the wait, without a limit. */
  readonly waits: readonly number[] | 'named';
  readonly applies: (endpoint: Endpoint, outcome: Outcome) => boolean;
}

const QUICK = [1_000, 2_000, 4_000] as const;
const PATIENT = [2_000, 4_000, 8_000] as const;
const GIVE_UP: Decision = { wait: null };

const status = (outcome: Outcome, ...wanted: readonly number[]): boolean =>
  outcome.type === 'answer' && wanted.includes(outcome.status);

/** The spec's "Retry rules", in their order; the first that applies decides, and none means no. */
const rules: readonly Rule[] = [
  { tally: 'rate', waits: 'named', applies: (_, outcome) => status(outcome, 429) },
  // Stands before the row of all GETs because it is the narrower one.
  {
    tally: 'backoff',
    waits: PATIENT,
    applies: (endpoint, outcome) => endpoint.name === 'cnpj' && status(outcome, 503),
  },
  {
    tally: 'backoff',
    waits: QUICK,
    applies: (endpoint, outcome) => endpoint.method === 'GET' && status(outcome, 500, 502, 503),
  },
  // "5xx transient" (spec, `GET /cpf/bulk/{jobId}`); what is free is safe to ask again.
  {
    tally: 'backoff',
    waits: QUICK,
    applies: (endpoint, outcome) =>
      !endpoint.mayCharge && outcome.type === 'answer' && outcome.status >= 500,
  },
  // The real-time lookup by its own row, submissions by the sentence below the table. Never 500.
  {
    tally: 'backoff',
    waits: PATIENT,
    applies: (endpoint, outcome) => endpoint.method === 'POST' && status(outcome, 502, 503),
  },
  // "retry once before treating the job as nonexistent" (spec, `GET /cpf/bulk/{jobId}`).
  {
    tally: 'missing',
    waits: [1_000],
    applies: (endpoint, outcome) => endpoint.role === 'status' && status(outcome, 404),
  },
  // Only what is free: a lost answer may have been charged, and then it is the user's decision.
  {
    tally: 'backoff',
    waits: QUICK,
    applies: (endpoint, outcome) =>
      !endpoint.mayCharge && outcome.type === 'failure' && outcome.repeatable,
  },
];

/**
 * Whether to repeat a request after `outcomes`, oldest first, the newest being the one to judge.
 * Pure; `now` (epoch ms) serves only to turn a date or the next clock minute into milliseconds.
 */
export function decide(endpoint: Endpoint, outcomes: readonly Outcome[], now: number): Decision {
  const last = outcomes.at(-1);
  const rule = last && ruleFor(endpoint, last);
  if (!rule) return GIVE_UP;
  if (rule.waits === 'named') return { wait: namedWait(last, now), reason: 'retry_after' };
  const spent = outcomes.filter((outcome) => ruleFor(endpoint, outcome)?.tally === rule.tally);
  const wait = rule.waits[spent.length - 1];
  return wait === undefined ? GIVE_UP : { wait, reason: 'backoff' };
}

function ruleFor(endpoint: Endpoint, outcome: Outcome): Rule | undefined {
  return rules.find((rule) => rule.applies(endpoint, outcome));
}

function namedWait(outcome: Outcome, now: number): number {
  return retryAfter(outcome.type === 'answer' ? outcome.retryAfter : undefined, now);
}
