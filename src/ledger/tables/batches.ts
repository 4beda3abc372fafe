import type { ColumnKind } from '../../identifiers/index.js';
import type { Delivered, NewBatch, PlannedFacts, WantedBatch } from '../operations/planning.js';
import type { BatchQuery } from '../operations/reading.js';
import type { Agreed, Batch, Erased } from '../types.js';
import type { Bound, Db, Row } from '../db/db.js';

/** How the column says what was delivered. */
const DELIVERED: Readonly<Record<Delivered, number>> = { nothing: 0, all: 1, part: 2 };

/** The batches: what each was made from, its plan and its result. */
export function createBatches(db: Db) {
  return {
    ...createFindBatches(db),
    ...createMakeBatches(db),
    ...createRemoveBatches(db),
    ...createBatchFacts(db),
    ...createDelivered(db),
  };
}

function createFindBatches(db: Db) {
  return {
    /** Newest first. */
    async find(query: BatchQuery): Promise<Batch[]> {
      const { sql, values } = conditionsOf(query);
      const limit = query.most === undefined ? '' : `LIMIT ${Math.max(0, Math.trunc(query.most))}`;
      const rows = await db.all(
        `SELECT * FROM batches b WHERE ${sql} ORDER BY created_at DESC, num DESC ${limit}`,
        ...values,
      );
      return rows.map(toBatch);
    },
    isPlanned: (num: number): Promise<boolean> =>
      db.has('SELECT 1 FROM batches WHERE num = $1 AND planned_at IS NOT NULL', num),
  };
}

/** Conditions of a search as SQL; one value may stand in several of them. */
function conditionsOf(query: BatchQuery): { sql: string; values: Bound[] } {
  const values: Bound[] = [];
  const given: string[] = [];
  const add = (value: Bound | undefined, condition: (at: string) => string): void => {
    if (value === undefined) return;
    values.push(value);
    given.push(condition(`$${values.length}`));
  };
  add(query.num, (at) => `num = ${at}`);
  add(query.idPrefix?.toLowerCase(), (at) => `substr(id, 1, length(${at})) = ${at}`);
  add(query.jobId, (at) => `num = (SELECT j.batch FROM jobs j WHERE j.job_id = ${at})`);
  add(
    query.untouchedSince,
    (at) => `created_at < ${at} AND NOT EXISTS (SELECT 1 FROM jobs j
      WHERE j.batch = b.num AND (j.submitted_at >= ${at} OR j.polled_at >= ${at}))`,
  );
  return { sql: given.join(' AND ') || 'TRUE', values };
}

type Wanted = Pick<WantedBatch, 'keyFingerprint' | 'reuseSince'>;

/** The service may be processing a job in one of these states. */
const UNDER_WAY = ['submitting', 'accepted', 'unconfirmed'];

/** Makes batches, or finds the one to go on with. */
function createMakeBatches(db: Db) {
  const newestOf = (matchKey: string) =>
    db.first(
      'SELECT * FROM batches WHERE match_key = $1 ORDER BY generation DESC LIMIT 1',
      matchKey,
    );
  /** What was paid for is still to be delivered. What another key left undone is never all of it. */
  const isOwed = async (
    { num, createdAt }: Batch,
    { reuseSince = Infinity }: Wanted,
    isOwn: boolean,
  ): Promise<boolean> => {
    const isAnswered = !isOwn && reuseSince <= createdAt;
    const owing = isOwn ? [DELIVERED.nothing, DELIVERED.part] : [DELIVERED.nothing];
    const sql = `SELECT 1 FROM batches b WHERE num = $1 AND delivered = ANY ($2::integer[])
      AND EXISTS (SELECT 1 FROM jobs j WHERE j.batch = b.num AND j.found > 0)`;
    return !isAnswered && (await db.has(sql, num, owing));
  };
  const hasEnded = async (batch: Batch, wanted: Wanted): Promise<boolean> => {
    // This key cannot send what is planned, or was to be planned, for another one.
    const isOwn = batch.keyFingerprint === wanted.keyFingerprint;
    if (isOwn && batch.plannedAt === null) return false;
    const open = isOwn ? ['planned', ...UNDER_WAY] : UNDER_WAY;
    const sql = 'SELECT 1 FROM jobs WHERE batch = $1 AND state = ANY ($2::text[]) LIMIT 1';
    if (await db.has(sql, batch.num, open)) return false;
    return !(await isOwed(batch, wanted, isOwn));
  };
  const toContinue = async (wanted: WantedBatch, again: boolean): Promise<Batch | undefined> => {
    const row = await newestOf(wanted.matchKey);
    const known = row && toBatch(row);
    const isOver = again && known !== undefined && (await hasEnded(known, wanted));
    return isOver ? undefined : known;
  };
  return {
    toContinue,
    /**
     * The newest batch of this content and these options, or a new one. `UNIQUE (match_key, generation)`
     * ensures that two runs that claim at the same time get the same batch.
     */
    async claim(wanted: NewBatch, again: boolean): Promise<{ batch: Batch; isNew: boolean }> {
      const known = await toContinue(wanted, again);
      if (known !== undefined) return { batch: known, isNew: false };
      const newest = await newestOf(wanted.matchKey);
      return {
        batch: await insert(db, wanted, Number(newest?.['generation'] ?? 0) + 1),
        isNew: true,
      };
    },
  };
}

async function insert(db: Db, wanted: NewBatch, generation: number): Promise<Batch> {
  const { id, file, label, matchKey, baseUrl, keyFingerprint, createdAt, fresh } = wanted;
  const [row] = await db.all(
    `INSERT INTO batches (id, file, label, match_key, generation, base_url, key_fingerprint, created_at,
       fresh)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING *`,
    ...[id, file, label, matchKey, generation, baseUrl, keyFingerprint, createdAt],
    fresh === true ? 1 : 0,
  );
  return toBatch(row ?? {});
}

/** Removes batches; their jobs, identifiers and decisions go with them. */
function createRemoveBatches(db: Db) {
  const remove = async (which: string, num: number): Promise<void> => {
    await db.run(`DELETE FROM batches WHERE num = $1${which}`, num);
  };
  return {
    removeWhole: (num: number) => remove('', num),
    /** Removes a batch without a plan, so that the same file can be read again. */
    discard: (num: number) => remove(' AND planned_at IS NULL', num),
  };
}

/** What becomes known of a batch after it was made. */
function createBatchFacts(db: Db) {
  const addWritten = async (
    num: number,
    path: string,
    stamp: string,
    isResult = false,
  ): Promise<void> => {
    const row = await db.first('SELECT outputs FROM batches WHERE num = $1', num);
    const outputs = withOutput(row?.['outputs'], { path, stamp, isResult });
    await db.run('UPDATE batches SET outputs = $1 WHERE num = $2', outputs, num);
  };
  return {
    addWritten,
    async setLayout(num: number, kind: ColumnKind, layout: string): Promise<void> {
      const isMixed = kind === 'both';
      await db.run(
        'UPDATE batches SET kind = $1, mixed = $2, layout = $3 WHERE num = $4',
        ...[isMixed ? null : kind, isMixed ? 1 : 0, layout, num],
      );
    },
    async setAgreed(num: number, limit: number | null, after: number): Promise<void> {
      const sql = 'UPDATE batches SET agreed = $1, agreed_tick = $2 WHERE num = $3';
      await db.run(sql, limit, after, num);
    },
    /** Returns false if it does not exist. */
    unplan: async (num: number): Promise<boolean> =>
      (await db.run('UPDATE batches SET planned_at = NULL WHERE num = $1', num)) === 1,
    async setPlanned(num: number, facts: PlannedFacts, at: number): Promise<void> {
      const { rows, invalid, duplicates, repaired, reasons, inputHash, inputSize } = facts;
      await db.run(
        `UPDATE batches SET row_count = $1, invalid = $2, duplicates = $3, repaired = $4, reasons = $5,
           input_hash = $6, input_size = $7, planned_at = $8 WHERE num = $9`,
        ...[rows, invalid, duplicates, repaired, JSON.stringify(reasons)],
        ...[inputHash ?? null, inputSize ?? null, at, num],
      );
    },
    /** Only the newest result is remembered. */
    async setOutput(num: number, output: string, stamp: string): Promise<void> {
      await addWritten(num, output, stamp, true);
      await db.run('UPDATE batches SET output = $1 WHERE num = $2', output, num);
    },
  };
}

function createDelivered(db: Db) {
  return {
    async setDelivered(num: number, delivered: Delivered): Promise<void> {
      await db.run('UPDATE batches SET delivered = $1 WHERE num = $2', DELIVERED[delivered], num);
    },
    /** What comes in after a part was delivered is not part of it. */
    async oweRest(num: number): Promise<void> {
      const { nothing, part } = DELIVERED;
      const sql = 'UPDATE batches SET delivered = $1 WHERE num = $2 AND delivered = $3';
      await db.run(sql, nothing, num, part);
    },
  };
}

/** Files that a batch remembers: its last result and the two tables beside it. */
const FILES = 3;

/** Adds a file; a result of another name takes the place of the last one. `stored`: the column. */
function withOutput(
  stored: Row[string] | undefined,
  { path, stamp, isResult }: { path: string; stamp: string; isResult: boolean },
): string {
  const known = outputsIn(stored);
  const isOther = isResult && !Object.hasOwn(known, path);
  const others = isOther ? [] : Object.entries(known).filter(([other]) => other !== path);
  return JSON.stringify(Object.fromEntries([...others.slice(1 - FILES), [path, stamp]]));
}

/** Ledgers of older versions, which the completion of ids reads, have none. */
function outputsIn(stored: Row[string] | undefined): Readonly<Record<string, string>> {
  return JSON.parse(typeof stored === 'string' ? stored : '{}') as Record<string, string>;
}

function toBatch(row: Row): Batch {
  return {
    num: row['num'] as number,
    id: row['id'] as string,
    kind: row['mixed'] === 1 ? 'both' : (row['kind'] as Batch['kind']),
    file: row['file'] as string,
    label: row['label'] as string | null,
    baseUrl: row['base_url'] as string,
    keyFingerprint: row['key_fingerprint'] as string,
    fresh: row['fresh'] === 1,
    layout: row['layout'] as string | null,
    createdAt: row['created_at'] as number,
    plannedAt: row['planned_at'] as number | null,
    rows: row['row_count'] as number,
    inputHash: row['input_hash'] as string | null,
    inputSize: row['input_size'] as number | null,
    invalid: row['invalid'] as number,
    duplicates: row['duplicates'] as number,
    repaired: row['repaired'] as number,
    reasons: JSON.parse(row['reasons'] as string) as Record<string, number>,
    output: row['output'] as string | null,
    outputs: outputsIn(row['outputs']),
    agreed: agreedIn(row),
    erased: { rows: [], paid: { cpf: 0, cnpj: 0 }, ...erasedIn(row['erased']) },
  };
}

function agreedIn({ agreed, agreed_tick: after }: Row): Agreed | null {
  return agreed == null ? null : { limit: Number(agreed), after: Number(after) };
}

function erasedIn(stored: Row[string] | undefined): Partial<Erased> {
  return JSON.parse(typeof stored === 'string' ? stored : '{}') as Partial<Erased>;
}
