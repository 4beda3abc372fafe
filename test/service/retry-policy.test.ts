import { describe, expect, it } from 'vitest';
import { endpoints } from '../../src/service/endpoints.js';
import { type AttemptOutcome, decideRetry, readNamedWait } from '../../src/service/retry-policy.js';

const NOW = Date.UTC(2026, 0, 5, 12, 0, 20);
const answer = (status: number, retryAfter?: string): AttemptOutcome => ({
  type: 'answer',
  status,
  retryAfter,
});
const failure: AttemptOutcome = { type: 'failure', sent: true, repeatable: true };

// Which endpoint repeats which answer, and after which waits, is proved through the client in `test/contract`.
it('a retry says whether the answer named its wait', () => {
  const named = decideRetry(endpoints.cpf, [answer(429, '7')], NOW);
  expect(named).toEqual({ ms: 7000, reason: 'retry_after' });
  const own = decideRetry(endpoints.cpf, [answer(503)], NOW);
  expect(own).toEqual({ ms: 1000, reason: 'backoff' });
});

describe('mixed outcomes', () => {
  it('failures and 5xx share three retries', () => {
    const outcomes = [failure, answer(500), failure, answer(502)];
    expect(decideRetry(endpoints.quota, outcomes.slice(0, 3), NOW)?.ms).toBe(4000);
    expect(decideRetry(endpoints.quota, outcomes, NOW)).toBeNull();
  });
  it('a 404 after a 500 is still retried once', () => {
    expect(decideRetry(endpoints.cpfBatchJob, [answer(500), answer(404)], NOW)?.ms).toBe(1000);
  });
  it('only outcomes that a rule retries are counted', () => {
    expect(decideRetry(endpoints.cpf, [answer(404), answer(503)], NOW)?.ms).toBe(1000);
  });
});

it.each([
  ['missing', undefined, 40_000],
  ['unparsable', 'soon', 40_000],
  ['negative', '-5', 40_000],
  ['zero', '0', 1000],
  ['a fraction', '2.5', 2500],
  ['a power', '1e9', 40_000],
  ['absurd', '99999999', 99_999_999_000],
  ['a date', 'Mon, 05 Jan 2026 12:00:50 GMT', 30_000],
  ['a date gone by', 'Mon, 05 Jan 2026 11:00:00 GMT', 1000],
])('Retry-After %s', (_, header, ms) => {
  expect(decideRetry(endpoints.cpf, [answer(429, header)], NOW)?.ms).toBe(ms);
});

it.each([
  ['nothing names', undefined, undefined, undefined],
  ['the header names', '7', 'Tente novamente em 9 segundos.', 7_000],
  ['the message names, where the header cannot be read', '-5', 'Aguarde 12 segundos', 12_000],
  ['the message names', undefined, 'Tente novamente em 1 segundo.', 1_000],
  ['a message with another number does not', undefined, 'Limite de 60 por minuto.', undefined],
  ['a message with more after the word does not', undefined, 'em 7 segundoss', undefined],
])('the wait that %s', (_, header, message, ms) => {
  expect(readNamedWait(header, message, NOW)).toBe(ms);
});
