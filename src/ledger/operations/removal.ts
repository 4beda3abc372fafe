import type { Claim } from './balances.js';
import type { Engine } from '../db/engine.js';
import type { Tables } from '../tables/index.js';
import type { Db, Row } from '../db/db.js';
import { ANSWER } from '../job-items.js';
import { summed, toClaim } from '../tables/charges.js';
import type { Items } from '../tables/items.js';

/** Batches that somebody wants to remove, with records fetched before a moment (epoch ms). */
export interface WantedRemoval {
  /** The numbers of the batches. */
  readonly batches: readonly number[];
  readonly before: number;
  /** Also records that no batch uses. */
  readonly isPurge: boolean;
}

/** What a removal would leave and what it would take; nothing was changed. */
export interface ForeseenRemoval {
  /** The batches, by number, that must stay because the service may still be processing a job of them. */
  readonly kept: ReadonlyMap<number, 'running' | 'unconfirmed'>;
  /** The records that would go, by what they cost. */
  readonly records: readonly Claim[];
}

/** Removes batches and records; what they were charged stays countable. */
export function removalOperations({ erase, read }: Engine) {
  return {
    /**
     * Deletes records fetched before `before` (epoch ms) that no batch uses, shown or not, and overwrites them on disk.
     * Returns how many.
     */
    purgeRecords: erase(async function ({ removal, unshown }, before: number) {
      await unshown.purge(before);
      return await removal.purge(before);
    }),
    /** What `removeBatch` of each, and `purgeRecords` where it is a purge, would remove now. */
    foreseeRemoval: read(foresee),
    /**
     * Deletes a batch, and the records that its own jobs paid for before `before` (epoch ms) and no other
     * batch uses; overwrites them on disk. Returns `running` or `unconfirmed`, and deletes nothing, while
     * the service may still be processing a job of it: its paid results would be lost, and the charges of
     * other jobs could no longer be determined.
     */
    removeBatch: erase(removeBatch),
  };
}

async function foresee(tables: Tables, wanted: WantedRemoval): Promise<ForeseenRemoval> {
  const kept = new Map<number, 'running' | 'unconfirmed'>();
  for (const num of wanted.batches) {
    const why = await whyKept(tables, num);
    if (why !== undefined) kept.set(num, why);
  }
  const batches = wanted.batches.filter((num) => !kept.has(num));
  return { kept, records: await tables.removal.goingWith({ ...wanted, batches }) };
}

async function whyKept(
  { items, jobs }: Pick<Tables, 'items' | 'jobs'>,
  num: number,
): Promise<'running' | 'unconfirmed' | undefined> {
  const all = await jobs.of(num);
  for (const { seq, state } of all)
    if (['submitting', 'unconfirmed'].includes(state) && (await items.waitingIn(num, seq)) > 0)
      return 'unconfirmed';
  return all.some(({ state }) => state === 'accepted') ? 'running' : undefined;
}

/** Deletes a batch unless the service may still be processing a job of it. */
async function removeBatch(
  tables: Tables,
  num: number,
  before: number,
): Promise<'removed' | 'running' | 'unconfirmed'> {
  const { batches, charges, removal, spending } = tables;
  const why = await whyKept(tables, num);
  if (why !== undefined) return why;
  await removal.removePaidBy(num, before);
  await charges.keepChargesOf(num);
  await spending.keepSavingsOf(num);
  await batches.removeWhole(num);
  return 'removed';
}

/** Rows in memory at one time. */
const PAGE = 10_000;

/** Finds records by the batches that use them. */
function createUses(db: Db, items: Pick<Items, 'each'>) {
  /** Which records batches other than these use: a bit for each. */
  const usedBesides = async (batches: readonly number[]): Promise<NumberSet> => {
    const used = new NumberSet(await db.number('SELECT coalesce(max(num), 0) AS n FROM records'));
    for await (const { batch, items: own } of items.each())
      if (!batches.includes(batch)) for (const record of own.records) used.add(record);
    return used;
  };
  /** The records that the jobs of a batch paid for and `others` do not have, a job's at a time. */
  async function* paidBy(batch: number, others: NumberSet) {
    for await (const { seq, items: own } of items.each(batch)) {
      const found = Array.from(own.records).filter(
        (record, at) => own.answers[at] === ANSWER.found && !others.has(record),
      );
      if (found.length > 0) yield { seq, found };
    }
  }
  /** Every record fetched before a moment that `used` does not have. */
  async function* unused(before: number, used: NumberSet) {
    for (let [after, isMore] = [0, true]; isMore;) {
      const rows = await db.all(
        'SELECT num, kind FROM records WHERE num > $1 AND fetched_at < $2 ORDER BY num LIMIT $3',
        ...[after, before, PAGE],
      );
      yield rows.filter(({ num }) => !used.has(Number(num)));
      after = Number(rows.at(-1)?.['num']);
      isMore = rows.length === PAGE;
    }
  }
  return { usedBesides, paidBy, unused };
}

/** Removes records fetched before a moment (epoch ms). */
export function createRemoval(db: Db, items: Pick<Items, 'each'>) {
  const { usedBesides, paidBy, unused } = createUses(db, items);
  return {
    /** Those that would go with batches, by what they cost. */
    async goingWith({ batches, before, isPurge }: WantedRemoval): Promise<Claim[]> {
      const used = await usedBesides(batches);
      const going: Row[] = [];
      for (const batch of batches)
        for await (const { seq, found } of paidBy(batch, used)) {
          const rows = await db.all(
            `SELECT r.kind, j.price, count(*) AS n FROM records r
               JOIN jobs j ON j.batch = $1 AND j.seq = $2
             WHERE r.num = ANY ($3::bigint[]) AND r.fetched_at < $4 AND (r.single = 0 OR $5::integer = 1)
             GROUP BY 1, 2`,
            ...[batch, seq, found, before, isPurge ? 1 : 0],
          );
          going.push(...rows);
          // Counted once.
          for (const record of found) used.add(record);
        }
      if (isPurge)
        for await (const rows of unused(before, used))
          going.push(...rows.map(({ kind }) => ({ kind, price: null, n: 1 }) as Row));
      return summed(going.map(toClaim));
    },
    /** Those that the jobs of a batch paid for and no other batch uses; what the batch used stays without them. */
    async removePaidBy(batch: number, before: number): Promise<void> {
      const used = await usedBesides([batch]);
      const sql = `DELETE FROM records
        WHERE single = 0 AND fetched_at < $1 AND num = ANY ($2::bigint[])`;
      for await (const { found } of paidBy(batch, used)) await db.run(sql, before, found);
    },
    /** Those that no batch uses; returns how many. */
    async purge(before: number): Promise<number> {
      const used = await usedBesides([]);
      let count = 0;
      for await (const rows of unused(before, used)) {
        const nums = rows.map(({ num }) => Number(num));
        count += await db.run('DELETE FROM records WHERE num = ANY ($1::bigint[])', nums);
      }
      return count;
    },
  };
}

/** Whole numbers up to a largest one, a bit each. */
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
