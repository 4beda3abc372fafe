import type { ColumnKind, IdentifierKind } from '../identifiers/index.js';
import { nextTick, type Db, type LedgerEngine, type Tx } from './db.js';
import { applyReuse, createItems, type FirstRow } from './job-items.js';
import { UNDER_WAY } from './job-states.js';
import { addItems, viewBytes, readJobs, KIND_OF_ITEMS, nextSeq, storeItems } from './jobs.js';
import { selectBatches, type Batch } from './batches.js';
import { findNewestRecordNumbers } from './records.js';
import { unreadableValue } from './stored-values.js';
import type { Requester } from '../base/requester.js';

/** A batch that is about to be planned. Times are epoch ms. */
export interface BatchDraft {
  readonly id: string;
  readonly file: string;
  readonly label: string | null;
  /** Two batches of the same content with the same options have the same key. */
  readonly matchKey: string;
  readonly baseUrl: string;
  readonly keyFingerprint: string;
  readonly fresh?: boolean;
  readonly reuseSince?: number;
  readonly createdAt: number;
  readonly requester?: Requester;
}

export type WantedBatch = Pick<BatchDraft, 'matchKey' | 'keyFingerprint' | 'reuseSince'>;

/** How much of a batch's result has reached the user, as it is stored. */
const DELIVERED = { nothing: 0, all: 1, part: 2 } as const;
export type Delivered = keyof typeof DELIVERED;

/** A row with the identifier of an earlier row (`first`). Rows are counted from 1. */
export type Repeat = readonly [later: number, first: number];

/** The counts of a plan: `rows = invalid + duplicates + unique`. */
export interface PlannedFacts extends Pick<
  Batch,
  'rows' | 'invalid' | 'duplicates' | 'repaired' | 'reasons'
> {
  /** SHA-256 (hex) of the private copy that was read for the plan. */
  readonly inputHash?: string;
  /** Bytes of the private copy. */
  readonly inputSize?: number;
}

export function planningOperations(engine: LedgerEngine) {
  return { ...batchOperations(engine), ...planOperations(engine) };
}

function batchOperations({ read, write, writeBatch }: LedgerEngine) {
  return {
    findBatchToContinue: read(findBatchToContinue),
    /**
     * Returns the newest batch of this content and these options, or makes one. With `wantsNewBatch`, it also makes one
     * if the newest has ended.
     */
    findOrCreateBatch: write(findOrCreateBatch),
    /**
     * Removes the jobs of a batch, so that it is planned again. Returns false, and removes nothing, if one was ever
     * sent.
     */
    discardPlan: writeBatch(async (tx, batch: number) => {
      const jobs = await readJobs(tx, batch);
      if (jobs.some((job) => job.state !== 'planned' || job.begunTick !== null)) return false;
      await tx.run('DELETE FROM jobs WHERE batch = $1', batch);
      return (await tx.run('UPDATE batches SET planned_at = NULL WHERE num = $1', batch)) === 1;
    }),
    /**
     * Stores the path of a file with results and its `stamp` (size and modification time), which is empty if no run may
     * replace the file. A result at another path than before takes the stamps of the earlier ones. With
     * `keepsBatchOutput` the file, such as a table or an export, is added, and the path of the last result stays.
     */
    storeOutput: writeBatch(
      async (tx, batch: number, path: string, stamp: string, keepsBatchOutput = false) => {
        const [stored] = await selectBatches(tx, 'num = $1', batch);
        const outputs: Batch['outputs'] = stored?.outputs ?? {};
        const hasStamp = (outputs[path] ?? '') !== '';
        const keptOutputs =
          keepsBatchOutput || hasStamp
            ? outputs
            : Object.fromEntries(Object.keys(outputs).map((one) => [one, '']));
        await tx.run(
          'UPDATE batches SET outputs = $1, output = coalesce($2, output) WHERE num = $3',
          ...[
            JSON.stringify({ ...keptOutputs, [path]: stamp }),
            keepsBatchOutput ? null : path,
            batch,
          ],
        );
      },
    ),
    /** Stores a layout by which the rows of the same private copy are read. */
    storeLayout: writeBatch(async (tx, batch: number, layout: string) => {
      await tx.run('UPDATE batches SET layout = $1 WHERE num = $2', layout, batch);
    }),
    /** Stores how much of the result has reached the user. */
    storeDelivery: writeBatch(async (tx, batch: number, delivered: Delivered) => {
      const sql = 'UPDATE batches SET delivered = $1 WHERE num = $2';
      await tx.run(sql, DELIVERED[delivered], batch);
    }),
    /** Stores how many credits the batch may spend from now on (`agreed`: by the user); null for no limit. */
    storeLimit: writeBatch(async (tx, batch: number, limit: number | null) => {
      const sql = 'UPDATE batches SET agreed = $1, agreed_tick = $2 WHERE num = $3';
      await tx.run(sql, limit, await nextTick(tx), batch);
    }),
  };
}

function planOperations({ writeBatch }: LedgerEngine) {
  return {
    /**
     * Empties the plan of a batch. Returns `planned`, and changes nothing, if another process has finished the plan.
     */
    beginPlan: writeBatch(async (tx, batch: number, kind: ColumnKind, layout: string) => {
      const planned = 'SELECT 1 FROM batches WHERE num = $1 AND planned_at IS NOT NULL';
      if (await tx.has(planned, batch)) return 'planned' as const;
      await tx.run('DELETE FROM items WHERE batch = $1', batch);
      await tx.run('DELETE FROM repeats WHERE batch = $1', batch);
      const sql = 'UPDATE batches SET kind = $1, layout = $2 WHERE num = $3';
      await tx.run(sql, kind, layout, batch);
      return 'begun' as const;
    }),
    /**
     * Adds at most 10,000 identifiers. Records since `reuseSince` (epoch ms) answer some of them; the others fill the
     * last job of their kind, then new jobs of at most `perJob` identifiers.
     */
    addPlanned: writeBatch(addPlanned),
    addRepeats: writeBatch(async (tx, batch: number, repeats: readonly Repeat[]) => {
      if (repeats.length === 0) return;
      await tx.run(
        `INSERT INTO repeats (batch, part, later_rows, first_rows)
         SELECT $1::bigint, coalesce(max(part), 0) + 1, $2::bytea, $3::bytea FROM repeats WHERE batch = $1`,
        ...[batch, viewBytes(Uint32Array.from(repeats, ([later]) => later))],
        viewBytes(Uint32Array.from(repeats, ([, first]) => first)),
      );
    }),
    finishPlan: writeBatch(finishPlan),
  };
}

async function findBatchToContinue(
  tx: Tx,
  wanted: WantedBatch,
  wantsNewBatch: boolean,
): Promise<Batch | undefined> {
  const condition = 'match_key = $1 ORDER BY generation DESC LIMIT 1';
  const [newest] = await selectBatches(tx, condition, wanted.matchKey);
  const isEnded = wantsNewBatch && newest !== undefined && (await hasEnded(tx, newest, wanted));
  return isEnded ? undefined : newest;
}

/**
 * Returns whether the batch is finished and delivered, as far as this key is concerned, so that a new one may begin.
 */
async function hasEnded(
  tx: Tx,
  { num, createdAt, plannedAt, keyFingerprint }: Batch,
  { keyFingerprint: wantedKey, reuseSince = Infinity }: WantedBatch,
): Promise<boolean> {
  // This key cannot send the planned jobs of another key.
  const isSameKey = keyFingerprint === wantedKey;
  if (isSameKey && plannedAt === null) return false;
  const openStates = isSameKey ? ['planned', ...UNDER_WAY] : UNDER_WAY;
  const sql = 'SELECT 1 FROM jobs WHERE batch = $1 AND state = ANY ($2::text[]) LIMIT 1';
  if (await tx.has(sql, num, openStates)) return false;
  if (!isSameKey && reuseSince <= createdAt) return true;
  // To a user with another API key, a partly delivered batch is not owed.
  const owedStates = isSameKey ? [DELIVERED.nothing, DELIVERED.part] : [DELIVERED.nothing];
  const owedSql = `SELECT 1 FROM batches b WHERE num = $1 AND delivered = ANY ($2::integer[])
    AND EXISTS (SELECT 1 FROM jobs j WHERE j.batch = b.num AND j.found > 0)`;
  return !(await tx.has(owedSql, num, owedStates));
}

/** Two runs that make a batch at the same time get the same one, because of `UNIQUE (match_key, generation)`. */
async function findOrCreateBatch(
  tx: Tx,
  wanted: BatchDraft,
  wantsNewBatch: boolean,
): Promise<{ batch: Batch; isNew: boolean }> {
  const existing = await findBatchToContinue(tx, wanted, wantsNewBatch);
  if (existing !== undefined) return { batch: existing, isNew: false };
  const { id, file, label, matchKey, baseUrl, keyFingerprint, createdAt, fresh } = wanted;
  const { user = null, machine = null, purpose = null } = wanted.requester ?? {};
  const num = await tx.number(
    `INSERT INTO batches (id, file, label, match_key, generation, base_url, key_fingerprint, created_at, fresh,
       by_user, machine, purpose)
     SELECT $1::text, $2::text, $3::text, $4::text, coalesce(max(generation), 0) + 1, $5::text, $6::text,
       $7::bigint, $8::integer, $9::text, $10::text, $11::text FROM batches WHERE match_key = $4 RETURNING num AS n`,
    ...[id, file, label, matchKey, baseUrl, keyFingerprint, createdAt, fresh === true ? 1 : 0],
    ...[user, machine, purpose],
  );
  const [batch] = await selectBatches(tx, 'num = $1', num);
  if (batch === undefined) throw unreadableValue('batches');
  return { batch, isNew: true };
}

/** Records that results came in after a part of the batch was delivered, so that the user is owed the rest. */
export async function markBatchUndelivered(tx: Tx, batch: number): Promise<void> {
  const sql = 'UPDATE batches SET delivered = $1 WHERE num = $2 AND delivered = $3';
  await tx.run(sql, DELIVERED.nothing, batch, DELIVERED.part);
}

async function finishPlan(tx: Tx, batch: number, facts: PlannedFacts, at: number): Promise<void> {
  await tx.run(
    `INSERT INTO jobs (batch, seq, state, kind, items)
     SELECT batch, seq, 'planned', ${KIND_OF_ITEMS}, waiting FROM items i WHERE batch = $1 AND seq > 0`,
    batch,
  );
  const { rows, invalid, duplicates, repaired, reasons, inputHash, inputSize } = facts;
  await tx.run(
    `UPDATE batches SET row_count = $1, invalid = $2, duplicates = $3, repaired = $4, reasons = $5,
       input_hash = $6, input_size = $7, planned_at = $8 WHERE num = $9`,
    ...[rows, invalid, duplicates, repaired, JSON.stringify(reasons)],
    ...[inputHash ?? null, inputSize ?? null, at, batch],
  );
}

async function addPlanned(
  tx: Tx,
  batch: number,
  kind: IdentifierKind,
  rows: readonly FirstRow[],
  perJob: number,
  reuseSince: number,
  at: number,
): Promise<void> {
  const unanswered = await addAnswered(tx, batch, kind, rows, reuseSince, at);
  const lastJob: { seq: number; items: number } | undefined = await tx.first(
    `SELECT seq, waiting AS items FROM items WHERE batch = $1 AND seq > 0 AND width = $2
     ORDER BY seq DESC LIMIT 1`,
    ...[batch, unanswered[0]?.id.length ?? 0],
  );
  let room = lastJob === undefined ? 0 : perJob - lastJob.items;
  if (lastJob !== undefined && room > 0)
    await addItems(tx, batch, lastJob.seq, createItems(unanswered.slice(0, room)));
  for (; room < unanswered.length; room += perJob) {
    const items = createItems(unanswered.slice(room, room + perJob));
    await storeItems(tx, batch, await nextSeq(tx, batch), items);
  }
}

/**
 * Stores the identifiers that records since `reuseSince` answer, under a job number below 1; returns the
 * others.
 */
async function addAnswered(
  db: Db,
  batch: number,
  kind: IdentifierKind,
  rows: readonly FirstRow[],
  reuseSince: number,
  at: number,
): Promise<readonly FirstRow[]> {
  const ids = rows.map(({ id }) => id);
  const paid = await findNewestRecordNumbers(db, kind, ids, reuseSince);
  if (paid.size === 0) return rows;
  const sql = 'SELECT coalesce(min(seq), 1) - 1 AS n FROM items WHERE batch = $1 AND seq < 1';
  const answered = createItems(rows.filter(({ id }) => paid.has(id)));
  await storeItems(db, batch, await db.number(sql, batch), applyReuse(answered, paid, at));
  return rows.filter(({ id }) => !paid.has(id));
}
