import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ConfereError } from '../../../src/errors.js';
import type { Batch, ItemCounts, Job, Ledger, SpendingLimit } from '../../../src/ledger/index.js';
import { makeCpf } from '../../helpers/invented.js';
import {
  accepted,
  acceptedBatch,
  balanceOf,
  begin,
  claimed,
  costIn,
  keepPaid,
  plannedBatch,
  resultsOf,
  itemsOf,
} from '../support.js';
import { contractOf } from './engines.js';

const IDS = Array.from({ length: 8 }, (_, n) => makeCpf(n));
/** Two batches that share four identifiers. */
const BATCHES = [IDS.slice(0, 6), IDS.slice(2)];

interface World {
  readonly own: Ledger;
  readonly batches: readonly Batch[];
  /** Increasing, like a clock. */
  at: number;
  jobIds: number;
}

interface Step {
  readonly batch: number;
  readonly job: number;
  readonly ids: readonly string[];
  readonly size: number;
  readonly flag: boolean;
}

type Operation = (world: World, batch: number, step: Step) => Promise<unknown>;

/** Nothing shows the price of any request. */
const unpriced = (limits: readonly SpendingLimit[] = []) => ({
  cost: costIn(limits, { price: null }),
});

const OPERATIONS: Readonly<Record<string, Operation>> = {
  begin: async ({ own, at }, batch, { job, size, flag }) =>
    begin(own, batch, {
      ...{ job, at, proved: flag, reuseSince: at - 9 },
      ...unpriced([await balanceOf(own, size * 3)]),
    }),
  accept: (world, batch, { job, size, flag }) => {
    const jobId = `job ${(world.jobIds += 1)}`;
    return world.own.keepOutcome(batch, job, accepted(jobId, flag ? size : 0), world.at);
  },
  release: ({ own, at }, batch, { job }) => own.keepOutcome(batch, job, { is: 'refused' }, at),
  reject: ({ own, at }, batch, { job }) => own.keepOutcome(batch, job, { is: 'invalid' }, at),
  doubt: ({ own, at }, batch, { job }) =>
    own.keepOutcome(batch, job, { is: 'unknown', why: 'lost' }, at),
  cutShort: ({ own }, batch) => own.doubtCutShort(batch, 'cut short'),
  split: ({ own }, batch, { job, size }) => own.splitJob(batch, job, size),
  poll: ({ own, at }, batch, { job, ids, size }) =>
    own.keepResults(resultsOf(batch, ids.slice(0, size), ids.slice(size), { job, at })),
  end: ({ own, at }, batch, { job, ids, size, flag }) => {
    const how = { end: flag ? 'done' : 'failed', mayGoOn: size === 2 } as const;
    return own.keepResults(
      resultsOf(batch, ids.slice(0, size), ids.slice(size), { job, at, ...how }),
    );
  },
  lookAgain: ({ own }, batch) => own.lookAgain(batch),
  planAgain: ({ own }, batch, { size }) =>
    own.planAgain({ batch, states: ['done', 'failed'], belowRound: 3, perJob: size }),
  abandon: ({ own, at }, batch, { job }) => own.abandon(batch, [job], at),
  resubmit: ({ own, at }, batch, { job }) =>
    begin(own, batch, { job, resubmits: true, at, ...unpriced() }),
  adopt: (world, batch, { job, ids, size }) =>
    world.own.adopt({
      ...{ batch, jobs: [job], jobId: `job ${(world.jobIds += 1)}`, items: size, named: ids },
      ...{ isRunning: false, at: world.at },
    }),
  answer: ({ own, at }, batch, { job, flag }) =>
    own.answerFromRecords({
      ...{ batch, proved: [job], reuseSince: at - 5, evenIfElsewhere: flag, at },
    }),
  pay: ({ own, at }, _, { ids }) => keepPaid(own, ids[0] ?? IDS[0] ?? '', at),
};

const step = fc.record({
  name: fc.constantFrom(...Object.keys(OPERATIONS), 'begin', 'accept', 'end'),
  batch: fc.nat(1),
  job: fc.integer({ min: 1, max: 4 }),
  ids: fc.subarray(IDS),
  size: fc.integer({ min: 1, max: 3 }),
  flag: fc.boolean(),
});

/** Steps that no program makes: results are stored only for accepted jobs, and only others are released. */
function isSenseless({ name, flag }: Step & { readonly name: string }, job: Job | undefined) {
  if (['poll', 'end'].includes(name)) return job?.jobId == null;
  const releases = ['release', 'reject'].includes(name) || (name === 'begin' && flag);
  return releases && job?.jobId != null;
}

/** One step of the walk. A refused step changes nothing, which other tests check. */
async function take(world: World, given: Step & { readonly name: string }): Promise<void> {
  world.at += 1;
  const batch = world.batches[given.batch]?.num ?? 0;
  const job = (await world.own.jobsOf(batch)).find(({ seq }) => seq === given.job);
  if (isSenseless(given, job)) return;
  await OPERATIONS[given.name]?.(world, batch, given).catch((error: unknown) => {
    if (!(error instanceof ConfereError && error.code === 'job_taken')) throw error;
  });
}

function sumOf(counts: ItemCounts): number {
  const { found, notFound, rejected, skipped, failed, pending, unconfirmed } = counts;
  return found + notFound + rejected + skipped + failed + pending + unconfirmed;
}

const ON_THE_WAY = ['submitting', 'accepted', 'unconfirmed'];

/** The identifiers in the jobs of all batches that may still be charged, or were and a balance may lack it. */
async function mayBeMissing({ own, batches }: World): Promise<string[]> {
  const ids: string[] = [];
  for (const { num } of batches) {
    const jobs = await own.jobsOf(num);
    const items = await itemsOf(own, num, IDS);
    items.forEach((item, n) => {
      const job = jobs.find(({ seq }) => seq === item?.job);
      const isOpen = item?.answer === null && ON_THE_WAY.includes(job?.state ?? '');
      const isNew = item?.answer === 'found' && job?.state === 'accepted';
      if (isOpen || isNew) ids.push(IDS[n] ?? '');
    });
  }
  return ids;
}

async function hold(world: World): Promise<void> {
  const all = await world.own.figures();
  for (const { counts } of all) expect(sumOf(counts)).toBe(6);
  expect(await claimed(world.own)).toBe((await mayBeMissing(world)).length);
  for (const { batch, jobs } of all) {
    const planned = jobs.filter(({ state }) => state === 'planned');
    for (const { seq, items } of planned)
      expect(await world.own.unansweredIn(batch.num, [seq])).toBe(items);
  }
}

contractOf('for any operations in any order', ({ ledger, runs }) => {
  it('each identifier has one outcome, and possible charges are counted as outstanding', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (steps) => {
        const own = await ledger();
        const batches = await Promise.all(
          BATCHES.map((ids, n) => plannedBatch(own, ids, { id: `batch ${n}` })),
        );
        const world: World = { own, batches, at: 10, jobIds: 0 };
        for (const each of steps) {
          await take(world, each);
          await hold(world);
        }
      }),
      { numRuns: runs },
    );
  });
});

contractOf('many records at once', ({ ledger, runs }) => {
  const text = fc.string({ unit: 'grapheme', maxLength: 40 });
  const record = fc.dictionary(text, fc.jsonValue({ stringUnit: 'binary' }), { maxKeys: 6 });

  it('are stored unchanged, each with its identifier', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 40 }), async (records) => {
        const own = await ledger();
        const ids = records.map((_, n) => makeCpf(n));
        const { num } = await acceptedBatch(own, ids);
        const json = records.map((each) => JSON.stringify(each));
        await own.keepResults(withRecords(num, ids, json));
        const items = await itemsOf(own, num, ids);
        expect(items.map((item) => JSON.stringify(item?.data))).toEqual(
          json.map((each) => JSON.stringify(JSON.parse(each))),
        );
        const reading = await own.readBatch(num);
        const read: (string | null)[] = [];
        for await (const some of reading?.outcomes() ?? [])
          read.push(...some.map(({ data }) => data));
        expect(read).toEqual(json);
      }),
      { numRuns: runs },
    );
  });

  it('are stored if they are more and larger than one statement takes', async () => {
    const own = await ledger();
    const ids = Array.from({ length: 2_345 }, (_, n) => makeCpf(n));
    const { num } = await acceptedBatch(own, ids);
    const json = ids.map((id, n) => JSON.stringify({ id, note: 'ção'.repeat(n % 1_500) }));
    await own.keepResults(withRecords(num, ids, json));
    const items = await itemsOf(own, num, ids);
    expect(items.map((item) => JSON.stringify(item?.data))).toEqual(json);
    const last = await own.newestRecord('cpf', ids.at(-1) ?? '', 0);
    expect(JSON.stringify(last?.data)).toBe(json.at(-1));
  });
});

/** An answer in which the `n`th identifier has the `n`th record. */
function withRecords(batch: number, ids: readonly string[], json: readonly string[]) {
  const kept = resultsOf(batch, ids);
  const results = ids.map((id, n) => ({ id, found: true, record: Buffer.from(json[n] ?? '') }));
  return { ...kept, answer: { ...kept.answer, results } };
}
