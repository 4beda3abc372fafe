import { describe, expect, it } from 'vitest';
import { ConfereError } from '../../src/base/errors.js';
import type { ErrorKind } from '../../src/base/facts.js';
import {
  createBreaker,
  listRule,
  buildNotAskedError,
  persistentRule,
} from '../../src/lookups/stop-rule.js';

const NOW = Date.UTC(2026, 0, 5);
const clock = { now: () => NOW };
const failing = (kind: ErrorKind, code = 'no_batches') =>
  Object.assign(new ConfereError('no_batches', {}), { kind, code });
const found = { answer: { input: '', kind: 'cpf', id: '', status: 'found' } } as const;
const failed = (failure: ConfereError) => ({ ...found, failure });

describe('the breaker of a session', () => {
  it('a late answer to an earlier request does not reopen a session that has ended', () => {
    const breaker = createBreaker(listRule, clock);
    breaker.record(failed(failing('auth')));
    breaker.record(found);
    expect(breaker.findStopReason()?.kind).toBe('auth');
  });

  it.each([failing('interrupted'), failing('terminated'), buildNotAskedError(failing('service'))])(
    'a lookup that was not completed is not counted as a failure: $code',
    (failure) => {
      const breaker = createBreaker(persistentRule, clock);
      for (let n = 0; n < 2; n += 1) breaker.record(failed(failing('unconfirmed')));
      breaker.record(failed(failure));
      expect(breaker.findStopReason()).toBeUndefined();
      breaker.record(failed(failing('unconfirmed')));
      expect(breaker.findStopReason()?.kind).toBe('unconfirmed');
    },
  );

  it.each([
    ...(['auth', 'usage', 'credits', 'network', 'ledger', 'rate_limited'] as const).map(
      (kind) => [kind, true] as const,
    ),
    ...(['deadline', 'service', 'unconfirmed'] as const).map((kind) => [kind, false] as const),
  ])('%s ends a list: %s', (kind, isEnd) => {
    const [list, standing] = [createBreaker(listRule, clock), createBreaker(persistentRule, clock)];
    list.record(failed(failing(kind)));
    standing.record(failed(failing(kind)));
    expect(list.findStopReason() !== undefined).toBe(isEnd);
    expect(standing.findStopReason()).toBeUndefined();
  });
});
