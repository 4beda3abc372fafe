import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Clock } from '../../src/clock.js';
import { kindOf } from '../../src/identifiers/index.js';
import {
  openLedger,
  type Batch,
  type BatchFigures,
  type Cost,
  type FirstRow,
  type Item,
  type Ledger,
  type LookupVerdict,
  type NewRecord,
  type Prices,
  type SpendingLimit,
  type SubmissionOutcome,
  type SubmissionRequest,
  type SubmissionVerdict,
  type WantedLookup,
} from '../../src/ledger/index.js';
import { systemClock } from '../../src/system.js';
import { putEmptyLedger } from '../helpers/files/empty-ledger.js';

export const NEW_BATCH = {
  ...{ id: 'abc', file: 'in.csv', label: null, matchKey: 'key' },
  ...{ baseUrl: 'http://127.0.0.1', keyFingerprint: 'finger', createdAt: 1 },
};

/** An empty folder that is removed at the end of the test. */
export async function testFolder(): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'confere-ledger-'));
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  return join(parent, 'state', 'ledger');
}

/** Opens a ledger that is closed at the end of the test. */
export async function opened(
  folder: string,
  clock: Pick<Clock, 'uptime' | 'now'> = systemClock,
): Promise<Ledger> {
  const ledger = await openLedger(folder, clock);
  onTestFinished(() => ledger.close());
  return ledger;
}

export async function testLedger(
  clock: Pick<Clock, 'uptime' | 'now'> = systemClock,
): Promise<Ledger> {
  const folder = await testFolder();
  putEmptyLedger(folder);
  return opened(folder, clock);
}

/** A batch that is not planned yet. */
export async function newBatch(
  ledger: Ledger,
  of: Partial<Parameters<Ledger['claimBatch']>[0]> = {},
): Promise<Batch> {
  return (await ledger.claimBatch({ ...NEW_BATCH, ...of }, false)).batch;
}

/** Adds identifiers to jobs of a batch; those of job 0 are answered by records since `reuseSince`. Returns how many go to jobs. */
export async function addPlanned(
  ledger: Ledger,
  batch: number,
  items: readonly (FirstRow & { readonly job: number })[],
  reuseSince = Infinity,
  at = 1,
): Promise<number> {
  let count = 0;
  for (const { job, ...item } of items) {
    const since = job > 0 ? Infinity : reuseSince;
    const jobs = [{ job: Math.max(1, job), room: 1 }];
    count += await ledger.addPlanned(batch, kindOf(item.id), [item], jobs, since, at);
  }
  return count;
}

/** The numbers of a plan of so many rows, each with an identifier of its own. */
export function factsOf(rows: number) {
  return { rows, invalid: 0, duplicates: 0, repaired: 0, reasons: {} };
}

/** A planned batch of one job with these identifiers, CPFs by default. */
export async function plannedBatch(
  ledger: Ledger,
  ids: readonly string[],
  { id = 'abc', kind = 'cpf' }: { readonly id?: string; readonly kind?: 'cpf' | 'cnpj' } = {},
): Promise<Batch> {
  const batch = await newBatch(ledger, { id, matchKey: `key of ${id}` });
  await ledger.beginPlan(batch.num, kind, '{}');
  const items = ids.map((each, position) => ({ id: each, position }));
  const jobs = [{ job: 1, room: items.length }];
  await ledger.addPlanned(batch.num, kind, items, jobs, Infinity, 1);
  await ledger.finishPlan(batch.num, [{ seq: 1, kind, items: ids.length }], factsOf(ids.length), 1);
  return batch;
}

/** The same, accepted by the service as job `job`. */
export async function acceptedBatch(ledger: Ledger, ids: readonly string[]): Promise<Batch> {
  const batch = await plannedBatch(ledger, ids);
  await accept(ledger, batch.num);
  return batch;
}

/** The service took a planned job. */
export async function accept(ledger: Ledger, batch: number, job = 1, jobId = 'job'): Promise<void> {
  await begin(ledger, batch, { job });
  await ledger.keepOutcome(batch, job, accepted(jobId), 2);
}

/** Nobody knows whether the service took a planned job. */
export async function doubt(ledger: Ledger, batch: number, job = 1): Promise<void> {
  await begin(ledger, batch, { job });
  await ledger.keepOutcome(batch, job, { is: 'unknown', why: 'lost' }, 3);
}

/** The service took a submission. `rejected`: identifiers that it counted as invalid. */
export function accepted(jobId: string, rejected = 0): SubmissionOutcome {
  return { is: 'accepted', jobId, rejected };
}

/** The figures of one batch; undefined if it does not exist. */
export async function figuresOf(ledger: Ledger, batch: number): Promise<BatchFigures | undefined> {
  return (await ledger.figures(batch))[0];
}

/** Begins a submission that only what is `asked` can stop, with a balance that was read just now. */
export async function begin(
  ledger: Ledger,
  batch: number,
  asked: Partial<SubmissionRequest> = {},
): Promise<SubmissionVerdict> {
  return ledger.beginSubmission({ ...submissionOf(batch), ...asked });
}

/** A submission request for a planned job, without limits. */
export function submissionOf(batch: number, job = 1): SubmissionRequest {
  return {
    ...{ batch, job, proved: false, reuseSince: Infinity, evenIfElsewhere: false },
    ...{ cost: costIn(), at: 1 },
  };
}

const ONE_EACH: Prices = { cpf: 1, cnpj: 1, realtime: 1 };

/** A record costs one credit, or what `more` says, within these limits. */
export function costIn(limits: readonly SpendingLimit[] = [], more: Partial<Cost> = {}): Cost {
  return { most: 1, alone: 1, unpriced: ONE_EACH, price: 1, limits, ...more };
}

/** A balance that is read now. */
export async function balanceOf(ledger: Ledger, limit: number): Promise<SpendingLimit> {
  return { of: 'balance', limit, before: await ledger.beginReading(Infinity, Infinity) };
}

/** Credits that a balance that is read now may lack, at these prices. */
export async function claimed(ledger: Ledger, prices: Prices = ONE_EACH): Promise<number> {
  const [left] = await ledger.leftOf([await balanceOf(ledger, 0)], prices);
  return 0 - (left?.left ?? 0);
}

/** Credits that were spent since this moment (epoch ms), or may have been, at these prices. */
export async function spentSince(
  ledger: Ledger,
  since: number,
  prices: Prices = ONE_EACH,
): Promise<number> {
  const [left] = await ledger.leftOf([{ of: 'day', since, limit: 0 }], prices);
  return 0 - (left?.left ?? 0);
}

/** The last look at a job: it is believed, or unconfirmed. */
export const SEEN = { doubt: 'why', mayAskAgain: false, mayGoOn: false, seenAt: 10 };

type Results = Parameters<Ledger['keepResults']>[0];

/** What a poll of job 1 brought at moment 10: these were found, those not; `more` where it is otherwise. */
export function resultsOf(
  batch: number,
  found: readonly string[],
  notFound: readonly string[] = [],
  more: Partial<Results> = {},
): Results {
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

/** A record that was paid for. */
export async function keepPaid(ledger: Ledger, id: string, fetchedAt: number): Promise<void> {
  await keepRecord(ledger, { kind: 'cpf', id, data: { n: fetchedAt }, fetchedAt, single: false });
}

/** A single lookup found a record. Nothing stops it, because the user agreed to pay again. */
export async function keepRecord(ledger: Ledger, record: NewRecord): Promise<void> {
  const { kind, id } = record;
  const num = await begunLookup(ledger, id, { kind, word: Infinity });
  await ledger.endLookup(num, { is: 'found', record });
}

type Known = Pick<Item, 'job' | 'answer'> & { readonly data: object | null };

/** What a batch has of these identifiers; a hole for one that it does not have. */
export async function itemsOf(
  ledger: Pick<Ledger, 'readBatch'>,
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

/** All that a ledger says of its batches and of these identifiers: what a refusal leaves as it was. */
export async function everything(ledger: Ledger, ids: readonly string[]): Promise<unknown> {
  const all = await ledger.figures();
  const perBatch = all.map(async ({ batch, jobs, counts, parts }) => ({
    ...{ batch, jobs, counts, parts },
    items: await itemsOf(ledger, batch.num, ids),
    decisions: await ledger.decisionsOf(batch.num),
  }));
  const records = ids.map((id) => ledger.newestRecord('cpf', id, 0));
  return [await claimed(ledger), await Promise.all(perBatch), await Promise.all(records)];
}

/** Begins a single lookup that only the ledger, or what is `asked`, can stop. */
export function beginLookup(
  ledger: Ledger,
  id: string,
  asked: Partial<WantedLookup> = {},
): Promise<LookupVerdict> {
  const lookup = { kind: 'cpf', id, way: 'simple', keyFingerprint: 'finger', holder: 'h' } as const;
  const never = { reuseSince: Infinity, unshownSince: Infinity, asked: '' };
  return ledger.beginLookup({ ...lookup, ...never, mayAsk: true, at: 1, ...asked });
}

/** The same, when it must be begun; returns its number. */
export async function begunLookup(
  ledger: Ledger,
  id: string,
  asked: Partial<WantedLookup> = {},
): Promise<number> {
  const verdict = await beginLookup(ledger, id, asked);
  if (verdict.verdict !== 'ask') throw new Error(`The lookup was not begun: ${verdict.verdict}.`);
  return verdict.num;
}
