import { expect } from 'vitest';
import type { ErrorKind } from '../../src/base/facts.js';
import { worded } from '../helpers/sentence.js';
import { exitCodeFor } from '../../src/base/exit-codes.js';
import type { ServiceError } from '../../src/service/index.js';
import { errorOf, ok, raw, scripted, type ScriptedOptions, type Step } from '../service/support.js';
import { calls, type CallName } from './calls.js';
import { goldenData } from './calls.js';

/** How a call ends if the service repeats its answer. */
export interface End {
  readonly kind: ErrorKind;
  readonly exit: number;
  /** Milliseconds before each retry. */
  readonly waits: readonly number[];
  /** Whether credits may have been charged, or a batch created. */
  readonly charged: boolean;
}

const clear = (kind: ErrorKind, exit: number, waits: readonly number[] = []): End => ({
  kind,
  exit,
  waits,
  charged: false,
});

/** The ends in the spec and in the contract's "Exit codes". */
export const ends = {
  refusedInput: clear('refused_input', 3),
  keyRefused: clear('auth', 4),
  tooFewCredits: clear('credits', 7),
  noRecord: clear('not_found', 0),
  /** "retry once before treating the job as nonexistent". */
  noJob: clear('not_found', 0, [1000]),
  rateLimited: clear('rate_limited', 6),
  failedOnce: clear('service', 5),
  /** "Backoff 1 s, 2 s, 4 s". */
  failed: clear('service', 5, [1000, 2000, 4000]),
  /** "Backoff 2 s, 4 s, 8 s". */
  failedSlowly: clear('service', 5, [2000, 4000, 8000]),
  unreachable: clear('network', 5),
  /** A CPF of which an attempt was answered with 500: that one may have been charged. */
  maybeCharged: { kind: 'unconfirmed', exit: 10, waits: [1000, 2000, 4000], charged: true },
  unknownOutcome: { kind: 'unconfirmed', exit: 10, waits: [], charged: true },
} as const satisfies Record<string, End>;

/** The forms of the spec's "Body formats", and the first form with a code. */
export const forms = {
  object: (message: string) => ({ success: false, data: null, error: { message } }),
  'object with code': (message: string) => ({
    success: false,
    data: null,
    error: { code: 'INTERNAL_ERROR', message },
  }),
  string: (message: string) => ({ success: false, error: message }),
  'string+message': (message: string) => ({ success: false, error: 'usage_unavailable', message }),
} as const;

export type Form = keyof typeof forms;
export const allForms = (Object.keys(forms) as readonly Form[]).map((form) => [form] as const);

/** A row for each of these with each of the others. */
export const times = <One, Row extends readonly unknown[]>(
  all: readonly One[],
  others: readonly Row[],
) => all.flatMap((one) => others.map((row): [One, ...Row] => [one, ...row]));

export const answer = (
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Step => {
  const type = 'application/json; charset=utf-8';
  return (response, request) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    raw(status, type, JSON.stringify(body))(response, request);
  };
};

/** The golden success of a call. */
export const success = (name: CallName): Step => ok(calls[name].data, calls[name].successStatus);

/** An answer of `GET /quota` with this many credits left. */
export const quotaWith = (remainingCredits: number): Step =>
  answer(200, { success: true, data: { ...(goldenData('quota') as object), remainingCredits } });

/** Runs a call against `steps` (the last one repeats) until it fails, and compares the error with `end`. */
export async function expectEnd(
  name: CallName,
  steps: Step | readonly Step[],
  end: End,
  options: ScriptedOptions = {},
): Promise<ServiceError> {
  const { client, clock, server } = await scripted(steps, options);
  const error = await errorOf(calls[name].run(client));
  const lines = server.requests.map(({ method, path }) => `${method} ${path}`);
  const attempts = end.waits.length + 1;
  expect({
    kind: error.kind,
    exit: exitCodeFor(error.kind),
    waits: clock.sleeps,
    charged: error.mayHaveCharged,
  }).toEqual(end);
  expect([error.attempts, error.endpoint]).toEqual([attempts, name]);
  // After a 403 the client asks for the balance, which does not count as an attempt.
  expect(lines.slice(0, attempts)).toEqual(
    Array.from({ length: attempts }, () => calls[name].line),
  );
  expect(lines.slice(attempts).filter((line) => line !== 'GET /quota')).toEqual([]);
  expect(new Set(server.requests.slice(0, attempts).map(({ body }) => body)).size).toBe(1);
  return error;
}

/** The same for an answer with a message, which the error must contain unchanged. */
export async function expectRefusal(
  name: CallName,
  { status, message, form }: { status: number; message: string; form: Form },
  end: End,
  options: ScriptedOptions = {},
): Promise<void> {
  const steps = answer(status, forms[form](message));
  const error = await expectEnd(name, steps, end, options);
  expect([worded(error), error.serviceMessage, error.httpStatus]).toEqual([
    ...[message, message, status],
  ]);
}
