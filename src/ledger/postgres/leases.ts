import { ConfereError } from '../../errors.js';
import type { Holders } from '../tables/index.js';
import type { HeldLock, HeldWork } from '../operations/index.js';
import type { Pool } from './connection/pool.js';
import type { Db } from '../db/db.js';
import type { Holders as LocalHolders } from '../sqlite/holders.js';

/** How often (ms) leases are renewed beside the work. */
const RENEWED_EVERY = 10_000;

/** What this process holds. Of all machines one holds a batch; a session of single lookups is of one process. */
export interface Leases {
  /**
   * Takes the lease of a batch. No other process of this machine may hold the batch now, so that a lease of its own has
   * no holder any more.
   *
   * @throws ConfereError `batch_held` with the machine that holds it, and since when
   */
  holdBatch(batchId: string): Promise<HeldLock>;
  /**
   * Renews the lease of a batch inside a transaction that changes it; does nothing if this process never held it. The
   * lease has a number (its fence), so that one that stood still and lost it changes nothing.
   *
   * @throws ConfereError `batch_lost`
   */
  guard(session: Db, batch: number): Promise<void>;
  /**
   * Renews the lease of a batch, or that of the session of a single lookup.
   *
   * @throws ConfereError `batch_lost`, `lookup_under_way` if another process may have succeeded this one
   */
  confirm(of: HeldWork): Promise<void>;
  /** The sessions of single lookups, as tables of a transaction. */
  holdersIn(session: Db): Holders;
  /** Takes a lease of any name; undefined while another process has it. */
  holdName(name: string): Promise<HeldLock | undefined>;
  /** Whether this process has the lease of this name, as far as it knows. */
  holds(name: string): boolean;
  close(): Promise<void>;
}

interface HeldBatchLease {
  readonly lease: Lease;
  readonly batchId: string;
}

export function createLeases(pool: Pool, here: ThisMachine): Leases {
  const { host, machine } = here;
  const held = new Map<string, Lease>();
  const batches = new Map<number, HeldBatchLease>();
  const renewal = renewEvery(pool, held);
  const drop = async (leases: readonly Lease[]): Promise<void> => {
    for (const { name } of leases) held.delete(name);
    // A database that cannot be reached ends them by itself.
    await pool.beside((session) => remove(session, leases)).catch(() => undefined);
  };
  const keep = (lease: Lease): HeldLock => {
    held.set(lease.name, lease);
    renewal.begin();
    return { release: () => drop([lease]) };
  };
  return {
    async holdBatch(batchId) {
      const by = { host, machine: machine() };
      const { num, ...lease } = await pool.write((session) => take(session, batchId, by));
      const { release } = keep(lease);
      if (num !== null) batches.set(num, { lease, batchId });
      return {
        release: async () => {
          if (num !== null) batches.delete(num);
          await release();
        },
      };
    },
    async guard(session, batch) {
      const own = batches.get(batch);
      if (own !== undefined) await renewOrLose(session, own);
    },
    async confirm(of) {
      if ('batch' in of) {
        const own = batches.get(of.batch);
        if (own !== undefined) await pool.beside((session) => renewOrLose(session, own));
      } else if (!(await pool.write((session) => renewForLookup(session, of.lookup))))
        throw new ConfereError('lookup_under_way', {});
    },
    async holdName(name) {
      const fence = await pool.beside((session) => takeName(session, name, host));
      return fence === undefined ? undefined : keep({ name, fence });
    },
    holds: (name) => held.has(name),
    holdersIn: (session) => ({
      async hold(holder) {
        keep(await beginSession(session, holder, here));
      },
      lives: async (holder) =>
        held.has(sessionName(holder)) || (await mayLive(session, holder, here)),
    }),
    async close() {
      renewal.end();
      if (held.size > 0) await drop([...held.values()]);
      here.holders.releaseAll();
    },
  };
}

/**
 * Takes the lease of a batch, unless another one lasts. After one that was not given back, what may still be on its way
 * must have ended: with a submission that has no outcome, a request's time after the lease. One of this machine is taken
 * over at once.
 */
async function take(
  session: Db,
  batchId: string,
  { host, machine }: { readonly host: string; readonly machine: string },
) {
  const name = `batch ${batchId}`;
  const row = await session.first(
    `INSERT INTO leases (name, fence, host, since, until, machine)
     VALUES ($1, nextval('fences'), $2, now_ms(), now_ms() + $3, $6)
     ON CONFLICT (name) DO UPDATE
       SET fence = excluded.fence, host = excluded.host, since = excluded.since, until = excluded.until,
         machine = excluded.machine
       WHERE leases.machine = $6 OR leases.until + $4 <= now_ms() OR (leases.until <= now_ms() AND NOT EXISTS (
         SELECT 1 FROM jobs j JOIN batches b ON b.num = j.batch
         WHERE b.id = $5 AND j.state = 'submitting'))
     RETURNING fence, (SELECT num FROM batches WHERE id = $5) AS num`,
    ...[name, host, LEASE, REQUEST_TIME, batchId, machine],
  );
  if (row === undefined)
    throw new ConfereError('batch_held', { batch: batchId, by: await holderOf(session, name) });
  return { name, fence: row['fence'] as number, num: row['num'] as number | null };
}

/** Returns the number of the lease; undefined while another one lasts. */
async function takeName(session: Db, name: string, host: string): Promise<number | undefined> {
  const row = await session.first(
    `INSERT INTO leases (name, fence, host, since, until)
     VALUES ($1, nextval('fences'), $2, now_ms(), now_ms() + $3)
     ON CONFLICT (name) DO UPDATE SET fence = excluded.fence, host = excluded.host,
       since = excluded.since, until = excluded.until
       WHERE leases.until <= now_ms()
     RETURNING fence`,
    ...[name, host, LEASE],
  );
  return row?.['fence'] as number | undefined;
}

/** Returns whether all of them are still ours. One that nobody took after its end is. */
async function renew(session: Db, leases: readonly Lease[]): Promise<boolean> {
  const renewed = await session.run(
    `UPDATE leases l SET until = now_ms() + $1
     FROM unnest($2::text[], $3::bigint[]) AS own (name, fence)
     WHERE l.name = own.name AND l.fence = own.fence`,
    ...[LEASE, leases.map(({ name }) => name), leases.map(({ fence }) => fence)],
  );
  return renewed === leases.length;
}

async function remove(session: Db, leases: readonly Lease[]): Promise<void> {
  await session.run(
    `DELETE FROM leases l USING unnest($1::text[], $2::bigint[]) AS own (name, fence)
     WHERE l.name = own.name AND l.fence = own.fence`,
    ...[leases.map(({ name }) => name), leases.map(({ fence }) => fence)],
  );
}

/** @throws ConfereError `batch_lost` */
async function renewOrLose(session: Db, { lease, batchId }: HeldBatchLease): Promise<void> {
  if (await renew(session, [lease])) return;
  throw new ConfereError('batch_lost', {
    batch: batchId,
    by: await holderOf(session, lease.name),
  });
}

/** Null where nobody holds it now. */
async function holderOf(session: Db, name: string) {
  const row = await session.first('SELECT host, since FROM leases WHERE name = $1', name);
  return row === undefined ? null : { host: row['host'] as string, since: row['since'] as number };
}

/** Renews beside the work. A failure is told by the next transaction, or the next renewal succeeds. */
function renewEvery(pool: Pool, held: ReadonlyMap<string, Lease>) {
  let timer: NodeJS.Timeout | undefined;
  let isBusy = false;
  const renewAll = async (): Promise<void> => {
    if (isBusy || held.size === 0) return;
    isBusy = true;
    await pool.beside((session) => renew(session, [...held.values()])).catch(() => undefined);
    isBusy = false;
  };
  return {
    begin: () => void (timer ??= setInterval(() => void renewAll(), RENEWED_EVERY).unref()),
    end(): void {
      clearInterval(timer);
    },
  };
}

/** How long (ms) a lease lasts from its last renewal, in the time of the database. */
export const LEASE = 30_000;

/** No request lives longer (ms), so that what a dead holder asked for has ended this long after its lease. */
export const REQUEST_TIME = 60_000;

/** A session's lease stays this long (ms), so that its end can be told from its absence. */
const FORGOTTEN_AFTER = 86_400_000;

/** A lease, and its number (its fence). */
interface Lease {
  readonly name: string;
  readonly fence: number;
}

/** This machine, whose dead processes are known without a wait. */
interface ThisMachine {
  /** Its name, for those who wait. */
  readonly host: string;
  /** Distinguishes it, and this run of it, from all others. */
  readonly machine: () => string;
  /** The sessions of its processes; each holds a lock on a file that ends with the process. */
  readonly holders: LocalHolders;
}

function sessionName(holder: string): string {
  return `session ${holder}`;
}

/** The lease of a session, which nobody else takes. Its lock is taken before, so that the lease never stands alone. */
async function beginSession(
  session: Db,
  holder: string,
  { host, machine, holders }: ThisMachine,
): Promise<Lease> {
  holders.hold(holder);
  await session.run(
    "DELETE FROM leases WHERE name LIKE 'session %' AND until + $1 < now_ms()",
    FORGOTTEN_AFTER,
  );
  const name = sessionName(holder);
  const fence = await session.number(
    `INSERT INTO leases (name, fence, host, since, until, machine)
     VALUES ($1, nextval('fences'), $2, now_ms(), now_ms() + $3, $4)
     ON CONFLICT (name) DO UPDATE SET until = excluded.until RETURNING fence AS n`,
    ...[name, host, LEASE, machine()],
  );
  return { name, fence };
}

/**
 * Whether a session of another process may still live. One of this machine is known to be dead when its lock is free;
 * for one of another machine a request's time after its lease must pass.
 */
async function mayLive(
  session: Db,
  holder: string,
  { machine, holders }: ThisMachine,
): Promise<boolean> {
  const row = await session.first(
    'SELECT machine FROM leases WHERE name = $1 AND until + $2 > now_ms()',
    ...[sessionName(holder), REQUEST_TIME],
  );
  if (row === undefined) return false;
  return row['machine'] !== machine() || holders.lives(holder);
}

/** A lookup that somebody doubted, because its session's lease was over, may have been asked for since. */
async function renewForLookup(session: Db, lookup: number): Promise<boolean> {
  const renewed = await session.run(
    `UPDATE leases SET until = now_ms() + $1 FROM lookups l
     WHERE l.num = $2 AND l.state = 'asking' AND leases.name = 'session ' || l.holder`,
    ...[LEASE, lookup],
  );
  return renewed === 1;
}
