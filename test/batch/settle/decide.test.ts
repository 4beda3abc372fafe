import { describe, expect, it } from 'vitest';
import { decide, type Decision, type Evidence } from '../../../src/batch/settle/settle.js';

/** Nothing was charged, and the settle time has passed. */
const PROOF: Evidence = {
  ...{ baseline: 100, usedNow: 107, ownCharges: 7, costUncertain: false },
  ...{ live: 0, elapsed: 60_000, settle: 60_000 },
};

describe('the decision about a submission without an answer', () => {
  it.each<[why: string, change: Partial<Evidence>, decision: Decision]>([
    ['the balance is unchanged for the settle time', {}, 'resend'],
    ['the settle time has not passed', { elapsed: 59_999 }, 'wait'],
    ['another job is processing', { live: 1 }, 'busy'],
    ['another job is processing, and the balance moved', { live: 2, usedNow: 200 }, 'busy'],
    ['no submission had a quiet balance before it', { baseline: null }, 'ask'],
    ['nor was anything ever used', { baseline: null, usedNow: 0, ownCharges: 0 }, 'ask'],
    ['the balance moved up by the smallest price', { usedNow: 107.5 }, 'ask'],
    ['the balance moved down', { usedNow: 106 }, 'ask'],
    ['the balance moved before the settle time', { usedNow: 108, elapsed: 0 }, 'ask'],
    ['own charges did not reach the balance', { usedNow: 100 }, 'ask'],
    ['own charges prove nothing', { costUncertain: true }, 'ask'],
    ['no own charges need a price', { usedNow: 100, ownCharges: 0, costUncertain: true }, 'resend'],
    ['fractions do not add up exactly', { baseline: 0.1, usedNow: 0.3, ownCharges: 0.2 }, 'resend'],
    [
      'the difference is the tolerance',
      { ...{ baseline: 0, usedNow: 1e-6, ownCharges: 0 } },
      'resend',
    ],
  ])('%s', (_, change, decision) => {
    expect(decide({ ...PROOF, ...change })).toBe(decision);
  });
});
