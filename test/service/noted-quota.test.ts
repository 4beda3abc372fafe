import { expect, it } from 'vitest';
import { ConfereError } from '../../src/errors.js';
import { notedQuota, type BalanceNotes } from '../../src/service/index.js';

const QUOTA = { plan: 'Micro', usedCredits: 1, remainingCredits: 99 };
const busy = () => Promise.reject(new ConfereError('state_busy', { path: 'ledger.db' }));

it.each([
  ['before the request', { before: busy, keep: () => Promise.resolve() }],
  ['after it', { before: () => Promise.resolve(1), keep: busy }],
] as const)('a balance is returned although it cannot be written down %s', async (_, notes) => {
  expect(await notedQuota(() => Promise.resolve(QUOTA), notes)).toBe(QUOTA);
});

it('a balance is written down with the moment before its request', async () => {
  const told: unknown[] = [];
  const notes: BalanceNotes = {
    before: () => {
      told.push('before');
      return Promise.resolve(7);
    },
    keep: (quota, before) => {
      told.push([quota, before]);
      return Promise.resolve();
    },
  };
  const quota = () => {
    told.push('asked');
    return Promise.resolve(QUOTA);
  };
  await notedQuota(quota, notes);
  expect(told).toEqual(['before', 'asked', [QUOTA, 7]]);
});
