import type { Database } from '../../../../sqlite/index.js';
import type { Claim, ShownPrice } from '../../../operations/balances.js';
import { toClaim } from '../../../rows/spending-rows.js';
import {
  AT_RISK_IN_JOB,
  FOUND_BY_JOB,
  MAY_HAVE_COST,
  PRICE_KIND,
  WAS_SENT,
} from '../spending/charged-records.js';
import { KEYS_OF_ACCOUNT } from './requests.js';

/** What requests were charged, or may have been, by kind and price. */
export function createCharges(db: Database) {
  const inJobs = `SELECT j.kind, j.price, total(${FOUND_BY_JOB} + ${AT_RISK_IN_JOB}) AS n FROM jobs j
    WHERE ${WAS_SENT}`;
  const inPast = 'SELECT kind, price, total(iif(doubtful, items, found)) FROM past_jobs';
  const inLookups = `SELECT ${PRICE_KIND}, l.price, count(*) AS n FROM lookups l WHERE ${MAY_HAVE_COST}`;
  const within = db.prepare(
    `${inJobs} AND j.submitted_at >= ?1 AND j.submitted_at < ?2 GROUP BY 1, 2
     UNION ALL ${inPast} WHERE submitted_at >= ?1 AND submitted_at < ?2 GROUP BY 1, 2
     UNION ALL ${inLookups} AND l.begun_at >= ?1 AND l.begun_at < ?2 GROUP BY 1, 2`,
  );
  const after = db.prepare(
    `${inJobs} AND j.begun_tick > ? GROUP BY 1, 2
     UNION ALL ${inPast} WHERE begun_tick > ? GROUP BY 1, 2
     UNION ALL ${inLookups} AND l.begun_tick > ? GROUP BY 1, 2`,
  );
  const inBatch = db.prepare(`${inJobs} AND j.batch = ? AND j.begun_tick > ? GROUP BY 1, 2`);
  const inSession = db.prepare(
    `SELECT ${PRICE_KIND} AS kind, l.price, count(*) AS n FROM lookups l
     WHERE ${MAY_HAVE_COST} AND l.holder = ? GROUP BY 1, 2`,
  );
  return {
    /** Of requests that began between these moments (epoch ms). */
    within: (from: number, to: number): Claim[] => within.all(from, to).map(toClaim),
    lastBefore: createLastBefore(db),
    /** Of requests that began after this tick. */
    after: (tick: number): Claim[] => after.all(tick, tick, tick).map(toClaim),
    /** Of jobs of a batch that began after this tick. */
    inBatch: (batch: number, tick: number): Claim[] => inBatch.all(batch, tick).map(toClaim),
    /** Of the single lookups of a session. */
    inSession: (holder: string): Claim[] => inSession.all(holder).map(toClaim),
    ...createOutstanding(db),
    /** Without its identifiers, so that a later balance can still be explained. */
    keepChargesOf(batch: number): void {
      db.prepare(
        `INSERT INTO past_jobs (key_fingerprint, kind, submitted_at, begun_tick, ended_tick, found, items, doubtful, price, ended_at)
         SELECT b.key_fingerprint, j.kind, j.submitted_at, j.begun_tick, j.ended_tick, ${FOUND_BY_JOB}, j.items,
           j.state = 'abandoned', j.price, j.seen_at
         FROM jobs j JOIN batches b ON b.num = j.batch
         WHERE j.batch = ? AND ${WAS_SENT} AND j.begun_tick IS NOT NULL AND j.ended_tick IS NOT NULL`,
      ).run(batch);
    },
    price: createPricing(db),
  };
}

/** What a balance that is read now may lack. */
function createOutstanding(db: Database) {
  // CROSS JOIN makes SQLite go from the few jobs to their items.
  const inItems = `SELECT j.kind, j.price, count(*) AS n FROM jobs j
    CROSS JOIN items i ON i.batch = j.batch AND i.job = j.seq WHERE ${WAS_SENT}`;
  const open = db.prepare(
    `${inItems} AND i.answer IS NULL
       AND (j.state IN ('submitting', 'accepted', 'unconfirmed') OR j.state = 'abandoned' AND j.ended_at > ?)
     GROUP BY 1, 2
     UNION ALL SELECT ${PRICE_KIND}, l.price, count(*) FROM lookups l
     WHERE l.state IN ('asking', 'doubtful') GROUP BY 1, 2`,
  );
  const recent = db.prepare(
    `${inItems} AND (j.state = 'accepted' OR j.seen_at > ?1) AND i.answer = 'found' GROUP BY 1, 2
     UNION ALL SELECT ${PRICE_KIND}, l.price, count(*) FROM lookups l
     WHERE l.state = 'found' AND l.ended_at > ?1 GROUP BY 1, 2`,
  );
  return {
    /** Of what was sent and has no answer, also what was given up after this moment (epoch ms): it may go on. */
    open: (givenUpSince: number): Claim[] => open.all(givenUpSince).map(toClaim),
    /** Records of jobs that run, or that were answered after this moment (epoch ms). */
    recent: (since: number): Claim[] => recent.all(since).map(toClaim),
  };
}

/** When the last request before a moment began (epoch ms); 0 if there is none. */
function createLastBefore(db: Database) {
  const lastBefore = db.prepare(
    `SELECT max(coalesce((SELECT max(submitted_at) FROM jobs WHERE submitted_at < ?1), 0),
       coalesce((SELECT max(submitted_at) FROM past_jobs WHERE submitted_at < ?1), 0),
       coalesce((SELECT max(begun_at) FROM lookups WHERE begun_at < ?1), 0)) AS at`,
  );
  return (at: number): number => Number(lastBefore.get(at)?.['at']);
}

/** Where the requests are, the kind that each is priced by, and which belong to an account. */
const PLACES = [
  {
    table: 'jobs',
    kind: 'kind',
    own: `batch IN (SELECT num FROM batches WHERE key_fingerprint IN (${KEYS_OF_ACCOUNT}))`,
    sent: "state <> 'planned'",
  },
  {
    table: 'lookups',
    kind: "iif(way = 'realtime', 'realtime', kind)",
    own: `key_fingerprint IN (${KEYS_OF_ACCOUNT})`,
    sent: "state <> 'free'",
  },
  {
    table: 'past_jobs',
    kind: 'kind',
    own: `key_fingerprint IN (${KEYS_OF_ACCOUNT})`,
    sent: 'true',
  },
];

/** Writes down what requests of an account turned out to cost. */
function createPricing(db: Database) {
  const settingWhere = (which: string) =>
    PLACES.map(({ table, kind, own, sent }) =>
      db.prepare(
        `UPDATE ${table} SET price = ?1 WHERE ${sent} AND ${which} AND ${kind} = ?2
           AND begun_tick > ?3 AND begun_tick < ?4 AND ${own.replace('?', '?5')}`,
      ),
    );
  const [first, cheaper] = [settingWhere('price IS NULL'), settingWhere('price < ?1')];
  return (account: string, all: readonly ShownPrice[]): void => {
    for (const { kind, price, since, until, isFirst } of all)
      for (const update of isFirst ? first : cheaper)
        update.run(price, kind, since, until, account);
  };
}
