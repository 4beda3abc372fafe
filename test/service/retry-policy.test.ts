import { expect, it } from 'vitest';
import { endpoints } from '../../src/service/endpoints.js';
import { type AttemptOutcome, decideRetry, readNamedWait } from '../../src/service/retry-policy.js';

const NOW = Date.UTC(2026, 0, 5, 12, 0, 20);
const answer = (status: number, retryAfter?: string): AttemptOutcome => ({
  type: 'answer',
  status,
  retryAfter,
});
const failure: AttemptOutcome = { type: 'failure', sent: true, repeatable: true };
const backoff = (ms: number) => ({ ms, reason: 'backoff' });

// Which endpoint repeats which answer, and after which waits, is proved through the client in `test/contract`.
it.each([
  [
    'a wait is the one that the answer names',
    'cpf',
    [answer(429, '7')],
    { ms: 7000, reason: 'retry_after' },
  ],
  ['a wait that no answer names is a backoff', 'cpf', [answer(503)], backoff(1000)],
  ['failures and 5xx share three retries', 'quota', [failure, answer(500), failure], backoff(4000)],
  ['a fourth retry is none', 'quota', [failure, answer(500), failure, answer(502)], null],
  ['a 404 after a 500 has its one retry', 'cpfBatchJob', [answer(500), answer(404)], backoff(1000)],
  ['only outcomes count that a rule retries', 'cpf', [answer(404), answer(503)], backoff(1000)],
] as const)('%s', (_, endpoint, outcomes, wanted) => {
  expect(decideRetry(endpoints[endpoint], outcomes, NOW)).toEqual(wanted);
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
])('a Retry-After that is %s (%s) means %i ms', (_, header, ms) => {
  expect(decideRetry(endpoints.cpf, [answer(429, header)], NOW)?.ms).toBe(ms);
});

it.each([
  ['nothing', undefined, undefined, undefined],
  ['the header', '7', 'Tente novamente em 9 segundos.', 7_000],
  ['the message where the header cannot be read', '-5', 'Aguarde 12 segundos', 12_000],
  ['the message', undefined, 'Tente novamente em 1 segundo.', 1_000],
  ['no message with another number', undefined, 'Limite de 60 por minuto.', undefined],
  ['no message with more after the word', undefined, 'em 7 segundoss', undefined],
])('%s names a wait', (_, header, message, ms) => {
  expect(readNamedWait(header, message, NOW)).toBe(ms);
});
