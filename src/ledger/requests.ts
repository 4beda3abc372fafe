import type { IdentifierKind } from '../identifiers/index.js';
import { composedSql, literalSql, type Sql } from '../sqlite/sql.js';
import type { Prices } from './claims.js';
import type { Db, LedgerEngine } from './db.js';
import { IS_UNDER_WAY } from './job-states.js';

/**
 * Settings of the user about the account: prices in credits, and how it is charged (contract, "Profiles and defaults").
 */
export interface AccountTerms extends Partial<Prices> {
  /** Other programs use the account, too. */
  readonly shared?: boolean;
  /** Epoch ms at which the user last set one of these settings, even to the value that it had. */
  readonly setAt?: number;
  /** The settle time of a job apart from its identifiers (ms), where it is not the default. */
  readonly settle?: number;
  /** The service is the sandbox inside this process, whose balance shows every charge at once. */
  readonly chargesShowAtOnce?: boolean;
}

/** How many identifiers of jobs were answered, and how many of these were found. */
export type HitRates = Readonly<
  Record<IdentifierKind, { readonly answered: number; readonly found: number }>
>;

export function requestsOperations({ read }: LedgerEngine) {
  return {
    /** Counts the answers of ended jobs, also of deleted batches. */
    readHitRates: read(readHitRates),
  };
}

/** SQL for the keys with which the balance of the account `$1` was read. */
export const KEYS_OF_ACCOUNT = 'SELECT key_fingerprint FROM readings WHERE account = $1';

const composeItemCount = (answer: 'found' | 'waiting') =>
  literalSql(
    `coalesce((SELECT i.${answer} FROM items i WHERE i.batch = j.batch AND i.seq = j.seq), 0)`,
  );

/** SQL for the records that the job `j` is known to have found: the service's counter may lag behind its results. */
export const FOUND_BY_JOB = literalSql(`greatest(j.found, ${composeItemCount('found')})`);

/** SQL for the kind by which the lookup `l` is priced. */
const KIND_OF_LOOKUP = "CASE WHEN l.way = 'realtime' THEN 'realtime' ELSE l.kind END";

/**
 * SQL for every request that was sent, with counts of its records. `found`: known to be found. `open`: may still be
 * found, or may have been found without our knowledge. `given_up`: may have been found before the user gave the request
 * up. A job with open records is never deleted. `alive_at`: when the service was last known to work on the request.
 */
export const REQUESTS =
  literalSql(`(SELECT 'batch' AS source, j.batch, NULL::text AS holder, b.key_fingerprint, j.kind, j.state,
    j.price, j.submitted_at AS begun_at, j.begun_tick, j.ended_tick, j.seen_at AS ended_at, j.items,
    greatest(coalesce(j.submitted_at, 0), coalesce(j.accepted_at, 0), coalesce(j.seen_at, 0)) AS alive_at,
    ${FOUND_BY_JOB} AS found, CASE WHEN j.${IS_UNDER_WAY} THEN ${composeItemCount('waiting')} ELSE 0 END AS open,
    CASE WHEN j.state = 'abandoned' THEN greatest(0, j.items - ${FOUND_BY_JOB}) ELSE 0 END AS given_up,
    (j.state IN ('unconfirmed', 'abandoned'))::integer AS doubtful
  FROM jobs j JOIN batches b ON b.num = j.batch WHERE j.state <> 'planned'
  UNION ALL SELECT 'deleted', NULL, NULL, key_fingerprint, kind, 'ended', price, submitted_at, begun_tick,
    ended_tick, ended_at, items, submitted_at, found, 0,
    CASE WHEN doubtful = 1 THEN greatest(0, items - found) ELSE 0 END, doubtful
  FROM past_jobs
  UNION ALL SELECT 'lookups', NULL, l.holder, l.key_fingerprint, ${KIND_OF_LOOKUP}, l.state, l.price, l.begun_at,
    l.begun_tick, l.ended_tick, l.ended_at, 1, l.begun_at, (l.state = 'found')::integer,
    (l.state IN ('asking', 'doubtful'))::integer, (l.state = 'given_up')::integer,
    (l.state IN ('doubtful', 'given_up'))::integer
  FROM lookups l) AS requests`);

/** Stores the requests of a batch that is about to be removed, so that limits and the balance book still count them. */
export async function storeRequestsOfBatch(db: Db, batch: number): Promise<void> {
  await db.run(
    `INSERT INTO past_jobs (key_fingerprint, kind, submitted_at, begun_tick, ended_tick, found, items,
       doubtful, price, ended_at)
     SELECT key_fingerprint, kind, begun_at, begun_tick, ended_tick, found, items, doubtful, price, ended_at
     FROM ${REQUESTS} WHERE batch = $1 AND begun_tick IS NOT NULL AND ended_tick IS NOT NULL`,
    batch,
  );
}

/**
 * Returns the hit rates. A deleted job has no count of its answers, so all of its items count, and one in doubt does
 * not count.
 */
export async function readHitRates(db: Db): Promise<HitRates> {
  const rows: (HitRates['cpf'] & { kind: IdentifierKind })[] = await db.all(
    `SELECT kind, sum(found) AS found, sum(answered) AS answered FROM (
       SELECT kind, found, found + not_found AS answered FROM jobs WHERE state IN ('done', 'failed')
       UNION ALL SELECT kind, found, items FROM past_jobs WHERE doubtful = 0) AS ended
     GROUP BY kind`,
  );
  const noAnswers = { answered: 0, found: 0 };
  const known = rows.map(({ kind, found, answered }) => [kind, { answered, found }]);
  return { cpf: noAnswers, cnpj: noAnswers, ...(Object.fromEntries(known) as Partial<HitRates>) };
}

/** How late (ms) the balance may show the charge of a request that has ended (contract, "Money" 2). */
const BALANCE_LAG = 120_000;

/**
 * The settle time (ms) of a job, apart from its identifiers, and the number of identifiers that doubles it (contract,
 * "Money" 2).
 */
const SETTLE_JOB = 660_000;
const DOUBLED_AT = 3_300;

/** Returns how long (ms) the service may still charge a job after its outcome became unknown. */
export function computeSettleTime(items: number, settle = SETTLE_JOB): number {
  return Math.round(settle * (1 + items / DOUBLED_AT));
}

/** Returns how late (ms) the balance may be, which is also the settle time of a lookup. */
export function computeLag({ settle = SETTLE_JOB }: AccountTerms): number {
  return Math.min(BALANCE_LAG, settle);
}

/** Ms. A stored time that is further in the future was written by a wrong clock, so nothing waits for it. */
export const MAX_AHEAD = 3_600_000;

/**
 * Returns SQL for whether a request may still be charged at `at`. `lookup`, `job`: their settle times (ms), apart from
 * identifiers.
 */
export function composeIsOpen(at: '$2' | '$3', lookup: '$3' | '$4', job: '$4' | '$5'): Sql {
  const settle = `CASE WHEN source = 'lookups' THEN ${lookup} ELSE ${job} * (1 + items / ${DOUBLED_AT}.0) END`;
  return composedSql(
    `(doubtful = 0 AND ended_tick IS NULL OR doubtful = 1 AND alive_at + ${settle} > ${at})`,
  );
}
