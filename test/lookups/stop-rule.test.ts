import { describe, expect, it } from 'vitest';
import { ConfereError, type ErrorKind } from '../../src/errors.js';
import {
  afterAsking,
  atStart,
  listRule,
  notAsked,
  standingRule,
  whyStopped,
  type Standing,
} from '../../src/lookups/stop-rule.js';

const NOW = Date.UTC(2026, 0, 5);
const failing = (kind: ErrorKind, code = 'no_batches') =>
  Object.assign(new ConfereError('no_batches', {}), { kind, code });
const found = { answer: { input: '', kind: 'cpf', id: '', status: 'found' } } as const;
const after = (before: Standing, failure: ConfereError, rule = standingRule) =>
  afterAsking(before, { ...found, failure }, rule, NOW);

describe('what a session remembers', () => {
  it('does not reopen a session that has ended, when an earlier request gets its answer', () => {
    const ended = after(atStart, failing('auth'), listRule);
    expect(afterAsking(ended, found, listRule, NOW)).toBe(ended);
    expect(whyStopped(ended, NOW + 1e12)?.kind).toBe('auth');
  });

  it('reopens a session that rests, when an answer arrives', () => {
    const resting = after({ failed: 2 }, failing('unconfirmed'));
    expect(whyStopped(resting, NOW)?.kind).toBe('unconfirmed');
    expect(afterAsking(resting, found, standingRule, NOW)).toBe(atStart);
  });

  it.each([failing('interrupted'), failing('terminated'), notAsked(failing('service'))])(
    'does not count a lookup that was not completed: $code',
    (failure) => {
      const before = { failed: 2 };
      expect(after(before, failure)).toBe(before);
    },
  );

  it.each([
    ['auth', true],
    ['usage', true],
    ['credits', true],
    ['network', true],
    ['ledger', true],
    ['rate_limited', true],
    ['deadline', false],
    ['service', false],
    ['unconfirmed', false],
  ] as const)('%s ends a list: %s', (kind, isEnd) => {
    const ended = whyStopped(after(atStart, failing(kind), listRule), NOW);
    expect(ended !== undefined).toBe(isEnd);
    expect(whyStopped(after(atStart, failing(kind)), NOW)).toBeUndefined();
  });
});
