import type { Db } from '../db/db.js';
import {
  divided,
  isOfJob,
  isWaiting,
  merged,
  placeOf,
  portions,
  reused,
  waitingItems,
  type FirstRow,
  type JobItems,
} from '../job-items.js';
import type { StoredItems } from './items.js';

/** The largest number of identifiers in a row that is no job's: the ledger answered them when they were planned. */
const ROW = 10_000;

/** Adds the identifiers of a plan, and moves them from one job of a batch to another. */
export function createPlanItems(db: Db, stored: StoredItems) {
  return { ...createAddItems(db, stored), ...createMoveItems(stored) };
}

function createAddItems(db: Db, stored: StoredItems) {
  return {
    /** Adds identifiers of one kind that the batch does not have yet. */
    addTo: (batch: number, job: number, items: readonly FirstRow[]): Promise<void> =>
      addTo(stored, batch, job, waitingItems(items)),
    /** The same, answered by the numbers of paid records. */
    async addAnswered(
      batch: number,
      items: readonly FirstRow[],
      paid: ReadonlyMap<string, number>,
      at: number,
    ): Promise<void> {
      const sql = 'SELECT coalesce(min(seq), 1) AS n FROM items WHERE batch = $1 AND seq < 1';
      let seq = await db.number(sql, batch);
      const answered = reused(waitingItems(items), paid, at);
      for (const portion of portions(answered, ROW)) await stored.store(batch, (seq -= 1), portion);
    },
    async clear(batch: number): Promise<void> {
      for (const table of ['items', 'repeats'])
        await db.run(`DELETE FROM ${table} WHERE batch = $1`, batch);
    },
  };
}

async function addTo({ of, store }: StoredItems, batch: number, seq: number, more: JobItems) {
  await store(batch, seq, merged([await of(batch, seq), more]));
}

function createMoveItems(stored: StoredItems) {
  const { of, store } = stored;
  return {
    /** Moves identifiers of one job, or these of them, to another one. */
    async move(
      batch: number,
      from: number,
      to: number,
      which?: ReadonlySet<string>,
    ): Promise<void> {
      const items = await of(batch, from);
      const places = which && new Set([...which].map((id) => placeOf(items, id)));
      const [moved, kept] = divided(
        items,
        (at, answer) => isOfJob(answer) && (places?.has(at) ?? true),
      );
      if (from === to || moved.rows.length === 0) return;
      await store(batch, from, kept);
      await addTo(stored, batch, to, moved);
    },
    /** Leaves the first `keep` identifiers in `job` and moves the rest to job `to`. */
    async moveRest(batch: number, job: number, keep: number, to: number): Promise<void> {
      let seen = 0;
      const isRest = (_: number, answer: number) => isOfJob(answer) && (seen += 1) > keep;
      const [rest, kept] = divided(await of(batch, job), isRest);
      await store(batch, job, kept);
      await store(batch, to, rest);
    },
    /**
     * Moves the unanswered identifiers of `jobs` into new jobs of at most `perJob`, in input order,
     * numbered from `first`. Returns how many were moved.
     */
    async gather(
      batch: number,
      jobs: readonly number[],
      first: number,
      perJob: number,
    ): Promise<number> {
      const all: JobItems[] = [];
      for (const job of jobs) {
        const [waiting, others] = divided(await of(batch, job), (_, answer) => isWaiting(answer));
        if (waiting.rows.length > 0) await store(batch, job, others);
        all.push(waiting);
      }
      const moved = merged(all);
      let job = first;
      for (const portion of portions(moved, perJob)) await store(batch, job++, portion);
      return moved.rows.length;
    },
  };
}
