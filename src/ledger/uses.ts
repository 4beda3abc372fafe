import type { Requester } from '../base/requester.js';
import type { ColumnKind, IdentifierKind } from '../identifiers/index.js';
import { composedSql, type LiteralSql, literalSql } from '../sqlite/sql.js';
import { type BoundValue, type Db, type LedgerEngine, type Tx } from './db.js';
import { FOUND_BY_JOB } from './requests.js';

/** An answer that the ledger gave to a lookup, without a request to the service. */
export interface AnsweredUse extends Requester {
  readonly kind: IdentifierKind;
  readonly id: string;
  /** Epoch ms. */
  readonly at: number;
}

/**
 * An entry of the log: a lookup, a batch, or the use of a batch by another user or for another purpose (`batch_use`).
 * `identifiers`, `found`, `reused` and `unconfirmed` count identifiers, `erased` rows; `credits` is an amount. User, machine and purpose are null for requests of earlier versions.
 */
export interface LogEntry extends Readonly<Record<'user' | 'machine' | 'purpose', string | null>> {
  readonly request: 'lookup' | 'realtime' | 'batch' | 'batch_use' | 'deleted_batch';
  /** Epoch ms; of a batch, when it was made. */
  readonly at: number;
  readonly kind: ColumnKind | null;
  /** Empty for a batch, and where it was erased or never stored. */
  readonly id: string;
  readonly batch: string | null;
  readonly file: string | null;
  readonly identifiers: number;
  readonly found: number;
  /** How many of the found ones a record of the ledger answered. */
  readonly reused: number;
  readonly unconfirmed: number;
  /** How many rows of a batch were erased. */
  readonly erased: number;
  readonly credits: number;
}

export function usesOperations({ read, write }: LedgerEngine) {
  return {
    /**
     * Stores that a user works on a batch, unless it was made, or worked on before, by this user on this machine for
     * this purpose. Without a purpose, that of the batch counts.
     */
    recordBatchUse: write(recordBatchUse),
    /** Returns all requests since a moment (epoch ms), the oldest first. */
    readLog: read((tx, since: number) => selectLog(tx, 'at >= $1', since)),
  };
}

async function recordBatchUse(
  tx: Tx,
  batch: number,
  { user, machine, purpose }: Requester,
  at: number,
): Promise<void> {
  await tx.run(
    `INSERT INTO uses (at, source, kind, batch, by_user, machine, purpose)
     SELECT $1::bigint, 'batch', b.kind, b.id, $2::text, $3::text, coalesce($4::text, b.purpose)
     FROM batches b WHERE b.num = $5 AND NOT (coalesce(b.by_user, '') = $2 AND coalesce(b.machine, '') = $3
         AND coalesce(b.purpose, '') = coalesce($4::text, b.purpose, ''))
       AND NOT EXISTS (SELECT 1 FROM uses u WHERE u.source = 'batch' AND u.batch = b.id AND u.by_user = $2
         AND u.machine = $3 AND coalesce(u.purpose, '') = coalesce($4::text, b.purpose, ''))`,
    ...[at, user, machine, purpose, batch],
  );
}

/** Rows of one statement: over a network, each statement costs a round trip. */
const ROWS_AT_ONCE = 100;

export async function storeAnsweredUses(db: Db, uses: readonly AnsweredUse[]): Promise<void> {
  for (let from = 0; from < uses.length; from += ROWS_AT_ONCE) {
    const portion = uses.slice(from, from + ROWS_AT_ONCE);
    const rowTexts = portion.map((_, row) => {
      const placeholders = [1, 2, 3, 4, 5, 6].map((column) => `$${6 * row + column}`);
      return `(${placeholders.join(', ')}, 'ledger', 1, 1, 1)`;
    });
    await db.run(
      composedSql(`INSERT INTO uses (at, kind, id, by_user, machine, purpose, source, identifiers, found, reused)
        VALUES ${rowTexts.join(', ')}`),
      ...portion.flatMap(({ at, kind, id, user, machine, purpose }): BoundValue[] => {
        return [at, kind, id, user, machine, purpose];
      }),
    );
  }
}

/** SQL for the counts of a batch `b`. */
const composeItemCount = (counted: 'found' | 'reused' | 'all') => {
  const sum = {
    found: 'i.found + i.reused',
    reused: 'i.reused',
    all: 'i.waiting + i.found + i.not_found + i.rejected + i.reused + i.refused',
  }[counted];
  return composedSql(`coalesce((SELECT sum(${sum}) FROM items i WHERE i.batch = b.num), 0)`);
};

const UNCONFIRMED =
  literalSql(`coalesce((SELECT sum(i.waiting) FROM items i JOIN jobs j ON j.batch = i.batch AND j.seq = i.seq
    WHERE i.batch = b.num AND j.state IN ('submitting', 'unconfirmed')), 0)`);

const CREDITS = composedSql(`coalesce((SELECT sum(j.price * ${FOUND_BY_JOB}) FROM jobs j
  WHERE j.batch = b.num AND j.state <> 'planned'), 0)`);

/** SQL for every request. `reasons`: why rows of a batch are invalid, as JSON. */
const LOG =
  composedSql(`(SELECT CASE WHEN l.way = 'realtime' THEN 'realtime' ELSE 'lookup' END AS request,
    l.begun_at AS at, l.num, l.kind, l.id, NULL AS batch, NULL AS file, 1 AS identifiers,
    (l.state = 'found')::integer AS found, 0 AS reused,
    (l.state IN ('asking', 'doubtful', 'given_up'))::integer AS unconfirmed, 0 AS erased, '{}' AS reasons,
    CASE WHEN l.state = 'found' THEN coalesce(l.price, 0) ELSE 0 END AS credits,
    l.by_user AS "user", l.machine, l.purpose
  FROM lookups l
  UNION ALL SELECT 'batch', b.created_at, b.num, b.kind, '', b.id, b.file, ${composeItemCount('all')},
    ${composeItemCount('found')}, ${composeItemCount('reused')}, ${UNCONFIRMED}, 0, b.reasons, ${CREDITS},
    b.by_user, b.machine, b.purpose
  FROM batches b
  UNION ALL SELECT CASE u.source WHEN 'ledger' THEN 'lookup' WHEN 'batch' THEN 'batch_use' ELSE 'deleted_batch' END,
    u.at, u.num, u.kind, u.id, u.batch, b.file, u.identifiers, u.found, u.reused, 0, u.erased, '{}', u.credits,
    u.by_user, u.machine, u.purpose
  FROM uses u LEFT JOIN batches b ON b.id = u.batch) AS log`);

export async function selectLog<S extends string>(
  db: Db,
  condition: LiteralSql<S>,
  ...values: readonly BoundValue[]
): Promise<LogEntry[]> {
  type Row = LogEntry & { readonly num: number; readonly reasons: string };
  const rows: Row[] = await db.all(
    composedSql(`SELECT * FROM ${LOG} WHERE ${condition} ORDER BY at, num`),
    ...values,
  );
  return rows.map(({ num: _, reasons, ...entry }) => {
    const { erased = 0 } = JSON.parse(reasons) as { erased?: number };
    return { ...entry, erased: entry.erased + erased };
  });
}

/** Stores what the log says of a batch that is about to be deleted: its numbers, without its file and identifiers. */
export async function storeUseOfDeleted(db: Db, batch: number): Promise<void> {
  const [entry] = await selectLog(db, "request = 'batch' AND num = $1", batch);
  if (entry === undefined) return;
  const { at, kind, batch: id, identifiers, found, reused, erased, credits } = entry;
  await db.run(
    `INSERT INTO uses (at, source, kind, batch, identifiers, found, reused, erased, credits, by_user, machine, purpose)
     VALUES ($1, 'deleted', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    ...[at, kind, id, identifiers, found, reused, erased, credits],
    ...[entry.user, entry.machine, entry.purpose],
  );
}

const IS_ENDED = literalSql("state NOT IN ('asking', 'doubtful')");

/**
 * Forgets the identifiers of ended lookups, whose rows still count. Returns how many rows lost one.
 * `idsOrMoment`: the ids, or the moment (epoch ms) before which they were asked for.
 */
export async function forgetIdentifiers(
  db: Db,
  idsOrMoment: readonly string[] | number,
): Promise<number> {
  const [lookups, uses] = composeIdConditions(idsOrMoment);
  const sql = {
    lookups: composedSql(`UPDATE lookups SET id = '' WHERE ${lookups}`),
    uses: composedSql(`UPDATE uses SET id = '' WHERE ${uses}`),
  };
  return (await db.run(sql.lookups, idsOrMoment)) + (await db.run(sql.uses, idsOrMoment));
}

/** Returns how many rows `forgetIdentifiers` would change. */
export async function countIdentifiers(
  db: Db,
  idsOrMoment: readonly string[] | number,
): Promise<number> {
  const [lookups, uses] = composeIdConditions(idsOrMoment);
  return (
    (await db.number(
      composedSql(`SELECT count(*) AS n FROM lookups WHERE ${lookups}`),
      idsOrMoment,
    )) + (await db.number(composedSql(`SELECT count(*) AS n FROM uses WHERE ${uses}`), idsOrMoment))
  );
}

/**
 * Returns the SQL conditions of the rows that lose their identifier. A lookup keeps it as long as the undelivered copy
 * of its record, which a purge removes by its own age.
 */
function composeIdConditions(
  idsOrMoment: readonly string[] | number,
): readonly [lookups: string, uses: string] {
  return typeof idsOrMoment === 'number'
    ? [
        `id <> '' AND begun_at < $1 AND ${IS_ENDED} AND (data IS NULL OR fetched_at < $1)`,
        "id <> '' AND at < $1",
      ]
    : [`id = ANY ($1::text[]) AND ${IS_ENDED}`, 'id = ANY ($1::text[])'];
}
