import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../clock.js';
import { ConfereError } from '../../errors.js';
import { chooseEngine } from '../../sqlite/engine.js';
import type { Db, Holders } from '../db.js';
import type { HeldLock, HeldWork, Ledger, Settler } from '../ledger.js';
import { createHolders, lockBatch } from '../sqlite/locks.js';
import type { Pool } from './pool.js';

/** How long (ms) a lease lasts from its last renewal, in the time of the database, and how often it is renewed. */
export const LEASE = 30_000;
const RENEWED_EVERY = 10_000;

/** No request lives longer (ms), so that what a dead holder asked for has ended this long after its lease. */
export const REQUEST_TIME = 60_000;

/** A session's lease stays this long (ms), so that its end can be told from its absence. */
const FORGOTTEN_AFTER = 86_400_000;

/** A lease, and its number (its fence). */
interface Lease {
  readonly name: string;
  readonly fence: number;
}

/** This machine: its name for those who wait, and one that distinguishes it, and this run of it, from all others. */
interface ThisMachine {
  readonly host: string;
  readonly machine: () => string;
}

interface BatchLease extends Lease {
  readonly batchId: string;
}

export type Leases = ReturnType<typeof createLeases>;

/** What this process holds. `folder`: of the ledger on this machine, whose dead processes are known by their locks. */
export function createLeases(pool: Pool, folder: string, clock: Pick<Clock, 'uptime'>) {
  const { host } = clock.uptime();
  let name: string | undefined;
  const here: ThisMachine = { host, machine: () => (name ??= machineName(folder, clock)) };
  const held = createHeld(pool);
  const sessions = createHolders(join(folder, 'lookups'), chooseEngine());
  return {
    ...batchLeases(pool, held, here),
    /** The sessions of single lookups, for a transaction. */
    holdersIn: (session: Db): Holders => ({
      async hold(holder) {
        // The lock is taken before, so that the lease never stands alone.
        sessions.hold(holder);
        held.keep(await beginSession(session, `session ${holder}`, here));
      },
      async lives(holder) {
        const own = `session ${holder}`;
        if (held.has(own)) return true;
        const by = await mayLive(session, own);
        return by !== undefined && (by !== here.machine() || sessions.lives(holder));
      },
    }),
    /** Takes a lease of any name; undefined while another process has it. */
    async holdName(own: string): Promise<HeldLock | undefined> {
      const fence = await pool.beside((session) => takeName(session, own, host));
      return fence === undefined ? undefined : held.keep({ name: own, fence });
    },
    /** Whether this process has the lease of this name, as far as it knows. */
    holds: held.has,
    async close() {
      await held.dropAll();
      sessions.releaseAll();
    },
  };
}

function batchLeases(pool: Pool, held: ReturnType<typeof createHeld>, here: ThisMachine) {
  const batches = new Map<number, BatchLease>();
  return {
    /**
     * Holds a batch against this machine by a lock in `own` that ends with its process, and against others by a lease. Whoever has
     * the lock need not wait for the lease of an earlier process of this machine. @throws ConfereError `batch_held`
     */
    async holdBatch(batchId: string, own: string): Promise<HeldLock> {
      const lock = await lockBatch(own, batchId, chooseEngine());
      try {
        const by = { host: here.host, machine: here.machine() };
        const { num, ...lease } = await pool.write((session) => take(session, batchId, by));
        const kept = held.keep(lease);
        if (num !== null) batches.set(num, { ...lease, batchId });
        return {
          release: async () => {
            if (num !== null) batches.delete(num);
            await kept.release();
            await lock.release();
          },
        };
      } catch (error) {
        await lock.release();
        throw error;
      }
    },
    /**
     * Renews the lease of a batch that this process held in a transaction that changes it: one that stood still and lost it
     * changes nothing. @throws ConfereError `batch_lost`
     */
    guard: async (session: Db, batch: number): Promise<void> => {
      const own = batches.get(batch);
      if (own !== undefined) await renewOrLose(session, own);
    },
    /** Renews the lease of a batch, or of the session of a single lookup. @throws ConfereError `batch_lost`, `lookup_under_way` */
    confirm: async (of: HeldWork): Promise<void> => {
      if ('batch' in of) {
        const own = batches.get(of.batch);
        if (own !== undefined) await pool.beside((session) => renewOrLose(session, own));
      } else if (!(await pool.write((session) => renewForLookup(session, of.lookup))))
        throw new ConfereError('lookup_under_way', {});
    },
  };
}

/** The leases of this process, which are renewed beside its work until they are given back. */
function createHeld(pool: Pool) {
  const held = new Map<string, Lease>();
  let timer: NodeJS.Timeout | undefined;
  let isBusy = false;
  /** A failure is told by the next transaction, or the next renewal succeeds. */
  const renewAll = async (): Promise<void> => {
    if (isBusy || held.size === 0) return;
    isBusy = true;
    await pool.beside((session) => renew(session, [...held.values()])).catch(() => undefined);
    isBusy = false;
  };
  const drop = async (leases: readonly Lease[]): Promise<void> => {
    for (const { name } of leases) held.delete(name);
    // A database that cannot be reached ends them by itself.
    await pool.beside((session) => remove(session, leases)).catch(() => undefined);
  };
  return {
    has: (name: string) => held.has(name),
    keep(lease: Lease): HeldLock {
      held.set(lease.name, lease);
      timer ??= setInterval(() => void renewAll(), RENEWED_EVERY).unref();
      return { release: () => drop([lease]) };
    },
    async dropAll(): Promise<void> {
      clearInterval(timer);
      if (held.size > 0) await drop([...held.values()]);
    },
  };
}

/** A name that a copy of the folder on another machine does not have, nor this machine after its next start. */
function machineName(folder: string, clock: Pick<Clock, 'uptime'>): string {
  const { host, boot } = clock.uptime();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'machine');
  let stored: string = randomUUID();
  try {
    writeFileSync(path, stored, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    // Another process that is just making it has a name of its own once.
    stored = readFileSync(path, 'utf8') || stored;
  }
  return `${stored} ${host} ${boot}`;
}

/**
 * Takes the lease of a batch, unless another one lasts. After one that was not given back, what may be on its way must have
 * ended: with a submission without an outcome, a request's time after it. One of this machine is taken over at once.
 */
async function take(
  session: Db,
  batchId: string,
  { host, machine }: { readonly host: string; readonly machine: string },
) {
  const name = `batch ${batchId}`;
  const taken = await session.first<{ fence: number; num: number | null }>(
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
  if (taken === undefined)
    throw new ConfereError('batch_held', { batch: batchId, by: await holderOf(session, name) });
  return { name, ...taken };
}

/** Returns the number of the lease; undefined while another one lasts. */
async function takeName(session: Db, name: string, host: string): Promise<number | undefined> {
  const row = await session.first<Lease>(
    `INSERT INTO leases (name, fence, host, since, until)
     VALUES ($1, nextval('fences'), $2, now_ms(), now_ms() + $3)
     ON CONFLICT (name) DO UPDATE SET fence = excluded.fence, host = excluded.host,
       since = excluded.since, until = excluded.until
       WHERE leases.until <= now_ms()
     RETURNING fence`,
    ...[name, host, LEASE],
  );
  return row?.fence;
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
async function renewOrLose(session: Db, own: BatchLease): Promise<void> {
  if (await renew(session, [own])) return;
  const by = await holderOf(session, own.name);
  throw new ConfereError('batch_lost', { batch: own.batchId, by });
}

/** Null where nobody holds it now. */
async function holderOf(session: Db, name: string): Promise<Settler | null> {
  const sql = 'SELECT host, since FROM leases WHERE name = $1';
  return (await session.first<Settler>(sql, name)) ?? null;
}

/** The lease of a session, which nobody else takes. */
async function beginSession(
  session: Db,
  name: string,
  { host, machine }: ThisMachine,
): Promise<Lease> {
  await session.run(
    "DELETE FROM leases WHERE name LIKE 'session %' AND until + $1 < now_ms()",
    FORGOTTEN_AFTER,
  );
  const fence = await session.number(
    `INSERT INTO leases (name, fence, host, since, until, machine)
     VALUES ($1, nextval('fences'), $2, now_ms(), now_ms() + $3, $4)
     ON CONFLICT (name) DO UPDATE SET until = excluded.until RETURNING fence AS n`,
    ...[name, host, LEASE, machine()],
  );
  return { name, fence };
}

/** The machine of a session that may still live: a request's time must have passed after the end of its lease. */
async function mayLive(session: Db, name: string): Promise<string | undefined> {
  const row = await session.first<{ machine: string }>(
    'SELECT machine FROM leases WHERE name = $1 AND until + $2 > now_ms()',
    ...[name, REQUEST_TIME],
  );
  return row?.machine;
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

/** A lease says who settles what of an account, so it ends when its holder has died. All in this process share it. */
export function createPauses(
  pool: Pool,
  leases: Pick<Leases, 'holdName' | 'holds'>,
): Pick<Ledger, 'pauseOthers' | 'pausedBy' | 'atWork'> {
  const shared = new Map<string, { readonly lease: HeldLock; users: number }>();
  return {
    async pauseOthers(account) {
      const name = `settling ${account}`;
      const lease = shared.get(name)?.lease ?? (await leases.holdName(name));
      if (lease === undefined) return undefined;
      const own = shared.get(name) ?? { lease, users: 0 };
      own.users += 1;
      shared.set(name, own);
      return {
        async release() {
          own.users -= 1;
          if (own.users > 0) return;
          shared.delete(name);
          await own.lease.release();
        },
      };
    },
    async pausedBy(account) {
      const name = `settling ${account}`;
      if (leases.holds(name)) return undefined;
      const sql = 'SELECT host, since FROM leases WHERE name = $1 AND until > now_ms()';
      return pool.read((session) => session.first<Settler>(sql, name));
    },
    async atWork(ids) {
      const names = ids.map((id) => `batch ${id}`).filter((name) => !leases.holds(name));
      const sql = 'SELECT name FROM leases WHERE name = ANY ($1) AND until > now_ms()';
      const rows = await pool.read((session) => session.all<Lease>(sql, names));
      return rows.map(({ name }) => name.slice('batch '.length));
    },
  };
}

type Begins = Pick<Ledger, 'beginLookup' | 'beginSubmission' | 'endLookup' | 'keepOutcome'>;

/**
 * A process that stood still for longer than a lease must not send what it had begun, which others count as lost: it is taken
 * back and begun anew.
 */
export function beginInTime(
  operations: Begins,
  clock: Pick<Clock, 'uptime'>,
): Pick<Begins, 'beginLookup' | 'beginSubmission'> {
  const isLate = (since: number) => clock.uptime().ms - since > LEASE;
  const begins: Pick<Begins, 'beginLookup' | 'beginSubmission'> = {
    async beginSubmission(request) {
      const since = clock.uptime().ms;
      const verdict = await operations.beginSubmission(request);
      if (verdict.verdict !== 'begun' || !isLate(since)) return verdict;
      const { job } = verdict;
      const insteadOf = request.job;
      await operations.keepOutcome(request.batch, job, { is: 'refused', insteadOf }, request.at);
      // What was given up for it is in doubt again; what was proved or left out is planned.
      return begins.beginSubmission({ ...request, proved: false, resubmits: job !== insteadOf });
    },
    async beginLookup(wanted) {
      const since = clock.uptime().ms;
      const verdict = await operations.beginLookup(wanted);
      if (verdict.verdict !== 'ask' || !isLate(since)) return verdict;
      await operations.endLookup(verdict.num, { is: 'free' });
      return begins.beginLookup(wanted);
    },
  };
  return begins;
}
