import type { ColumnKind } from '../../../identifiers/index.js';
import type { Database, Row, Value } from '../../../sqlite/index.js';
import type { BatchQuery } from '../../operations/reading.js';
import type { Delivered, NewBatch, PlannedFacts, WantedBatch } from '../../operations/planning.js';
import { DELIVERED, toBatch, withOutput } from '../../rows/batch-row.js';
import type { Batch } from '../../types.js';

/** The batches: what each was made from, its plan and its result. */
export function createBatches(db: Database) {
  return { ...createFindBatches(db), ...createMakeBatches(db), ...createBatchFacts(db) };
}

function createFindBatches(db: Database) {
  return {
    /** Newest first. */
    find(query: BatchQuery): Batch[] {
      const { sql, values } = conditionsOf(query);
      const { most = -1 } = query;
      // Numbers are bound as REAL, hence the cast.
      return db
        .prepare(
          `SELECT * FROM batches b WHERE ${sql}
           ORDER BY created_at DESC, num DESC LIMIT CAST(? AS INTEGER)`,
        )
        .all(...values, most)
        .map(toBatch);
    },
    isPlanned: (num: number): boolean =>
      db.prepare('SELECT planned_at FROM batches WHERE num = ?').get(num)?.['planned_at'] != null,
  };
}

type Wanted = Pick<WantedBatch, 'keyFingerprint' | 'reuseSince'>;

/** The service may be processing a job in one of these states. */
const UNDER_WAY = ['submitting', 'accepted', 'unconfirmed'];

/** Makes batches, and removes those that never got a plan. */
function createMakeBatches(db: Database) {
  const newestOf = db.prepare(
    'SELECT * FROM batches WHERE match_key = ? ORDER BY generation DESC LIMIT 1',
  );
  const hasJobIn = db.prepare(
    `SELECT 1 FROM jobs WHERE batch = ? AND state IN (SELECT value FROM json_each(?)) LIMIT 1`,
  );
  const owes = db.prepare(
    `SELECT 1 FROM batches b WHERE num = ? AND delivered IN (?, ?)
     AND EXISTS (SELECT 1 FROM jobs j WHERE j.batch = b.num AND j.found > 0)`,
  );
  /** What was paid for is still to be delivered. What another key left undone is never all of it. */
  const isOwed = ({ num, createdAt }: Batch, { reuseSince = Infinity }: Wanted, isOwn: boolean) => {
    const { nothing, part } = DELIVERED;
    if (isOwn) return owes.get(num, nothing, part) !== undefined;
    const isAnswered = reuseSince <= createdAt;
    return !isAnswered && owes.get(num, nothing, nothing) !== undefined;
  };
  const hasEnded = (batch: Batch, wanted: Wanted): boolean => {
    // This key cannot send what is planned, or was to be planned, for another one.
    const isOwn = batch.keyFingerprint === wanted.keyFingerprint;
    const open = isOwn ? ['planned', ...UNDER_WAY] : UNDER_WAY;
    const isOpen = hasJobIn.get(batch.num, JSON.stringify(open)) !== undefined;
    return (!isOwn || batch.plannedAt !== null) && !isOpen && !isOwed(batch, wanted, isOwn);
  };
  const toContinue = (wanted: WantedBatch, again: boolean): Batch | undefined => {
    const row = newestOf.get(wanted.matchKey);
    const known = row && toBatch(row);
    const isOver = again && known !== undefined && hasEnded(known, wanted);
    return isOver ? undefined : known;
  };
  return {
    toContinue,
    /**
     * The newest batch of this content and these options, or a new one. `UNIQUE (match_key, generation)`
     * ensures that two runs that claim at the same time get the same batch.
     */
    claim(wanted: NewBatch, again: boolean): { batch: Batch; isNew: boolean } {
      const known = toContinue(wanted, again);
      if (known !== undefined) return { batch: known, isNew: false };
      insert(db, wanted, Number(newestOf.get(wanted.matchKey)?.['generation'] ?? 0) + 1);
      return { batch: toBatch(newestOf.get(wanted.matchKey) as Row), isNew: true };
    },
    /** Removes a batch; its jobs and identifiers go with it. Returns false if it does not exist. */
    remove: (num: number): boolean =>
      db.prepare('DELETE FROM batches WHERE num = ?').run(num).changes === 1,
    /** The same, with all that is of it, also where foreign keys are off. */
    removeWhole(num: number): void {
      db.prepare('DELETE FROM batches WHERE num = ?').run(num);
      for (const table of ['items', 'decisions', 'jobs'])
        db.prepare(`DELETE FROM ${table} WHERE batch = ?`).run(num);
    },
    /** Removes a batch without a plan, so that the same file can be read again. */
    discard(num: number): void {
      db.prepare('DELETE FROM batches WHERE num = ? AND planned_at IS NULL').run(num);
    },
  };
}

/** What becomes known of a batch after it was made. */
function createBatchFacts(db: Database) {
  const addWritten = (num: number, path: string, stamp: string, isResult = false): void => {
    const row = db.prepare('SELECT outputs FROM batches WHERE num = ?').get(num);
    const outputs = withOutput(row?.['outputs'], { path, stamp, isResult });
    db.prepare('UPDATE batches SET outputs = ? WHERE num = ?').run(outputs, num);
  };
  return {
    setLayout(num: number, kind: ColumnKind, layout: string): void {
      const isMixed = kind === 'both';
      db.prepare('UPDATE batches SET kind = ?, mixed = ?, layout = ? WHERE num = ?').run(
        isMixed ? null : kind,
        isMixed ? 1 : 0,
        layout,
        num,
      );
    },
    /** Returns false if it does not exist. */
    unplan: (num: number): boolean =>
      db.prepare('UPDATE batches SET planned_at = NULL WHERE num = ?').run(num).changes === 1,
    setPlanned(num: number, facts: PlannedFacts, at: number): void {
      db.prepare(
        `UPDATE batches SET row_count = ?, invalid = ?, duplicates = ?, repaired = ?, reasons = ?,
         input_hash = ?, input_size = ?, planned_at = ? WHERE num = ?`,
      ).run(
        facts.rows,
        facts.invalid,
        facts.duplicates,
        facts.repaired,
        JSON.stringify(facts.reasons),
        facts.inputHash ?? null,
        facts.inputSize ?? null,
        at,
        num,
      );
    },
    addWritten,
    /** Only the newest result is remembered. */
    setOutput(num: number, output: string, stamp: string): void {
      addWritten(num, output, stamp, true);
      db.prepare('UPDATE batches SET output = ? WHERE num = ?').run(output, num);
    },
    setDelivered(num: number, delivered: Delivered): void {
      db.prepare('UPDATE batches SET delivered = ? WHERE num = ?').run(DELIVERED[delivered], num);
    },
    setAgreed(num: number, limit: number | null, after: number): void {
      const sql = 'UPDATE batches SET agreed = ?, agreed_tick = ? WHERE num = ?';
      db.prepare(sql).run(limit, after, num);
    },
    /** What comes in after a part was delivered is not part of it. */
    oweRest(num: number): void {
      const { nothing, part } = DELIVERED;
      db.prepare('UPDATE batches SET delivered = ? WHERE num = ? AND delivered = ?').run(
        ...[nothing, num, part],
      );
    },
  };
}

function conditionsOf({ num, idPrefix, untouchedSince, jobId }: BatchQuery): {
  sql: string;
  values: Value[];
} {
  const wanted: readonly (readonly [sql: string, value: Value | undefined])[] = [
    ['num = ?', num],
    ['instr(id, ?) = 1', idPrefix?.toLowerCase()],
    ['num = (SELECT j.batch FROM jobs j WHERE j.job_id = ?)', jobId],
    ['created_at < ?', untouchedSince],
    [
      `NOT EXISTS (SELECT 1 FROM jobs j WHERE j.batch = b.num AND submitted_at >= ?)`,
      untouchedSince,
    ],
    [`NOT EXISTS (SELECT 1 FROM jobs j WHERE j.batch = b.num AND polled_at >= ?)`, untouchedSince],
  ];
  const given = wanted.flatMap(([sql, value]) => (value === undefined ? [] : [{ sql, value }]));
  return {
    sql: given.map(({ sql }) => sql).join(' AND ') || 'TRUE',
    values: given.map(({ value }) => value),
  };
}

function insert(db: Database, wanted: NewBatch, generation: number): void {
  db.prepare(
    `INSERT INTO batches (id, file, label, match_key, generation, base_url, key_fingerprint, created_at, fresh)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    wanted.id,
    wanted.file,
    wanted.label,
    wanted.matchKey,
    generation,
    wanted.baseUrl,
    wanted.keyFingerprint,
    wanted.createdAt,
    wanted.fresh === true ? 1 : 0,
  );
}
