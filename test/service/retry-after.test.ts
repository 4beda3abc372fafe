import { expect, it } from 'vitest';
import { retryAfter, waitNamed } from '../../src/service/retry-policy.js';

const NOW = Date.UTC(2026, 0, 5, 12, 0, 20);

it.each([
  ['nothing names', undefined, undefined, undefined],
  ['the header names', '7', 'Tente novamente em 9 segundos.', 7_000],
  ['a fraction in the header names', '1.5', undefined, 1_500],
  ['a header with blanks names', ' 12 ', undefined, 12_000],
  ['a date in the header names', 'Mon, 05 Jan 2026 12:00:50 GMT', undefined, 30_000],
  ['a date that has passed names', 'Mon, 05 Jan 2026 12:00:10 GMT', undefined, 1_000],
  ['zero names', '0', undefined, 1_000],
  ['the message names, where the header cannot be read', '-5', 'Aguarde 12 segundos', 12_000],
  ['the message names', undefined, 'Tente novamente em 1 segundo.', 1_000],
  ['a message with another number does not', undefined, 'Limite de 60 por minuto.', undefined],
  ['a message with more after the word does not', undefined, 'em 7 segundoss', undefined],
])('the wait that %s', (_, header, message, ms) => {
  expect(waitNamed(header, message, NOW)).toBe(ms);
});

it.each([
  ['nothing names: until the next minute', undefined, 40_000],
  ['the header names', ' 7 ', 7_000],
  ['is at least a second', '0', 1_000],
  ['is as long as the header names it', '100000', 100_000_000],
])('the wait after a 429 that %s', (_, header, ms) => {
  expect(retryAfter(header, NOW)).toBe(ms);
});
