import { expect, it } from 'vitest';
import { asKnownError } from '../../src/errors.js';
import { accepted, resultsOf, testLedger, type TestLedger } from './support.js';

/** What may happen to a job, whether it may or not. */
const MOVES = {
  begin: (ledger: TestLedger, batch: number) => ledger.begin(batch),
  accept: (ledger, batch) => ledger.keepOutcome(batch, 1, accepted('job'), 2),
  refuse: (ledger, batch) => ledger.keepOutcome(batch, 1, { is: 'refused' }, 2),
  lose: (ledger, batch) => ledger.keepOutcome(batch, 1, { is: 'unknown', why: 'lost' }, 2),
  end: (ledger, batch) => ledger.keepResults(resultsOf(batch, ['a'], [], { end: 'done' })),
  fail: (ledger, batch) => ledger.keepResults(resultsOf(batch, [], ['a'], { end: 'failed' })),
  giveUp: (ledger, batch) => ledger.abandon(batch, [1], 3),
} as const satisfies Record<string, (ledger: TestLedger, batch: number) => Promise<unknown>>;

type Move = keyof typeof MOVES;

/** The state of a job after these moves, of which only the last one may be refused. */
async function after(moves: readonly Move[]) {
  const ledger = await testLedger();
  const { num } = await ledger.plannedBatch(['a']);
  for (const [n, move] of moves.entries()) {
    const moved = MOVES[move](ledger, num);
    await (n < moves.length - 1 ? moved : moved.catch(asKnownError));
  }
  const [job] = await ledger.jobsOf(num);
  return { state: job?.state, isUnderWay: (await ledger.lookUp('a')).verdict === 'in_batch' };
}

it.each<[string, Move[], boolean, Partial<Record<Move, string>>]>([
  ['planned', [], false, { begin: 'submitting' }],
  ['submitting', ['begin'], true, { accept: 'accepted', refuse: 'planned', lose: 'unconfirmed' }],
  [
    'accepted',
    ['begin', 'accept'],
    true,
    { end: 'done', fail: 'failed', lose: 'unconfirmed', giveUp: 'abandoned' },
  ],
  [
    'unconfirmed',
    ['begin', 'lose'],
    true,
    { accept: 'accepted', refuse: 'planned', giveUp: 'abandoned' },
  ],
  ['abandoned', ['begin', 'lose', 'giveUp'], false, { accept: 'accepted' }],
  ['done', ['begin', 'accept', 'end'], false, {}],
  ['failed', ['begin', 'accept', 'fail'], false, {}],
])('a job that is %s moves on only as the diagram says', async (state, moves, isUnderWay, next) => {
  expect(await after(moves)).toEqual({ state, isUnderWay });
  for (const move of Object.keys(MOVES) as Move[])
    expect([move, (await after([...moves, move])).state]).toEqual([move, next[move] ?? state]);
});
