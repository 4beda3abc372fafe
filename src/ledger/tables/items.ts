import type { IdentifierKind } from '../../identifiers/index.js';
import type { Db, Row } from '../db/db.js';
import {
  ANSWER,
  answered,
  divided,
  idsWith,
  isOfJob,
  isWaiting,
  lastAnswerAt,
  merged,
  picked,
  placeOf,
  reanswered,
  reused,
  tallyOf,
  waitingItems,
  type FirstRow,
  type JobItems,
} from '../job-items.js';
import { LEFT_OUT } from './jobs.js';

/** The largest number of identifiers in a row of their own, which the ledger answered when they were planned. */
const ROW = 10_000;

/** Every identifier of a batch, in rows of one job each; those that the ledger answered have numbers below 1. */
export function createItems(db: Db) {
  const stored = createStoredItems(db);
  return {
    ...stored,
    ...createPlanItems(db, stored),
    ...createAnswerItems(stored),
    ...createItemsOfJob(db, stored),
    ...createSentItems(db, stored),
  };
}

export type Items = ReturnType<typeof createItems>;

type StoredItems = ReturnType<typeof createStoredItems>;

const VALUES = ['width', 'ids', 'first_rows', 'answers', 'records', 'times'];
const COUNTS = [...Object.keys(ANSWER), 'answered_at'];

/** Reads and writes rows. */
function createStoredItems(db: Db) {
  const of = async (batch: number, seq: number): Promise<JobItems> => {
    const sql = `SELECT ${VALUES.join(', ')} FROM items WHERE batch = $1 AND seq = $2`;
    const row = await db.first(sql, batch, seq);
    return row === undefined ? waitingItems([]) : toJobItems(row);
  };
  return {
    of,
    /** In the place of those that it had. */
    async store(batch: number, seq: number, items: JobItems): Promise<void> {
      if (items.rows.length === 0) {
        await db.run('DELETE FROM items WHERE batch = $1 AND seq = $2', batch, seq);
        return;
      }
      await db.run(
        `INSERT INTO items (batch, seq, ${[...COUNTS, ...VALUES].join(', ')})
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
         ON CONFLICT (batch, seq) DO UPDATE SET ${UPDATED}`,
        ...[batch, seq, ...countsOf(items), items.width, items.ids, bytesOf(items.rows)],
        ...[items.answers, bytesOf(items.records), bytesOf(items.times)],
      );
    },
    /** Stores what became known of those that it has. */
    async storeAnswers(batch: number, seq: number, items: JobItems): Promise<void> {
      await db.run(
        `UPDATE items SET waiting = $3, found = $4, not_found = $5, rejected = $6, reused = $7, refused = $8,
           answered_at = $9, answers = $10, records = $11, times = $12 WHERE batch = $1 AND seq = $2`,
        ...[batch, seq, ...countsOf(items), items.answers],
        ...[bytesOf(items.records), bytesOf(items.times)],
      );
    },
    /** Whether the counts of a row are those of its values. */
    tallied(batch: number, seq: number, items: JobItems): Promise<boolean> {
      const same = COUNTS.map((name, n) => `${name} IS NOT DISTINCT FROM $${n + 3}`);
      const sql = `SELECT 1 FROM items WHERE batch = $1 AND seq = $2 AND ${same.join(' AND ')}`;
      return db.has(sql, batch, seq, ...countsOf(items));
    },
    /** Every row of a batch, or of all, one in memory at a time. */
    async *each(batch?: number): AsyncGenerator<{ batch: number; seq: number; items: JobItems }> {
      const rows = await db.all(
        `SELECT batch, seq FROM items WHERE $1::bigint IS NULL OR batch = $1 ORDER BY batch, seq`,
        batch ?? null,
      );
      for (const { batch: num, seq } of rows)
        yield {
          ...{ batch: Number(num), seq: Number(seq) },
          items: await of(Number(num), Number(seq)),
        };
    },
  };
}

const UPDATED = [...COUNTS, ...VALUES].map((column) => `${column} = excluded.${column}`).join(', ');

function countsOf(items: JobItems): (number | null)[] {
  const { waiting, found, not_found: notFound, rejected, reused: known, refused } = tallyOf(items);
  return [waiting, found, notFound, rejected, known, refused, lastAnswerAt(items)];
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array | Float64Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Of a row with `VALUES`; what a driver gives need not begin where numbers do. */
function toJobItems(row: Row): JobItems {
  const bytes = (name: string) => Uint8Array.from(row[name] as Uint8Array);
  return {
    width: row['width'] as number,
    ids: row['ids'] as string,
    rows: new Uint32Array(bytes('first_rows').buffer),
    answers: bytes('answers'),
    records: new Uint32Array(bytes('records').buffer),
    times: new Float64Array(bytes('times').buffer),
  };
}

/** An identifier of a plan: in a job, or answered by the number of a paid record. */
export type NewItem = FirstRow &
  (
    | { readonly job: number; readonly record: null }
    | { readonly job: null; readonly record: number }
  );

/** Adds the identifiers of a plan, and moves them from one job of a batch to another. */
function createPlanItems(db: Db, { of, store }: StoredItems) {
  const add = async (batch: number, seq: number, more: JobItems): Promise<void> => {
    await store(batch, seq, merged([await of(batch, seq), more]));
  };
  const addAnswered = async (batch: number, items: JobItems): Promise<void> => {
    const sql = 'SELECT coalesce(min(seq), 1) AS n FROM items WHERE batch = $1 AND seq < 1';
    const last = await db.number(sql, batch);
    for (let from = 0, seq = last - 1; from < items.rows.length; from += ROW, seq -= 1)
      await store(batch, seq, divided(items, (at) => at >= from && at < from + ROW)[0]);
  };
  return {
    /** Adds identifiers that the batch does not have yet; those with a record are answered by it. */
    async addAll(batch: number, items: readonly NewItem[], at: number): Promise<void> {
      const places = new Map<string, NewItem[]>();
      for (const item of items) {
        const place = item.job === null ? `known ${item.id.length}` : String(item.job);
        const own = places.get(place);
        if (own === undefined) places.set(place, [item]);
        else own.push(item);
      }
      for (const own of places.values()) {
        const { job = null } = own[0] ?? {};
        const all = merged([waitingItems(own)]);
        const paid = new Map(own.map(({ id, record }) => [id, record ?? 0]));
        if (job === null) await addAnswered(batch, reused(all, paid, at));
        else await add(batch, job, all);
      }
    },
    async clear(batch: number): Promise<void> {
      for (const table of ['items', 'repeats'])
        await db.run(`DELETE FROM ${table} WHERE batch = $1`, batch);
    },
    /** Moves identifiers of one job, or these of them, to another one. */
    async move(
      batch: number,
      from: number,
      to: number,
      which?: ReadonlySet<string>,
    ): Promise<void> {
      const items = await of(batch, from);
      const ids = which && new Set([...which].map((id) => placeOf(items, id)));
      const [moved, kept] = divided(
        items,
        (at, answer) => isOfJob(answer) && (ids === undefined || ids.has(at)),
      );
      if (from === to || moved.rows.length === 0) return;
      await store(batch, from, kept);
      await add(batch, to, moved);
    },
    /** Leaves the first `keep` identifiers in `job` and moves the rest to job `to`. */
    async moveRest(batch: number, job: number, keep: number, to: number): Promise<void> {
      let left = keep;
      const [rest, kept] = divided(
        await of(batch, job),
        (_, answer) => isOfJob(answer) && (left -= 1) < 0,
      );
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
      const { length } = moved.rows;
      for (let from = 0, job = first; from < length; from += perJob, job += 1) {
        const places = Array.from({ length: Math.min(perJob, length - from) }, (_, n) => from + n);
        await store(batch, job, picked(moved, places));
      }
      return length;
    },
  };
}

/** Stores answers: of the service, and of records that were paid for before. */
function createAnswerItems({ of, storeAnswers }: StoredItems) {
  const change = async (
    batch: number,
    job: number,
    made: (items: JobItems) => JobItems,
  ): Promise<void> => {
    const before = await of(batch, job);
    if (before.rows.length > 0) await storeAnswers(batch, job, made(before));
  };
  return {
    /** Answers identifiers of one job, each with the number of its record, or null for not found. */
    answerAll: (
      batch: number,
      job: number,
      told: ReadonlyMap<string, number | null>,
      at: number,
    ): Promise<void> => change(batch, job, (items) => answered(items, told, at)),
    /** What was not found in one job has no answer any more. */
    takeBack: (batch: number, job: number): Promise<void> =>
      change(batch, job, (items) => reanswered(items, ANSWER.not_found, ANSWER.waiting, 0)),
    /** Answers identifiers of one job with the numbers of records that were paid for before. */
    reuse: (
      batch: number,
      job: number,
      paid: ReadonlyMap<string, number>,
      at: number,
    ): Promise<void> => change(batch, job, (items) => reused(items, paid, at)),
    /** Marks unanswered identifiers of an ended job as invalid: the service counted them without naming them. */
    rejectWaiting: (batch: number, job: number, at: number): Promise<void> =>
      change(batch, job, (items) => reanswered(items, ANSWER.waiting, ANSWER.rejected, at)),
    /** Marks all identifiers of a refused job as invalid; they no longer belong to a job. */
    rejectAll: (batch: number, job: number, at: number): Promise<void> =>
      change(batch, job, (items) => reanswered(items, ANSWER.waiting, ANSWER.refused, at)),
  };
}

/** The identifiers of one job: which, how many, and which have no final answer. */
function createItemsOfJob(db: Db, { of }: StoredItems) {
  const count = (column: string, batch: number, job: number): Promise<number> =>
    db.number(
      `SELECT coalesce(sum(${column}), 0) AS n FROM items WHERE batch = $1 AND seq = $2`,
      ...[batch, job],
    );
  return {
    /**
     * The identifiers of a job whose answer may still change: no answer yet, or not found, which may
     * become found and is then charged.
     */
    async openIn(batch: number, job: number): Promise<Map<string, 'not_found' | null>> {
      const items = await of(batch, job);
      const isNotFound = (answer: number) => answer === ANSWER.not_found;
      return new Map<string, 'not_found' | null>([
        ...idsWith(items, isWaiting).map((id) => [id, null] as const),
        ...idsWith(items, isNotFound).map((id) => [id, 'not_found'] as const),
      ]);
    },
    waitingIdsOf: async (batch: number, job: number): Promise<string[]> =>
      idsWith(await of(batch, job), isWaiting),
    /** The identifiers of one job in input order. */
    idsOf: async (batch: number, job: number): Promise<string[]> =>
      idsWith(await of(batch, job), isOfJob),
    /** How many identifiers of a job are stored as found. */
    foundIn: (batch: number, job: number) => count('found', batch, job),
    waitingIn: (batch: number, job: number) => count('waiting', batch, job),
  };
}

const UNDER_WAY = "j.state IN ('submitting', 'accepted', 'unconfirmed')";

/** Another batch that was to answer an identifier. */
type Elsewhere = { readonly batch: string; readonly state: 'running' | 'unconfirmed' };

/** Identifiers that were sent in any batch and have no answer yet. */
function createSentItems(db: Db, { of }: StoredItems) {
  /** The few jobs that a condition selects, with the ids of their batches; `first`: their order. */
  const jobs = (which: string, order: string, ...given: (string | number)[]) =>
    db.all(
      `SELECT j.batch, j.seq, j.state, b.id FROM jobs j JOIN batches b ON b.num = j.batch
       JOIN items i ON i.batch = j.batch AND i.seq = j.seq AND i.waiting > 0
       WHERE ${which} ORDER BY ${order}, b.id`,
      ...given,
    );
  const waitingOf = async ({ batch, seq }: Row) =>
    idsWith(await of(Number(batch), Number(seq)), isWaiting);
  const isWaitingIn = async (batch: number, seq: number, id: string): Promise<boolean> => {
    const items = await of(batch, seq);
    const at = placeOf(items, id);
    return at >= 0 && isWaiting(items.answers[at] ?? 0);
  };
  const firstWaiting = async (jobs: readonly Row[], id: string): Promise<Row | undefined> => {
    for (const job of jobs)
      if (await isWaitingIn(Number(job['batch']), Number(job['seq']), id)) return job;
    return undefined;
  };
  const stateOf = ({ state }: Row) => (state === 'unconfirmed' ? 'unconfirmed' : 'running');
  const HAS = 'strpos(i.ids, $1) > 0';
  return {
    /** Another batch whose running or unconfirmed jobs have identifiers of this job, and how many. */
    async elsewhere(
      batch: number,
      job: number,
      kind: IdentifierKind,
    ): Promise<(Elsewhere & { readonly items: number }) | undefined> {
      const others = await jobs(
        `j.batch <> $1 AND j.kind = $2 AND ${UNDER_WAY}`,
        'j.batch, j.seq',
        ...[batch, kind],
      );
      if (others.length === 0) return undefined;
      const own = new Set(await waitingOf({ batch, seq: job }));
      const found = new Map<string, Elsewhere & { items: number }>();
      for (const other of others) {
        const items = (await waitingOf(other)).filter((id) => own.has(id)).length;
        if (items === 0) continue;
        const id = String(other['id']);
        const known = found.get(id) ?? { batch: id, items: 0, state: 'running' };
        const state = stateOf(other) === 'unconfirmed' ? 'unconfirmed' : known.state;
        found.set(id, { ...known, state, items: known.items + items });
      }
      const most = [...found.values()];
      return most.sort((a, b) => b.items - a.items || (a.batch < b.batch ? -1 : 1))[0];
    },
    /** A batch that has sent an identifier in a job begun at or after the tick `since`, without an answer. */
    async sentInBatch(
      kind: IdentifierKind,
      id: string,
      since: number,
    ): Promise<Elsewhere | undefined> {
      // A running job comes first, because it answers without a decision.
      const all = await jobs(
        `${HAS} AND j.kind = $2 AND ${UNDER_WAY} AND coalesce(j.begun_tick, 0) >= $3`,
        "(j.state = 'unconfirmed')::integer, j.submitted_at",
        ...[id, kind, since],
      );
      const job = await firstWaiting(all, id);
      return job && { batch: String(job['id']), state: stateOf(job) };
    },
    // What a single lookup left in doubt is planned, but not sent.
    /** How many identifiers that a batch is about to send are in a job that was sent at or after `since` and given up. */
    async givenUpIn(batch: number, since: number): Promise<number> {
      let count = 0;
      for (const kind of ['cpf', 'cnpj'] as const) {
        const given = await jobs(
          "j.kind = $1 AND j.state = 'abandoned' AND j.submitted_at >= $2",
          'j.batch, j.seq',
          ...[kind, since],
        );
        if (given.length === 0) continue;
        const ids = new Set<string>();
        for (const job of given) for (const id of await waitingOf(job)) ids.add(id);
        const planned = await jobs(
          "j.batch = $1 AND j.kind = $2 AND j.state = 'planned' AND j.error IS DISTINCT FROM $3",
          'j.seq',
          ...[batch, kind, LEFT_OUT],
        );
        for (const job of planned)
          count += (await waitingOf(job)).filter((id) => ids.has(id)).length;
      }
      return count;
    },
    /** The batch whose job, sent at or after `since` and given up, has an identifier; the last one if several have. */
    async givenUpBatch(
      kind: IdentifierKind,
      id: string,
      since: number,
    ): Promise<string | undefined> {
      const all = await jobs(
        `${HAS} AND j.kind = $2 AND j.state = 'abandoned' AND j.submitted_at >= $3`,
        'j.submitted_at DESC',
        ...[id, kind, since],
      );
      const job = await firstWaiting(all, id);
      return job && String(job['id']);
    },
    /** Whether a job has an identifier, and no answer to it. */
    isWaitingIn,
  };
}
