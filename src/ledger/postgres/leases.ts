import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../base/clock.js';
import { ConfereError } from '../../base/errors.js';
import { chooseEngine } from '../../sqlite/engine.js';
import type { Db, Holders } from '../db.js';
import type { HeldLock, HeldWork, Ledger, Settler } from '../ledger.js';
import { createHolders, lockBatch } from '../sqlite/locks.js';
import type { Pool } from './pool.js';
import { written } from '../../sqlite/sql.js';

/** How long (ms) a lease lasts from its last renewal, in the time of the database, and how often it is renewed. */
export const LEASE = 30_000;
const RENEWED_EVERY = 10_000;

/** No request lives longer (ms), so that what a dead holder asked for has ended this long after its lease. */
export const REQUEST_TIME = 60_000;

/** A session's lease stays this long (ms), so that its end can be told from its absence. */
const FORGOTTEN_AFTER = 86_400_000;

/** `fence`: the number of its taking. */
interface Lease {
  readonly name: string;
  readonly fence: number;
}

/** This machine's name for those who wait, and one that distinguishes it, and this run of it, from all others. */
type Here = Readonly<Record<'host' | 'machine', string>>;

type UptimeClock = Pick<Clock, 'uptime'>;
type Held = ReturnType<typeof createHeld>;
export type Leases = ReturnType<typeof createLeases>;

/** What this process holds. `folder`: of the ledger on this machine, whose dead processes are known by their locks. */
export function createLeases(pool: Pool, folder: string, clock: UptimeClock) {
  const here = { host: clock.uptime().host, machine: machineName(folder, clock) };
  const held = createHeld(pool);
  const sessions = createHolders(join(folder, 'lookups'), chooseEngine());
  return {
    ...batchLeases(pool, held, here),
    ...createPauses(pool, held, here),
    /** The sessions of single lookups, for a transaction. */
    holdersIn: (session: Db): Holders => ({
      async hold(holder) {
        // The lock is taken before, so that the lease never stands alone.
        sessions.hold(holder);
        held.keep(await beginSession(session, `session ${holder}`, here));
      },
      async lives(holder) {
        if (held.of(`session ${holder}`)) return true;
        // A request's time must have passed after the end of its lease.
        const by: { machine: string } | undefined = await session.first(
          'SELECT machine FROM leases WHERE name = $1 AND until + $2 > now_ms()',
          ...[`session ${holder}`, REQUEST_TIME],
        );
        return by !== undefined && (by.machine !== here.machine || sessions.lives(holder));
      },
    }),
    async close() {
      await held.dropAll();
      sessions.releaseAll();
    },
  };
}

function batchLeases(pool: Pool, held: Held, here: Here) {
  const batches = new Map<number, Lease>();
  const renewOrLose = async (session: Db, num: number): Promise<void> => {
    const own = batches.get(num);
    if (own === undefined || (await renew(session, [own]))) return;
    const by = (await holderOf(session, own.name)) ?? null;
    throw new ConfereError('batch_lost', { batch: batchOf(own), by });
  };
  return {
    /** By a lock in `folder` against this machine, and by a lease against others. @throws ConfereError `batch_held` */
    async holdBatch(batch: string, folder: string): Promise<HeldLock> {
      const lock = await lockBatch(folder, batch, chooseEngine());
      try {
        const { num, ...lease } = await pool.write((session) => takeBatch(session, batch, here));
        const kept = held.keep(lease);
        if (num !== null) batches.set(num, lease);
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
    /** One that stood still and lost its batch changes nothing. @throws ConfereError `batch_lost` */
    guard: renewOrLose,
    confirm: async (of: HeldWork): Promise<void> => {
      if ('batch' in of) {
        if (batches.has(of.batch)) await pool.beside((session) => renewOrLose(session, of.batch));
        return;
      }
      // A lookup that somebody doubted, because its session's lease was over, may have been asked for since.
      const sql = `UPDATE leases SET until = now_ms() + $1 FROM lookups l
        WHERE l.num = $2 AND l.state = 'asking' AND leases.name = 'session ' || l.holder`;
      if ((await pool.write((session) => session.run(sql, LEASE, of.lookup))) !== 1)
        throw new ConfereError('lookup_under_way', {});
    },
  };
}

/** The leases of this process, which are renewed beside its work until all who use one have given it back. */
function createHeld(pool: Pool) {
  const held = new Map<string, Lease & { users: number }>();
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
    const sql = `DELETE FROM leases l USING ${OWN}`;
    // A database that cannot be reached ends them by itself.
    await pool.beside((session) => session.run(sql, ...listed(leases))).catch(() => undefined);
  };
  return {
    of: (name: string): Lease | undefined => held.get(name),
    keep(lease: Lease): HeldLock {
      const own = { ...lease, users: held.get(lease.name)?.users ?? 0 };
      own.users += 1;
      held.set(lease.name, own);
      timer ??= setInterval(() => void renewAll(), RENEWED_EVERY).unref();
      return {
        async release() {
          const now = held.get(lease.name) ?? own;
          now.users -= 1;
          if (now.users <= 0) await drop([lease]);
        },
      };
    },
    async dropAll(): Promise<void> {
      clearInterval(timer);
      if (held.size > 0) await drop([...held.values()]);
    },
  };
}

/** A name that a copy of the folder on another machine does not have, nor this machine after its next start. */
function machineName(folder: string, clock: UptimeClock): string {
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

const TAKE = `INSERT INTO leases (name, fence, host, since, until, machine)
  VALUES ($1, nextval('fences'), $2, now_ms(), now_ms() + ${LEASE}, $3) ON CONFLICT (name) DO UPDATE SET`;
const TAKE_OVER = `${TAKE} fence = excluded.fence, host = excluded.host, since = excluded.since,
  until = excluded.until, machine = excluded.machine`;

/** After a lease that was not given back, what may be on its way must have ended; one of this machine is taken over at once. */
async function takeBatch(session: Db, batch: string, { host, machine }: Here) {
  const name = `batch ${batch}`;
  const taken: { fence: number; num: number | null } | undefined = await session.first(
    `${TAKE_OVER} WHERE leases.machine = $3 OR leases.until + $4 <= now_ms()
       OR (leases.until <= now_ms() AND NOT EXISTS (SELECT 1 FROM jobs j
         JOIN batches b ON b.num = j.batch WHERE b.id = $5 AND j.state = 'submitting'))
     RETURNING fence, (SELECT num FROM batches WHERE id = $5) AS num`,
    ...[name, host, machine, REQUEST_TIME, batch],
  );
  if (taken !== undefined) return { name, ...taken };
  throw new ConfereError('batch_held', { batch, by: (await holderOf(session, name)) ?? null });
}

/** Nobody else takes it. */
async function beginSession(session: Db, name: string, { host, machine }: Here): Promise<Lease> {
  const forgotten = "DELETE FROM leases WHERE name LIKE 'session %' AND until + $1 < now_ms()";
  await session.run(forgotten, FORGOTTEN_AFTER);
  const sql = `${TAKE} until = excluded.until RETURNING fence AS n`;
  return { name, fence: await session.number(sql, name, host, machine) };
}

const OWN = `unnest($1::text[], $2::bigint[]) AS own (name, fence)
  WHERE l.name = own.name AND l.fence = own.fence`;

function listed(leases: readonly Lease[]) {
  return [leases.map(({ name }) => name), leases.map(({ fence }) => fence)] as const;
}

/** Returns whether all of them are still ours. One that nobody took after its end is. */
async function renew(session: Db, leases: readonly Lease[]): Promise<boolean> {
  const sql = `UPDATE leases l SET until = now_ms() + $3 FROM ${OWN}`;
  return (await session.run(sql, ...listed(leases), LEASE)) === leases.length;
}

function holderOf(session: Db, name: string): Promise<Settler | undefined> {
  return session.first('SELECT host, since FROM leases WHERE name = $1', name);
}

function batchOf({ name }: Pick<Lease, 'name'>): string {
  return name.slice('batch '.length);
}

/** A lease says who settles what of an account. All in this process share it. */
function createPauses(pool: Pool, held: Held, { host, machine }: Here) {
  const take = (name: string) => {
    const sql = written(`${TAKE_OVER} WHERE leases.until <= now_ms() RETURNING name, fence`);
    return pool.beside((db) => db.first<Lease>(sql, name, host, machine));
  };
  const heldBatches = async () => {
    const sql = written("SELECT name FROM leases WHERE name LIKE 'batch %' AND until > now_ms()");
    return (await pool.read((session) => session.all<Lease>(sql))).map(batchOf);
  };
  return {
    pauseOthers: async (account) => {
      const name = `settling ${account}`;
      const lease = held.of(name) ?? (await take(name));
      return lease && held.keep(lease);
    },
    pausedBy: async (account) => {
      const name = `settling ${account}`;
      if (held.of(name)) return undefined;
      const sql = written('SELECT host, since FROM leases WHERE name = $1 AND until > now_ms()');
      return pool.read((session) => session.first<Settler>(sql, name));
    },
    heldBatches,
    atWork: async (ids) =>
      (await heldBatches()).filter((id) => ids.includes(id) && !held.of(`batch ${id}`)),
  } satisfies Partial<Ledger>;
}
