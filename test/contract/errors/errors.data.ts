import { allCalls, charging, free, jobStatuses, submissions, type CallName } from '../calls.js';
import { ends, type End } from '../support.js';

export interface StatusRow {
  readonly status: number;
  readonly calls: readonly CallName[];
  readonly end: End;
}

const gets = ['quota', 'cpf', ...jobStatuses] as const;
const posts = ['realtimeCpf', ...submissions] as const;

/** Each status of each endpoint (spec, "Errors", "Retry rules", "Credit effects" and "Endpoints"). */
export const byStatus: readonly StatusRow[] = [
  { status: 307, calls: free, end: ends.failedOnce },
  { status: 307, calls: charging, end: ends.unknownOutcome },
  { status: 400, calls: allCalls, end: ends.refusedInput },
  { status: 401, calls: allCalls, end: ends.keyRefused },
  // Here `GET /quota` answers with the same 403. forbidden.test.ts has the other cases.
  { status: 403, calls: allCalls, end: ends.keyRefused },
  { status: 404, calls: ['cpf', 'cnpj', 'realtimeCpf'], end: ends.noRecord },
  { status: 404, calls: jobStatuses, end: ends.noJob },
  { status: 404, calls: ['quota', ...submissions], end: ends.failedOnce },
  { status: 418, calls: free, end: ends.failedOnce },
  { status: 418, calls: charging, end: ends.unknownOutcome },
  { status: 422, calls: allCalls, end: ends.refusedInput },
  // These calls have no time to wait; limits.test.ts tests the waits.
  { status: 429, calls: allCalls, end: ends.rateLimited },
  { status: 500, calls: [...gets, 'cnpj'], end: ends.failed },
  { status: 500, calls: posts, end: ends.unknownOutcome },
  { status: 502, calls: [...gets, 'cnpj'], end: ends.failed },
  { status: 502, calls: posts, end: ends.failedSlowly },
  { status: 503, calls: gets, end: ends.failed },
  { status: 503, calls: ['cnpj', ...posts], end: ends.failedSlowly },
  // Not from the service, but from a gateway that stopped waiting for it.
  { status: 504, calls: free, end: ends.failed },
  { status: 504, calls: charging.filter((name) => name !== 'cnpj'), end: ends.unknownOutcome },
  { status: 504, calls: ['cnpj'], end: ends.failedOnce },
];

export function endOf(status: number, name: CallName): End {
  const row = byStatus.find((each) => each.status === status && each.calls.includes(name));
  if (row === undefined) throw new Error(`no row for ${status} at ${name}`);
  return row.end;
}
