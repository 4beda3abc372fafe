import { describe, expect, it } from 'vitest';
import { type EndpointName, endpoints } from '../../src/service/endpoints.js';
import { type AttemptOutcome, decideRetry, waitNamed } from '../../src/service/retry-policy.js';

const NOW = Date.UTC(2026, 0, 5, 12, 0, 20);
const answer = (status: number, retryAfter?: string): AttemptOutcome => ({
  type: 'answer',
  status,
  retryAfter,
});
const failure: AttemptOutcome = { type: 'failure', sent: true, repeatable: true };

/** The waits that the policy allows if every attempt ends in the same way. */
function waits(name: EndpointName, outcome: AttemptOutcome): number[] {
  const granted: number[] = [];
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    const outcomes = Array.from({ length: attempt }, () => outcome);
    const { wait } = decideRetry(endpoints[name], outcomes, NOW);
    if (wait === null) break;
    granted.push(wait);
  }
  return granted;
}

const QUICK = [1000, 2000, 4000];
const PATIENT = [2000, 4000, 8000];

const gets = ['quota', 'cpf', 'cnpj', 'cpfBatchJob', 'cnpjBatchJob'] as const;
const posts = ['realtimeCpf', 'submitCpfBatch', 'submitCnpjBatch'] as const;
const jobs = ['cpfBatchJob', 'cnpjBatchJob'] as const;
const free = ['quota', ...jobs] as const;
const charging = ['cpf', 'cnpj', ...posts] as const;
const all = [...gets, ...posts];
const ofCpf = ['quota', 'cpf', ...jobs] as const;
const growing = [1, 1, 1, 2, 4, 8, 16, 32, 60, 60].map((seconds) => seconds * 1000);

type Row = [what: string, of: readonly EndpointName[], outcome: AttemptOutcome, waits: number[]];
const ROWS: readonly Row[] = [
  ['a 429 without limit, after the wait it names', all, answer(429, '60'), Array(10).fill(60_000)],
  ['less and less often while named waits are short', posts, answer(429, '0'), growing],
  [
    ...(['the same from a longer one', posts, answer(429, '7')] as const),
    [...Array<number>(5).fill(7000), 8000, 16_000, 32_000, 60_000, 60_000],
  ],
  ['a 500 of a GET', gets, answer(500), QUICK],
  ['a 502 of a GET', gets, answer(502), QUICK],
  ['a 503 of a GET', ofCpf, answer(503), QUICK],
  ['a 503 of a CNPJ, more patiently', ['cnpj'], answer(503), PATIENT],
  ['a 502 of a POST', posts, answer(502), PATIENT],
  ['a 503 of a POST', posts, answer(503), PATIENT],
  ['no 500 of a POST', posts, answer(500), []],
  ['a free request without an answer', free, failure, QUICK],
  ['a free request that was not sent', free, { ...failure, sent: false }, QUICK],
  ['none that cannot be repeated', free, { ...failure, repeatable: false }, []],
  ['no charging request without an answer', charging, failure, []],
  ['no charging request that was not sent', charging, { ...failure, sent: false }, []],
  ...[302, 400, 401, 403, 422, 418].map((status): Row => [`no ${status}`, all, answer(status), []]),
  ['any other 5xx of a free request', free, answer(504), QUICK],
  ['no other 5xx of a charging request', charging, answer(504), []],
  ['a 404 of a job, once', jobs, answer(404), [1000]],
  ['no other 404', ['quota', ...charging], answer(404), []],
];

describe('the spec\'s "Retry rules", row by row', () => {
  it.each(ROWS)('retries %s', (_, of, outcome, wanted) => {
    for (const name of of) expect(waits(name, outcome), name).toEqual(wanted);
  });
});

it('says whether the answer named the wait', () => {
  const named = decideRetry(endpoints.cpf, [answer(429, '7')], NOW);
  expect(named).toEqual({ wait: 7000, reason: 'retry_after' });
  const own = decideRetry(endpoints.cpf, [answer(503)], NOW);
  expect(own).toEqual({ wait: 1000, reason: 'backoff' });
});

describe('mixed outcomes', () => {
  it('do not count a 429 as a retry', () => {
    const outcomes = [answer(429, '1'), answer(429, '1'), answer(429, '1'), answer(503)];
    expect(decideRetry(endpoints.cpf, outcomes, NOW).wait).toBe(1000);
  });
  it('share three retries between failures and 5xx', () => {
    const outcomes = [failure, answer(500), failure, answer(502)];
    expect(decideRetry(endpoints.quota, outcomes.slice(0, 3), NOW).wait).toBe(4000);
    expect(decideRetry(endpoints.quota, outcomes, NOW).wait).toBeNull();
  });
  it('still allow one retry of a 404 after a 500', () => {
    expect(decideRetry(endpoints.cpfBatchJob, [answer(500), answer(404)], NOW).wait).toBe(1000);
  });
  it('count only outcomes that a rule retries', () => {
    expect(decideRetry(endpoints.cpf, [answer(404), answer(503)], NOW).wait).toBe(1000);
  });
  it('allow no retry if there was no attempt', () => {
    expect(decideRetry(endpoints.quota, [], NOW).wait).toBeNull();
  });
});

describe('Retry-After', () => {
  it.each([
    ['missing', undefined, 40_000],
    ['empty', '', 40_000],
    ['unparsable', 'soon', 40_000],
    ['negative', '-5', 40_000],
    ['zero', '0', 1000],
    ['a fraction', '2.5', 2500],
    ['a fraction of two digits', '2.25', 2250],
    ['between blanks', ' 7 ', 7000],
    ['less than a second', '0.2', 1000],
    ['a power', '1e9', 40_000],
    ['seconds', '60', 60_000],
    ['absurd', '99999999', 99_999_999_000],
    ['a date', 'Mon, 05 Jan 2026 12:00:50 GMT', 30_000],
    ['a date gone by', 'Mon, 05 Jan 2026 11:00:00 GMT', 1000],
  ])('%s', (_, header, ms) => {
    expect(decideRetry(endpoints.cpf, [answer(429, header)], NOW).wait).toBe(ms);
  });
});

it.each([
  ['nothing names', undefined, undefined, undefined],
  ['the header names', '7', 'Tente novamente em 9 segundos.', 7_000],
  ['zero names', '0', undefined, 1_000],
  ['the message names, where the header cannot be read', '-5', 'Aguarde 12 segundos', 12_000],
  ['the message names', undefined, 'Tente novamente em 1 segundo.', 1_000],
  ['a message with another number does not', undefined, 'Limite de 60 por minuto.', undefined],
  ['a message with more after the word does not', undefined, 'em 7 segundoss', undefined],
])('the wait that %s', (_, header, message, ms) => {
  expect(waitNamed(header, message, NOW)).toBe(ms);
});
