import { expect, it } from 'vitest';
import type { Job, Ledger } from '../../../src/ledger/index.js';
import { accepted, submissionOf, SEEN } from '../support.js';
import { contractOf } from './engines.js';

/** Nothing was found, because the balance had run out. */
const NOTHING = { totalRecords: 3, found: 0, notFound: 0, skipped: 3, error: null, results: [] };

async function submit(ledger: Ledger, batch: number): Promise<void> {
  const [job] = await ledger.jobsOf(batch);
  const proved = job?.state === 'unconfirmed';
  await ledger.beginSubmission({ ...submissionOf(batch), proved });
}

async function end(ledger: Ledger, batch: number, how: 'done' | 'failed'): Promise<void> {
  await ledger.keepResults({ batch, job: 1, answer: NOTHING, end: how, ...SEEN, at: 12 });
}

/** Every operation that moves a job, by the state it leads to. */
const moves = {
  begin: ['submitting', submit],
  accept: ['accepted', (own, batch) => own.keepOutcome(batch, 1, accepted('job'), 11)],
  release: ['planned', (own, batch) => own.keepOutcome(batch, 1, { is: 'refused' }, 11)],
  doubt: [
    'unconfirmed',
    (own, batch) => own.keepOutcome(batch, 1, { is: 'unknown', why: 'lost' }, 12),
  ],
  done: ['done', (own, batch) => end(own, batch, 'done')],
  failed: ['failed', (own, batch) => end(own, batch, 'failed')],
  abandon: ['abandoned', (own, batch) => own.abandon(batch, [1], 13)],
} satisfies Record<string, [Job['state'], (ledger: Ledger, batch: number) => Promise<void>]>;

type Move = keyof typeof moves;

/** For each state: the operations that lead to it, and the operations allowed in it. */
const states: readonly (readonly [Job['state'], readonly Move[], readonly Move[]])[] = [
  ['planned', [], ['begin']],
  ['submitting', ['begin'], ['accept', 'release', 'doubt']],
  ['accepted', ['begin', 'accept'], ['done', 'failed', 'doubt', 'abandon']],
  ['unconfirmed', ['begin', 'doubt'], ['begin', 'release', 'accept', 'abandon']],
  ['done', ['begin', 'accept', 'done'], []],
  ['failed', ['begin', 'accept', 'failed'], []],
  ['abandoned', ['begin', 'doubt', 'abandon'], ['accept']],
];

const cases = states.flatMap(([state, path, allowed]) =>
  (Object.keys(moves) as Move[]).map((move) => {
    return { state, path, move, isAllowed: allowed.includes(move) };
  }),
);

contractOf('a job', ({ planned }) => {
  it.each(cases)('that is $state, then $move: $isAllowed', async (tried) => {
    const { state, path, move, isAllowed } = tried;
    const { own, num } = await planned(['a', 'b', 'c']);
    for (const step of path) await moves[step][1](own, num);
    const before = await own.jobsOf(num);
    expect(before).toMatchObject([{ state, items: 3 }]);
    const [to, work] = moves[move];
    if (isAllowed) {
      await work(own, num);
      expect(await own.jobsOf(num)).toMatchObject([{ state: to }]);
      return;
    }
    await expect(work(own, num)).rejects.toMatchObject({ kind: 'locked', code: 'job_taken' });
    expect(await own.jobsOf(num)).toEqual(before);
    expect(await own.decisionsOf(num)).toHaveLength(path.includes('abandon') ? 1 : 0);
  });

  it('that a killed run left in submitting becomes unconfirmed, and no other does', async () => {
    const { own, num } = await planned(['a', 'b', 'c']);
    expect(await own.splitJob(num, 1, 1)).toBe(true);
    expect(await own.splitJob(num, 2, 1)).toBe(true);
    await own.beginSubmission(submissionOf(num, 1));
    await own.keepOutcome(num, 1, accepted('job'), 2);
    await own.beginSubmission(submissionOf(num, 2));
    await own.doubtCutShort(num, 'cut short');
    expect(await own.jobsOf(num)).toMatchObject([
      { state: 'accepted' },
      { state: 'unconfirmed', error: 'cut short' },
      { state: 'planned' },
    ]);
    await own.lookAgain(num);
    expect((await own.jobsOf(num)).map(({ state }) => state)).toEqual([
      ...['accepted', 'unconfirmed', 'planned'],
    ]);
  });

  it('of the service belongs to one job only', async () => {
    const { own, num } = await planned(['a', 'b']);
    await own.splitJob(num, 1, 1);
    for (const job of [1, 2]) await own.beginSubmission(submissionOf(num, job));
    await own.keepOutcome(num, 1, accepted('job'), 2);
    await expect(own.keepOutcome(num, 2, accepted('job'), 2)).rejects.toThrow();
    expect(await own.jobsOf(num)).toMatchObject([{ state: 'accepted' }, { state: 'submitting' }]);
    expect(await own.findBatches({ jobId: 'job' })).toMatchObject([{ id: 'abc' }]);
    expect(await own.findBatches({ jobId: 'none' })).toEqual([]);
  });
});
