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
const free = ['quota', 'cpfBatchJob', 'cnpjBatchJob'] as const;
const charging = ['cpf', 'cnpj', ...posts] as const;

describe('the spec\'s "Retry rules", row by row', () => {
  it.each([...gets, ...posts])(
    '%s: retries a 429 without limit, after the wait that it names',
    (name) => {
      expect(waits(name, answer(429, '60'))).toEqual(Array.from({ length: 10 }, () => 60_000));
    },
  );
  it.each(posts)('%s: asks less and less often when the named waits stay short', (name) => {
    const seconds = [1, 1, 1, 2, 4, 8, 16, 32, 60, 60];
    expect(waits(name, answer(429, '0'))).toEqual(seconds.map((second) => second * 1000));
    expect(waits(name, answer(429, '7')).slice(0, 7)).toEqual([
      ...Array.from({ length: 5 }, () => 7000),
      8000,
      16_000,
    ]);
  });
  it.each(gets)('%s: retries a 500 and a 502 up to 3 times', (name) => {
    expect(waits(name, answer(500))).toEqual(QUICK);
    expect(waits(name, answer(502))).toEqual(QUICK);
  });
  it.each(gets)('%s: retries a 503 up to 3 times, with longer waits for a CNPJ', (name) => {
    expect(waits(name, answer(503))).toEqual(name === 'cnpj' ? PATIENT : QUICK);
  });
  it.each(posts)('%s: retries a 502 and a 503 up to 3 times, and no other 5xx', (name) => {
    expect(waits(name, answer(502))).toEqual(PATIENT);
    expect(waits(name, answer(503))).toEqual(PATIENT);
    expect(waits(name, answer(500))).toEqual([]);
    expect(waits(name, answer(504))).toEqual([]);
  });
  it.each(free)('%s: retries a free request without an answer', (name) => {
    expect(waits(name, failure)).toEqual(QUICK);
    expect(waits(name, { ...failure, sent: false })).toEqual(QUICK);
    expect(waits(name, { ...failure, repeatable: false })).toEqual([]);
  });
  it.each(charging)('%s: does not retry a charging request without an answer', (name) => {
    expect(waits(name, failure)).toEqual([]);
    expect(waits(name, { ...failure, sent: false })).toEqual([]);
  });
  it.each([...gets, ...posts])('%s: does not retry 400, 401, 403, 422 and redirects', (name) => {
    for (const status of [302, 400, 401, 403, 422, 418]) {
      expect(waits(name, answer(status))).toEqual([]);
    }
  });
  it.each(free)('%s: retries any other 5xx of a free request', (name) => {
    expect(waits(name, answer(504))).toEqual(QUICK);
  });
  it.each(charging)('%s: does not retry an undocumented 5xx of a charging request', (name) => {
    expect(waits(name, answer(504))).toEqual([]);
  });
  it('retries a 404 once for a batch status, and for nothing else', () => {
    expect(waits('cpfBatchJob', answer(404))).toEqual([1000]);
    expect(waits('cnpjBatchJob', answer(404))).toEqual([1000]);
    for (const name of ['quota', ...charging] as const) {
      expect(waits(name, answer(404))).toEqual([]);
    }
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
