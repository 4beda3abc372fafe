import { describe, expect, it } from 'vitest';
import type { Job, Ledger } from '../../../src/ledger/index.js';
import { NEW_BATCH, opened, testFolder, testLedger } from '../support.js';

const FACTS = { rows: 1, invalid: 0, duplicates: 0, repaired: 0, reasons: {} };

describe('claim', () => {
  it('gives the batch there is, whoever asks', async () => {
    const folder = await testFolder();
    const [one, two] = [opened(folder), opened(folder)];
    const first = one.batches.claim(NEW_BATCH, false);
    expect(first.isNew).toBe(true);
    const second = two.batches.claim({ ...NEW_BATCH, id: 'def' }, false);
    expect(second).toEqual({ batch: first.batch, isNew: false });
    expect(one.batches.list()).toHaveLength(1);
  });

  it('makes a new one when asked to, which is the one from then on', async () => {
    const { batches } = await testLedger();
    batches.claim(NEW_BATCH, false);
    const again = batches.claim({ ...NEW_BATCH, id: 'def', createdAt: 2 }, true);
    expect(again).toMatchObject({ isNew: true, batch: { id: 'def' } });
    expect(batches.claim({ ...NEW_BATCH, id: 'ghi' }, false).batch.id).toBe('def');
    expect(batches.newest()?.id).toBe('def');
    expect(batches.known('key')?.id).toBe('def');
  });

  it('is open again for what was discarded, never for what was planned', async () => {
    const { batches } = await testLedger();
    const { batch } = batches.claim(NEW_BATCH, false);
    batches.discard(batch.num);
    const anew = batches.claim({ ...NEW_BATCH, id: 'def' }, false);
    expect(anew.isNew).toBe(true);
    batches.setPlanned(anew.batch.num, FACTS, 5);
    batches.discard(anew.batch.num);
    expect(batches.list()).toMatchObject([{ id: 'def', plannedAt: 5 }]);
  });

  it('finds by prefix, which is no pattern', async () => {
    const { batches } = await testLedger();
    batches.claim(NEW_BATCH, false);
    batches.claim({ ...NEW_BATCH, id: 'abd', matchKey: 'other' }, false);
    expect(batches.withPrefix('ab')).toHaveLength(2);
    expect(batches.withPrefix('abc')).toMatchObject([{ id: 'abc' }]);
    expect(batches.withPrefix('%')).toEqual([]);
  });
});

type Move = (ledger: Ledger, batch: number) => void;

const moves = {
  submitting: (ledger, batch) => {
    ledger.jobs.submitting(batch, 1, 7.5, 2, 10);
  },
  accepted: (ledger, batch) => {
    ledger.jobs.accepted(batch, 1, 'job', 0, 11);
  },
  planned: (ledger, batch) => {
    ledger.jobs.backToPlanned(batch, 1);
  },
  unconfirmed: (ledger, batch) => {
    ledger.jobs.unconfirmed(batch, 1, 'lost', 12);
  },
  done: (ledger, batch) => {
    ledger.jobs.ended(batch, 1, 'done', 12);
  },
  failed: (ledger, batch) => {
    ledger.jobs.ended(batch, 1, 'failed', 12);
  },
} satisfies Record<string, Move>;

type Step = keyof typeof moves;

/** From each state: how to get there, and where it may go. */
const states: readonly (readonly [Job['state'], readonly Step[], readonly Step[]])[] = [
  ['planned', [], ['submitting']],
  ['submitting', ['submitting'], ['accepted', 'planned', 'unconfirmed']],
  ['accepted', ['submitting', 'accepted'], ['done', 'failed', 'unconfirmed']],
  ['unconfirmed', ['submitting', 'unconfirmed'], ['planned', 'accepted']],
  ['done', ['submitting', 'accepted', 'done'], []],
  ['failed', ['submitting', 'accepted', 'failed'], []],
];

const cases = states.flatMap(([state, path, allowed]) =>
  (Object.keys(moves) as Step[]).map((to) => ({ state, path, to, ok: allowed.includes(to) })),
);

describe('a job', () => {
  it.each(cases)('that is $state and becomes $to: $ok', async ({ state, path, to, ok }) => {
    const ledger = await testLedger();
    const { batch } = ledger.batches.claim(NEW_BATCH, false);
    ledger.jobs.plan(batch.num, { seq: 1, kind: 'cpf', items: 3 });
    for (const step of path) moves[step](ledger, batch.num);
    const before = ledger.jobs.of(batch.num);
    expect(before).toMatchObject([{ state, items: 3 }]);
    const move = () => {
      moves[to](ledger, batch.num);
    };
    if (ok) {
      move();
      expect(ledger.jobs.of(batch.num)).toMatchObject([{ state: to }]);
    } else {
      expect(move).toThrow(expect.objectContaining({ kind: 'locked', code: 'job_taken' }));
      expect(ledger.jobs.of(batch.num)).toEqual(before);
    }
  });

  it('that is submitted keeps the balance seen before it', async () => {
    const ledger = await testLedger();
    const { batch } = ledger.batches.claim(NEW_BATCH, false);
    ledger.jobs.plan(batch.num, { seq: 1, kind: 'cpf', items: 3 });
    moves.submitting(ledger, batch.num);
    expect(ledger.jobs.of(batch.num)).toMatchObject([
      { usedBefore: 7.5, liveBefore: 2, submittedAt: 10, jobId: null },
    ]);
    expect(ledger.jobs.live()).toBe(1);
  });
});

describe('items', () => {
  async function withItems() {
    const ledger = await testLedger();
    const { num } = ledger.batches.claim(NEW_BATCH, false).batch;
    // The order of the file is not the order of the identifiers, and positions have gaps.
    const ids = ['e', 'b', 'd', 'a', 'c'];
    const items = ids.map((id, index) => ({ id, position: index * 10, job: 1, record: null }));
    ledger.items.addAll(num, items, 1);
    ledger.jobs.plan(num, { seq: 1, kind: 'cpf', items: 5 });
    const find = (id: string) => ledger.items.findAll(num, [id])[0];
    return { ledger, num, find };
  }

  it('are there once', async () => {
    const { ledger, num, find } = await withItems();
    const twice = { id: 'a', position: 99, job: 2, record: null };
    expect(() => {
      ledger.items.addAll(num, [twice], 1);
    }).toThrow('UNIQUE');
    expect(find('a')).toMatchObject({ job: 1 });
    expect(find('z')).toBeUndefined();
  });

  it('move to another job from a place on, in input order', async () => {
    const { ledger, num } = await withItems();
    ledger.items.moveRest(num, 1, 2, 2);
    expect(ledger.items.idsOf(num, 1)).toEqual(['e', 'b']);
    expect(ledger.items.idsOf(num, 2)).toEqual(['d', 'a', 'c']);
    ledger.items.moveRest(num, 2, 3, 3);
    expect(ledger.items.idsOf(num, 3)).toEqual([]);
  });

  it('are answered once, and by their own job only', async () => {
    const { ledger, num, find } = await withItems();
    const record = ledger.records.add('cpf', 'a', { name: 'x' }, 5);
    const open = () => Object.fromEntries(ledger.items.openIn(num, 1));
    ledger.items.answerAll(num, 2, new Map([['a', record]]), 6);
    expect(find('a')?.answer).toBeNull();
    expect(ledger.items.openIn(num, 2)).toEqual(new Map());
    expect(open()).toEqual({ a: null, b: null, c: null, d: null, e: null });
    const answers = [
      ['a', record],
      ['b', null],
      ['z', null],
    ] as const;
    ledger.items.answerAll(num, 1, new Map(answers), 6);
    expect(open()).toEqual({ b: 'not_found', c: null, d: null, e: null });
    ledger.items.answerAll(num, 1, new Map([['a', null]]), 7);
    expect(find('a')).toMatchObject({ answer: 'found', answeredAt: 6 });
    expect(find('b')).toMatchObject({ answer: 'not_found', answeredAt: 6, fetchedAt: null });
    ledger.items.answerAll(num, 1, new Map([['b', record]]), 8);
    expect(find('b')).toMatchObject({ answer: 'found', answeredAt: 8, fetchedAt: 5 });
    expect(ledger.items.waitingIn(num, 1)).toBe(3);
  });

  it('may still be charged from the moment that their job is being submitted', async () => {
    const { ledger, num } = await withItems();
    const outstanding = () => ledger.items.outstanding();
    expect(outstanding()).toBe(0);
    ledger.jobs.submitting(num, 1, 0, 0, 1);
    expect(outstanding()).toBe(5);
    ledger.jobs.accepted(num, 1, 'job', 0, 2);
    ledger.items.answerAll(num, 1, new Map([['a', null]]), 3);
    expect(outstanding()).toBe(4);
    ledger.jobs.ended(num, 1, 'done', 4);
    expect(outstanding()).toBe(0);
    expect(ledger.items.counts(num)).toMatchObject({ notFound: 1, failed: 4, pending: 0 });
  });
});
