import type { Bound, Db, Row } from '../db/db.js';
import type { Claim, PriceKind, Prices, ShownPrice } from '../operations/balances.js';

/** SQL for the keys with which the balance of the account `$1` was read. */
export const KEYS_OF_ACCOUNT = 'SELECT key_fingerprint FROM readings WHERE account = $1';

/** Milliseconds of a UTC day. */
export const DAY = 86_400_000;

export const PRICE_KINDS: readonly PriceKind[] = ['cpf', 'cnpj', 'realtime'];

/** Differences below this come from adding fractions: credits may be fractional (1.5 for a real-time lookup). */
export const TOLERANCE = 1e-6;

/** A row that counts `n` records of a `kind` at a `price`. */
export function toClaim(row: Row): Claim {
  const price = row['price'];
  return {
    kind: row['kind'] as PriceKind,
    price: price == null ? null : Number(price),
    records: Number(row['n']),
  };
}

/** One claim for each kind and price. */
export function summed(claims: readonly Claim[]): Claim[] {
  const all = new Map<string, Claim>();
  for (const claim of claims) {
    const place = `${claim.kind} ${String(claim.price)}`;
    all.set(place, { ...claim, records: claim.records + (all.get(place)?.records ?? 0) });
  }
  return [...all.values()];
}

/** Credits of these records. */
export function creditsOf(claims: readonly Claim[], unpriced: Prices): number {
  return claims.reduce(
    (sum, { kind, price, records }) => sum + records * (price ?? unpriced[kind]),
    0,
  );
}

/** SQL for the condition that the job `j` was sent. */
export const WAS_SENT = "j.state <> 'planned'";

/** SQL for how many identifiers of the job `j` have an answer. */
const inJob = (answer: 'found' | 'waiting') =>
  `coalesce((SELECT i.${answer} FROM items i WHERE i.batch = j.batch AND i.seq = j.seq), 0)`;

/** SQL for the records that the job `j` is known to have found: its counter may lag behind its results. */
export const FOUND_BY_JOB = `greatest(j.found, ${inJob('found')})`;

/** SQL for the records that `j` may have found besides, or may still find, while nothing is decided about it. */
export const OPEN_IN_JOB = `CASE WHEN j.state IN ('submitting', 'accepted', 'unconfirmed')
  THEN ${inJob('waiting')} ELSE 0 END`;

/** SQL for the records that `j` may have found besides when the user gave it up: it may have been charged whole. */
export const GIVEN_UP_IN_JOB = `CASE WHEN j.state = 'abandoned' THEN greatest(0, j.items - ${FOUND_BY_JOB})
  ELSE 0 END`;

/** SQL for both: a job is either open or given up. */
const AT_RISK_IN_JOB = `(${OPEN_IN_JOB} + ${GIVEN_UP_IN_JOB})`;

/** SQL for the records of the past job that the user gave up: no open job is ever deleted. */
export const GIVEN_UP_IN_PAST_JOB =
  'CASE WHEN doubtful = 1 THEN greatest(0, items - found) ELSE 0 END';

/** SQL for the condition that the lookup `l` was charged, or may have been. */
export const MAY_HAVE_COST = "l.state <> 'free'";

/** SQL for what the lookup `l` is priced by. */
export const PRICE_KIND = "CASE WHEN l.way = 'realtime' THEN 'realtime' ELSE l.kind END";

const IN_JOBS = `SELECT j.kind, j.price, sum(${FOUND_BY_JOB} + ${AT_RISK_IN_JOB}) AS n FROM jobs j
  WHERE ${WAS_SENT}`;
const IN_PAST =
  'SELECT kind, price, sum(CASE WHEN doubtful = 1 THEN items ELSE found END) FROM past_jobs';
const inItems = (answer: 'found' | 'waiting') =>
  `SELECT j.kind, j.price, sum(i.${answer}) AS n FROM jobs j
   JOIN items i ON i.batch = j.batch AND i.seq = j.seq WHERE ${WAS_SENT}`;
const IN_LOOKUPS = `SELECT ${PRICE_KIND}, l.price, count(*) FROM lookups l WHERE ${MAY_HAVE_COST}`;

/** What requests were charged, or may have been, by kind and price. */
export function createCharges(db: Db) {
  const claims = async (sql: string, ...given: Bound[]): Promise<Claim[]> =>
    (await db.all(sql, ...given)).map(toClaim);
  return {
    /** Of requests that began between these moments (epoch ms). */
    within: (from: number, to: number) =>
      claims(
        `${IN_JOBS} AND j.submitted_at >= $1 AND j.submitted_at < $2 GROUP BY 1, 2
         UNION ALL ${IN_PAST} WHERE submitted_at >= $1 AND submitted_at < $2 GROUP BY 1, 2
         UNION ALL ${IN_LOOKUPS} AND l.begun_at >= $1 AND l.begun_at < $2 GROUP BY 1, 2`,
        ...[from, to],
      ),
    /** When the last request before this moment began (epoch ms); 0 if there is none. */
    lastBefore: (at: number): Promise<number> =>
      db.number(
        `SELECT greatest(coalesce((SELECT max(submitted_at) FROM jobs WHERE submitted_at < $1), 0),
           coalesce((SELECT max(submitted_at) FROM past_jobs WHERE submitted_at < $1), 0),
           coalesce((SELECT max(begun_at) FROM lookups WHERE begun_at < $1), 0)) AS n`,
        at,
      ),
    /** Of requests that began after this tick. */
    after: (tick: number) =>
      claims(
        `${IN_JOBS} AND j.begun_tick > $1 GROUP BY 1, 2
         UNION ALL ${IN_PAST} WHERE begun_tick > $1 GROUP BY 1, 2
         UNION ALL ${IN_LOOKUPS} AND l.begun_tick > $1 GROUP BY 1, 2`,
        tick,
      ),
    /** Of jobs of a batch that began after this tick. */
    inBatch: (batch: number, tick: number) =>
      claims(`${IN_JOBS} AND j.batch = $1 AND j.begun_tick > $2 GROUP BY 1, 2`, ...[batch, tick]),
    /** Of the single lookups of a session. */
    inSession: (holder: string) =>
      claims(
        `SELECT ${PRICE_KIND} AS kind, l.price, count(*) AS n FROM lookups l
         WHERE ${MAY_HAVE_COST} AND l.holder = $1 GROUP BY 1, 2`,
        holder,
      ),
    /** Of what was sent and has no answer, also what was given up after this moment (epoch ms): it may go on. */
    open: (givenUpSince: number) =>
      claims(
        `${inItems('waiting')} AND (j.state IN ('submitting', 'accepted', 'unconfirmed')
             OR j.state = 'abandoned' AND j.ended_at > $1)
           GROUP BY 1, 2
         UNION ALL SELECT ${PRICE_KIND}, l.price, count(*) FROM lookups l
         WHERE l.state IN ('asking', 'doubtful') GROUP BY 1, 2`,
        givenUpSince,
      ),
    /** Records of jobs that run, or that were answered after this moment (epoch ms). */
    recent: (since: number) =>
      claims(
        `${inItems('found')} AND (j.state = 'accepted' OR j.seen_at > $1)
           GROUP BY 1, 2
         UNION ALL SELECT ${PRICE_KIND}, l.price, count(*) FROM lookups l
         WHERE l.state = 'found' AND l.ended_at > $1 GROUP BY 1, 2`,
        since,
      ),
    ...createKept(db),
  };
}

/** Keeps charges of deleted batches, and what requests turned out to cost. */
function createKept(db: Db) {
  return {
    /** Without its identifiers, so that a later balance can still be explained. */
    async keepChargesOf(batch: number): Promise<void> {
      await db.run(
        `INSERT INTO past_jobs (key_fingerprint, kind, submitted_at, begun_tick, ended_tick, found, items,
           doubtful, price, ended_at)
         SELECT b.key_fingerprint, j.kind, j.submitted_at, j.begun_tick, j.ended_tick, ${FOUND_BY_JOB},
           j.items, (j.state = 'abandoned')::integer, j.price, j.seen_at
         FROM jobs j JOIN batches b ON b.num = j.batch
         WHERE j.batch = $1 AND ${WAS_SENT} AND j.begun_tick IS NOT NULL AND j.ended_tick IS NOT NULL`,
        batch,
      );
    },
    price: async (account: string, shown: readonly ShownPrice[]) => {
      for (const one of shown) await price(db, account, one);
    },
  };
}

/** Where the requests are, the kind that each is priced by, and which belong to the account `$1`. */
const PLACES = [
  {
    table: 'jobs AS j',
    kind: 'j.kind',
    own: `j.batch IN (SELECT num FROM batches WHERE key_fingerprint IN (${KEYS_OF_ACCOUNT}))`,
    sent: "j.state <> 'planned'",
  },
  {
    table: 'lookups AS l',
    kind: PRICE_KIND,
    own: `l.key_fingerprint IN (${KEYS_OF_ACCOUNT})`,
    sent: "l.state <> 'free'",
  },
  {
    table: 'past_jobs AS p',
    kind: 'p.kind',
    own: `p.key_fingerprint IN (${KEYS_OF_ACCOUNT})`,
    sent: 'true',
  },
];

/** Writes down what requests of an account turned out to cost. */
async function price(db: Db, account: string, shown: ShownPrice): Promise<void> {
  const { kind, price: credits, since, until, isFirst } = shown;
  const which = isFirst ? 'price IS NULL' : 'price < $3';
  for (const { table, sent, kind: ofKind, own } of PLACES)
    await db.run(
      `UPDATE ${table} SET price = $3 WHERE ${sent} AND ${ofKind} = $2 AND ${own}
         AND ${which} AND begun_tick > $4 AND begun_tick < $5`,
      ...[account, kind, credits, since, until],
    );
}
