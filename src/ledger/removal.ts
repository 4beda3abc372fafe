import { keepChargesOf, summed, type Claim } from './charges.js';
import type { Db, Engine, Tx } from './db.js';
import { eachItems, waitingIn } from './items.js';
import { ANSWER } from './job-items.js';
import { jobsOf } from './jobs.js';
import { keepSavingsOf } from './spending.js';

export interface WantedRemoval {
  readonly batches: readonly number[];
  readonly before: number;
  readonly isPurge: boolean;
}

/** What they were charged stays countable. */
export function removalOperations({ erase, read }: Engine) {
  return {
    /** Returns how many; those that no batch uses, shown or not. */
    purgeRecords: erase(async (tx, before: number) => {
      await tx.run('DELETE FROM unshown WHERE fetched_at < $1', before);
      let count = 0;
      for await (const rows of unusedRecords(tx, before, await usedBesides(tx, []))) {
        const nums = rows.map(({ num }) => num);
        count += await tx.run('DELETE FROM records WHERE num = ANY ($1::bigint[])', nums);
      }
      return count;
    }),
    /** What `removeBatch` of each, and `purgeRecords`, would remove, and which batches stay. */
    foreseeRemoval: read(foresee),
    /** With the records that only its jobs paid for before `before`. Nothing while a job may be processed: paid results would be lost. */
    removeBatch: erase(removeBatch),
  };
}

async function foresee(tx: Tx, { batches, before, isPurge }: WantedRemoval) {
  const kept = new Map<number, 'running' | 'unconfirmed'>();
  for (const num of batches) {
    const why = await whyKept(tx, num);
    if (why !== undefined) kept.set(num, why);
  }
  const going = batches.filter((num) => !kept.has(num));
  const used = await usedBesides(tx, going);
  const records: Claim[] = [];
  for (const batch of going)
    for await (const { seq, found } of paidBy(tx, batch, used)) {
      const claims = await tx.all<Claim>(
        `SELECT r.kind, j.price, count(*) AS records FROM records r
           JOIN jobs j ON j.batch = $1 AND j.seq = $2
         WHERE r.num = ANY ($3::bigint[]) AND r.fetched_at < $4 AND (r.single = 0 OR $5::integer = 1)
         GROUP BY 1, 2`,
        ...[batch, seq, found, before, isPurge ? 1 : 0],
      );
      records.push(...claims);
      for (const record of found) used.add(record);
    }
  if (isPurge)
    for await (const rows of unusedRecords(tx, before, used))
      records.push(...rows.map(({ kind }) => ({ kind, price: null, records: 1 })));
  return { kept, records: summed(records) };
}

async function whyKept(tx: Tx, num: number): Promise<'running' | 'unconfirmed' | undefined> {
  const all = await jobsOf(tx, num);
  for (const { seq, state } of all)
    if (['submitting', 'unconfirmed'].includes(state) && (await waitingIn(tx, num, seq)) > 0)
      return 'unconfirmed';
  return all.some(({ state }) => state === 'accepted') ? 'running' : undefined;
}

async function removeBatch(
  tx: Tx,
  num: number,
  before: number,
): Promise<'removed' | 'running' | 'unconfirmed'> {
  const why = await whyKept(tx, num);
  if (why !== undefined) return why;
  const used = await usedBesides(tx, [num]);
  const sql =
    'DELETE FROM records WHERE single = 0 AND fetched_at < $1 AND num = ANY ($2::bigint[])';
  for await (const { found } of paidBy(tx, num, used)) await tx.run(sql, before, found);
  await keepChargesOf(tx, num);
  await keepSavingsOf(tx, num);
  await tx.run('DELETE FROM batches WHERE num = $1', num);
  return 'removed';
}

async function usedBesides(db: Db, batches: readonly number[]): Promise<NumberSet> {
  const used = new NumberSet(await db.number('SELECT coalesce(max(num), 0) AS n FROM records'));
  for await (const { batch, items } of eachItems(db))
    if (!batches.includes(batch)) for (const record of items.records) used.add(record);
  return used;
}

/** The records that the jobs of a batch paid for and `others` do not have, a job's at a time. */
async function* paidBy(db: Db, batch: number, others: NumberSet) {
  for await (const { seq, items } of eachItems(db, batch)) {
    const isPaid = (record: number, at: number) =>
      items.answers[at] === ANSWER.found && !others.has(record);
    const found = Array.from(items.records).filter(isPaid);
    if (found.length > 0) yield { seq, found };
  }
}

const PAGE = 10_000;

async function* unusedRecords(db: Db, before: number, used: NumberSet) {
  for (let after: number | undefined = 0; after !== undefined;) {
    const rows: { num: number; kind: Claim['kind'] }[] = await db.all(
      'SELECT num, kind FROM records WHERE num > $1 AND fetched_at < $2 ORDER BY num LIMIT $3',
      ...[after, before, PAGE],
    );
    yield rows.filter(({ num }) => !used.has(num));
    after = rows.length === PAGE ? rows.at(-1)?.num : undefined;
  }
}

class NumberSet {
  readonly #bits: Uint8Array;

  constructor(largest: number) {
    this.#bits = new Uint8Array((largest >>> 3) + 1);
  }

  add(number: number): void {
    const at = number >>> 3;
    this.#bits[at] = (this.#bits[at] ?? 0) | (1 << (number & 7));
  }

  has(number: number): boolean {
    return ((this.#bits[number >>> 3] ?? 0) & (1 << (number & 7))) !== 0;
  }
}
