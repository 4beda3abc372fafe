import type { ColumnKind, IdentifierKind } from '../../identifiers/index.js';
import type { FirstRow } from '../job-items.js';
import type { Repeat } from '../tables/repeats.js';
import type { Tables } from '../tables/index.js';
import type { Engine } from '../db/engine.js';

export interface NewBatch {
  readonly id: string;
  readonly file: string;
  readonly label: string | null;
  /** Equal for equal content with equal options. */
  readonly matchKey: string;
  readonly baseUrl: string;
  readonly keyFingerprint: string;
  /** Whether paid records must not be reused. */
  readonly fresh?: boolean;
  /** Records paid for at or after this moment (epoch ms) answer it; none when left out. */
  readonly reuseSince?: number;
  /** Epoch ms. */
  readonly createdAt: number;
}

/** What a batch is known by again. */
export type WantedBatch = Pick<NewBatch, 'matchKey' | 'keyFingerprint' | 'reuseSince'>;

/** What of a batch's results the user has: none, those that were there, or all. */
export type Delivered = 'nothing' | 'part' | 'all';

/** A job that is being planned, and how many identifiers it may still have. */
export interface JobRoom {
  readonly job: number;
  readonly room: number;
}

/** A job that may be sent. */
export interface NewJob {
  /** Its number within the batch, from 1. */
  readonly seq: number;
  readonly kind: IdentifierKind;
  readonly items: number;
  /** How many failed jobs had the same identifiers before; 0 when left out. */
  readonly round?: number;
}

/** The counts from reading an input; `rows = invalid + duplicates + unique`. */
export interface PlannedFacts {
  readonly rows: number;
  /** SHA-256 (hex) and size in bytes of the private copy that was read for the plan. */
  readonly inputHash?: string;
  readonly inputSize?: number;
  readonly invalid: number;
  readonly duplicates: number;
  readonly repaired: number;
  readonly reasons: Readonly<Record<string, number>>;
}

/** Operations that turn a file into jobs that may be sent. */
export function planningOperations(engine: Engine) {
  return { ...batchOperations(engine), ...planOperations(engine) };
}

function batchOperations({ read, write, writeBatch }: Engine) {
  return {
    /** The batch that `claimBatch` would return now; undefined if it would make a new one. */
    batchToContinue: read(({ batches }, wanted: WantedBatch, again: boolean) =>
      batches.toContinue(wanted, again),
    ),
    /**
     * Returns the newest batch of this content and these options; makes a new one if there is none. With
     * `again` it also makes a new one if the newest has ended: nothing of it is planned or may be processing, and
     * what it found was delivered. Planned jobs of another key do not count, because this key cannot send them, nor
     * do its results where a part of them was delivered, or the ledger answers with them. Two runs that claim at the
     * same time get the same batch.
     */
    claimBatch: write(({ batches }, wanted: NewBatch, again: boolean) =>
      batches.claim(wanted, again),
    ),
    /** Removes a batch without a plan, so that the same file can be read again. */
    discardBatch: writeBatch(({ batches }, batch: number) => batches.discard(batch)),
    /**
     * Takes back the plan of a batch of which no job was ever sent: none of it runs any more, and it is as if the plan had
     * been interrupted. Returns false, and changes nothing, for any other.
     */
    takeBackPlan: writeBatch(async function ({ batches, jobs }, batch: number) {
      const all = await jobs.of(batch);
      if (all.some((job) => job.state !== 'planned' || job.begunTick !== null)) return false;
      await jobs.unplan(batch);
      return await batches.unplan(batch);
    }),
    /** Stores the path of the batch's result and the stamp that identifies the file, in place of those of another one. */
    keepOutput: writeBatch(({ batches }, batch: number, path: string, stamp: string) =>
      batches.setOutput(batch, path, stamp),
    ),
    /** Adds a table beside the result, which the batch may replace, too. */
    keepWritten: writeBatch(({ batches }, batch: number, path: string, stamp: string) =>
      batches.addWritten(batch, path, stamp),
    ),
    /** Stores what the user has of what the batch found; a run that is to write a result owes all of it first. */
    keepDelivered: writeBatch(({ batches }, batch: number, delivered: Delivered) =>
      batches.setDelivered(batch, delivered),
    ),
    /** Stores the credits to which the user limits what the batch sends from now on; null: no limit. */
    keepAgreed: writeBatch(async function (
      { batches, ticks },
      batch: number,
      limit: number | null,
    ) {
      await batches.setAgreed(batch, limit, await ticks.next());
    }),
  };
}

function planOperations({ clearBatch, writeBatch }: Engine) {
  return {
    /**
     * Begins the plan of a batch and discards what an interrupted plan left. `layout`: JSON. Returns
     * `planned`, and changes nothing, if the batch already has a plan.
     */
    beginPlan: writeBatch(async function (tables, batch: number, kind: ColumnKind, layout: string) {
      const { batches, items } = tables;
      if (await batches.isPlanned(batch)) return 'planned' as const;
      await items.clear(batch);
      await batches.setLayout(batch, kind, layout);
      return 'begun' as const;
    }),
    /**
     * Adds identifiers of one kind, which the batch does not have yet. Records fetched at or after `reuseSince` (epoch ms)
     * answer some; the others fill these jobs, one after the other. Returns how many these are. A power cut may undo it
     * until the plan is completed.
     */
    addPlanned: clearBatch(addPlanned),
    /** Adds later rows that repeat an identifier, each with the first row that has it. */
    addRepeats: clearBatch(({ repeats }, batch: number, all: readonly Repeat[]) =>
      repeats.add(batch, all),
    ),
    /** Completes the plan: its jobs may be sent, and its numbers are final. */
    finishPlan: writeBatch(finishPlan),
  };
}

async function finishPlan(
  { batches, jobs }: Tables,
  batch: number,
  planned: readonly NewJob[],
  facts: PlannedFacts,
  at: number,
): Promise<void> {
  for (const job of planned) await jobs.plan(batch, job);
  await batches.setPlanned(batch, facts, at);
}

async function addPlanned(
  tables: Tables,
  batch: number,
  kind: IdentifierKind,
  some: readonly FirstRow[],
  jobs: readonly JobRoom[],
  reuseSince: number,
  at: number,
): Promise<number> {
  const others = await addAnswered(tables, batch, kind, some, reuseSince, at);
  let from = 0;
  for (const { job, room } of jobs) {
    const own = others.slice(from, from + room);
    from += own.length;
    if (own.length > 0) await tables.items.addTo(batch, job, own);
  }
  if (from < others.length) throw new RangeError('room');
  return from;
}

/** Returns those that no record answers. */
async function addAnswered(
  { items, records }: Tables,
  batch: number,
  kind: IdentifierKind,
  some: readonly FirstRow[],
  reuseSince: number,
  at: number,
): Promise<readonly FirstRow[]> {
  if (!(await records.haveSince(kind, reuseSince))) return some;
  const ids = some.map(({ id }) => id);
  const paid = await records.newestAmong(kind, ids, reuseSince);
  if (paid.size === 0) return some;
  const answered = some.filter(({ id }) => paid.has(id));
  await items.addAnswered(batch, answered, paid, at);
  return some.filter(({ id }) => !paid.has(id));
}
