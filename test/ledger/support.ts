import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { kindOf } from '../../src/identifiers/index.js';
import type * as L from '../../src/ledger/index.js';
import { openLedger } from '../../src/ledger/index.js';
import { systemClock } from '../../src/base/system.js';
import { newFolder } from '../helpers/files/scratch.js';

export const NEW_BATCH = {
  id: 'abc0000000',
  file: 'in.csv',
  label: null,
  matchKey: 'key',
  baseUrl: 'http://127.0.0.1',
  keyFingerprint: 'finger',
  createdAt: 1,
};

/** The folder of a ledger that nobody has made; it is removed at the end of the test. */
export const testFolder = () => join(newFolder(), 'state', 'ledger');

type OwnClock = Parameters<typeof openLedger>[1];

/** Opens a ledger that is closed at the end of the test. */
export async function opened(folder: string, clock: OwnClock = systemClock): Promise<TestLedger> {
  const ledger = await openLedger(folder, clock);
  onTestFinished(() => ledger.close());
  return tested(ledger);
}

export async function testLedger(clock: OwnClock = systemClock): Promise<TestLedger> {
  return opened(testFolder(), clock);
}

/** A ledger, and what tests do with it. */
export type TestLedger = L.Ledger & ReturnType<typeof stepsOf>;

export function tested(ledger: L.Ledger): TestLedger {
  return { ...ledger, ...stepsOf(ledger) };
}

type Planned = { readonly id?: string; readonly kind?: 'cpf' | 'cnpj' };

function stepsOf(ledger: L.Ledger) {
  const steps = {
    /** A batch that is not planned yet. */
    newBatch: async (of: Partial<Parameters<L.Ledger['findOrCreateBatch']>[0]> = {}) =>
      (await ledger.findOrCreateBatch({ ...NEW_BATCH, ...of }, false)).batch,
    /** Adds identifiers to a batch, one after the other; records since `reuseSince` answer some. */
    async addTo(batch: number, items: readonly L.FirstRow[], reuseSince = Infinity, at = 1) {
      for (const item of items)
        await ledger.addPlanned(batch, kindOf(item.id), [item], 10_000, reuseSince, at);
    },
    /** A planned batch of one job with these identifiers, CPFs by default. */
    async plannedBatch(ids: readonly string[], { id = 'abc0000000', kind = 'cpf' }: Planned = {}) {
      const batch = await steps.newBatch({ id, matchKey: `key of ${id}` });
      await ledger.beginPlan(batch.num, kind, '{}');
      const items = ids.map((each, position) => ({ id: each, position }));
      await ledger.addPlanned(batch.num, kind, items, 10_000, Infinity, 1);
      await ledger.finishPlan(batch.num, factsOf(ids.length), 1);
      return batch;
    },
    /** The same, accepted by the service as job `job`. */
    async acceptedBatch(ids: readonly string[]) {
      const batch = await steps.plannedBatch(ids);
      await steps.accept(batch.num);
      return batch;
    },
    /** Begins a submission that only what is `asked` can stop. */
    begin: (batch: number, asked: Partial<L.SubmissionRequest> = {}) =>
      ledger.beginSubmission({ ...submissionOf(batch), ...asked }),
    /** The service took a planned job. */
    async accept(batch: number, job = 1, jobId = 'job') {
      await steps.begin(batch, { job });
      await ledger.storeOutcome(batch, job, accepted(jobId), 2);
    },
    /** Nobody knows whether the service took a planned job. */
    async doubt(batch: number, job = 1) {
      await steps.begin(batch, { job });
      await ledger.storeOutcome(batch, job, { is: 'unknown', why: 'lost' }, 3);
    },
    figuresOf: async (batch: number) => (await ledger.readFigures(batch))[0],
    /** Keeps a balance that is read now, of which `shown` says what it shows. */
    async read(given: Partial<L.NewReading> = {}, shown: Partial<L.Measurement> = {}, terms = {}) {
      const facts = { account: 'a', keyFingerprint: 'finger', plan: 'Micro', used: 0 };
      const now = { askedAt: 0, at: 1, remaining: 0, before: await ledger.tick() };
      const measured = { ...SHOWS_NOTHING, ...shown };
      return ledger.storeReading({ ...facts, ...now, ...given }, terms, () => measured);
    },
    /** A balance of so many credits that is read now. */
    async balanceOf(remaining: number): Promise<L.SpendingLimit> {
      await steps.read({ remaining });
      return { of: 'balance', keyFingerprint: 'finger', limit: remaining };
    },
    async leftIn(limit: L.SpendingLimit) {
      return (await ledger.computeLimitsLeft([limit], {}))[0]?.left;
    },
    /** Credits that a balance that is read now may lack. */
    async claimed() {
      return 0 - ((await steps.leftIn(await steps.balanceOf(0))) ?? 0);
    },
    /** Credits that were spent since this moment (epoch ms), or may have been. */
    async spentSince(since: number) {
      return 0 - ((await steps.leftIn({ of: 'day', since, limit: 0 })) ?? 0);
    },
    /** A record that was paid for. */
    keepPaid: (id: string, fetchedAt: number) =>
      steps.keepRecord({ kind: 'cpf', id, data: { n: fetchedAt }, fetchedAt, single: false }),
    /** A single lookup found a record. Nothing stops it, because the user agreed to pay again. */
    async keepRecord(record: L.NewRecord) {
      const { kind, id } = record;
      const num = await steps.begunLookup(id, { kind, acceptsDoubtsUntil: Infinity });
      await ledger.endLookup(num, { is: 'found', record });
    },
    itemsOf: (batch: number, ids: readonly string[]) => itemsOf(ledger, batch, ids),
    /** All that it says of its batches and of these identifiers: what a refusal leaves as it was. */
    async everything(ids: readonly string[]): Promise<unknown> {
      const all = await ledger.readFigures();
      const perBatch = all.map(async ({ batch, ...figures }) => ({
        batch,
        ...figures,
        items: await itemsOf(ledger, batch.num, ids),
        decisions: await ledger.readDecisions(batch.num),
      }));
      const records = ids.map((id) => ledger.findNewestRecord('cpf', id, 0));
      return [await steps.spentSince(0), await Promise.all(perBatch), await Promise.all(records)];
    },
    /** Begins a single lookup that only the ledger, or what is `asked`, can stop. */
    lookUp(id: string, asked: Partial<L.WantedLookup> = {}) {
      const own = {
        mode: 'simple',
        keyFingerprint: 'finger',
        holder: 'h',
        mayBegin: true,
      } as const;
      const never = { reuseSince: Infinity, undeliveredSince: Infinity, birthDateDigits: '' };
      return ledger.beginLookup({
        kind: 'cpf',
        id,
        ...own,
        ...never,
        cost: costIn(),
        at: 1,
        ...asked,
      });
    },
    /** The same, when it must be begun; returns its number. */
    async begunLookup(id: string, asked: Partial<L.WantedLookup> = {}) {
      const verdict = await steps.lookUp(id, asked);
      if (verdict.verdict !== 'begun') throw new Error(`It was not begun: ${verdict.verdict}.`);
      return verdict.num;
    },
  };
  return steps;
}

/** The numbers of a plan of so many rows, each with an identifier of its own. */
export function factsOf(rows: number) {
  return { rows, invalid: 0, duplicates: 0, repaired: 0, reasons: {} };
}

/** The service took a submission. `rejected`: identifiers that it counted as invalid. */
export function accepted(jobId: string, rejected = 0): L.SubmissionOutcome {
  return { is: 'accepted', jobId, rejected };
}

/** A submission request for a planned job, without limits. */
export function submissionOf(batch: number, job = 1): L.SubmissionRequest {
  return {
    batch,
    job,
    sentWithProof: false,
    reuseSince: Infinity,
    acceptsPayingTwice: false,
    cost: costIn(),
    at: 1,
  };
}

/** A reading that shows nothing new. */
export const SHOWS_NOTHING: L.Measurement = {
  isQuiet: true,
  beginsAnew: false,
  wasChargedLess: false,
  owed: 0,
  extra: 0,
  unagreed: {},
  agreed: [],
};

/** A record costs one credit, or what `more` says, within these limits; no reading has to agree with that. */
export function costIn(
  limits: readonly L.SpendingLimit[] = [],
  more: Partial<L.PricedRequest> = {},
): L.PricedRequest {
  const record = { kind: 'cpf', price: 1, keyFingerprint: 'finger' } as const;
  return { ...record, limits, terms: { shared: true }, at: 1, ...more };
}

/** The last look at a job: it is believed, or unconfirmed. */
export const SEEN = { doubt: 'why', mayPollAgain: false, mayStillRun: false, seenAt: 10 };

/** What a poll of job 1 brought at moment 10: these were found, those not; `more` where it is otherwise. */
export function resultsOf(
  batch: number,
  found: readonly string[],
  notFound: readonly string[] = [],
  more: Partial<L.NewResults> = {},
): L.NewResults {
  const record = Buffer.from('{"n":1}');
  const results = [
    ...found.map((id) => ({ id, found: true, record })),
    ...notFound.map((id) => ({ id, found: false, record: null })),
  ];
  const totalRecords = found.length + notFound.length;
  const named = { found: found.length, notFound: notFound.length };
  const counts = { totalRecords, ...named, skipped: 0, error: null };
  const at = more.at ?? 10;
  const seen = { ...SEEN, at, seenAt: at };
  return { batch, job: 1, answer: { ...counts, results }, end: null, ...seen, ...more };
}

type Known = Pick<L.RowItem, 'job' | 'answer'> & { readonly data: object | null };

/** What a batch has of these identifiers; a hole for one that it does not have. */
export async function itemsOf(
  ledger: Pick<L.Ledger, 'readBatch'>,
  batch: number,
  ids: readonly string[],
): Promise<readonly (Known | undefined)[]> {
  const items: Known[] = [];
  const reading = await ledger.readBatch(batch);
  for await (const outcomes of reading?.outcomes() ?? [])
    for (const { id, data, ...one } of outcomes)
      if (ids.includes(id))
        items[ids.indexOf(id)] = {
          ...one,
          data: data === null ? null : (JSON.parse(data) as object),
        };
  return items;
}
