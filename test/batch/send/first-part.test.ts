import { describe, expect, it } from 'vitest';
import type { Deps } from '../../../src/batch/dependencies.js';
import { carefulStart, type CarefulQuestion } from '../../../src/batch/send/careful-start.js';
import type { Job } from '../../../src/ledger/index.js';
import { testLedger } from '../../ledger/support.js';

/** Nothing has shown a price yet, so that a record may cost five credits. */
const ASKED: CarefulQuestion = {
  ...{ credits: 1_000, prices: { cpf: 1, cnpj: 1, realtime: 1.5 } },
  ...{ budget: Infinity, balance: Infinity, allowOverage: false, plan: 'PRO' },
};

type Short = readonly [Job['kind'], items: number, state?: Job['state']];

const CPFS: readonly Short[] = [['cpf', 10]];
const BOTH: readonly Short[] = [
  ['cpf', 3],
  ['cnpj', 4],
];

/** Which jobs go first, how many of their identifiers, and for how many credits; 'all' where everything may go. */
async function firstPart(
  short: readonly Short[],
  asked: Partial<CarefulQuestion>,
  costs: Deps['costs'] = {},
) {
  const deps = { ledger: await testLedger(), keyFingerprint: 'new', costs } as unknown as Deps;
  const jobs = short.map(([kind, items, state = 'planned'], n) => {
    return { seq: n + 1, kind, items, state } as Job;
  });
  const first = await carefulStart(deps, jobs, { ...ASKED, ...asked });
  return first === undefined ? 'all' : { ...first, jobs: first.jobs.map(({ seq }) => seq) };
}

describe('what is sent first, while nothing shows the price of a record', () => {
  it.each([
    ['a budget that covers the dearest price', CPFS, { budget: 50 }, 'all'],
    ['one that does not', CPFS, { budget: 49 }, { jobs: [1], items: 9, credits: 9 }],
    ['a balance that covers twice the price', CPFS, { balance: 20 }, 'all'],
    ['one that does not', CPFS, { balance: 19 }, { jobs: [1], items: 9, credits: 9 }],
    ['the same for CNPJs', [['cnpj', 10]], { balance: 20 }, 'all'],
    ['no balance, with overage', CPFS, { balance: 0, allowOverage: true }, 'all'],
    ['no balance, on the free plan', CPFS, { balance: 0, plan: 'Free' }, 'all'],
    [
      'fewer credits that the user agreed to',
      CPFS,
      { budget: 49, credits: 4 },
      { jobs: [1], items: 4, credits: 4 },
    ],
    ['a budget for less than one', CPFS, { budget: 3 }, { jobs: [1], items: 1, credits: 1 }],
    ['the same for the only one', [['cpf', 1]], { budget: 3 }, 'all'],
    ['a budget for both kinds', BOTH, { budget: 35 }, 'all'],
    ['a balance for both', BOTH, { balance: 14 }, 'all'],
    ['what waits for its proof', [['cpf', 10, 'unconfirmed']], { budget: 3 }, 'all'],
    ['a budget for one kind', BOTH, { budget: 34 }, { jobs: [1], items: 3, credits: 6 }],
    [
      'jobs that are proved not to have been charged',
      [
        ['cpf', 2, 'unconfirmed'],
        ['cpf', 10],
      ],
      { budget: 20 },
      { jobs: [1], items: 2, credits: 2 },
    ],
  ] satisfies [string, readonly Short[], Partial<CarefulQuestion>, unknown][])(
    '%s',
    async (_, jobs, asked, first) => {
      expect(await firstPart(jobs, asked)).toEqual(first);
    },
  );

  it('is of a kind whose price the user has not set', async () => {
    const first = { jobs: [2], items: 4, credits: 4 };
    expect(await firstPart(BOTH, { budget: 22 }, { cpf: 1 })).toEqual(first);
    expect(await firstPart(BOTH, { budget: 3 }, { cpf: 1, cnpj: 1 })).toBe('all');
  });

  it('counts the balance with twice the price that is assumed, up to the dearest', async () => {
    const prices = { cpf: 2, cnpj: 2, realtime: 2 };
    expect(await firstPart(CPFS, { balance: 40, prices })).toBe('all');
    const first = { jobs: [1], items: 9, credits: 18 };
    expect(await firstPart(CPFS, { balance: 39, prices })).toEqual(first);
    expect(await firstPart(CPFS, { balance: 50, prices: { ...prices, cpf: 3 } })).toBe('all');
  });
});
