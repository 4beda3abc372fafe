import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../base/clock.js';
import { ConfereError } from '../../base/errors.js';
import { chooseEngine } from '../../sqlite/engine.js';
import type { Db, Holders } from '../db.js';
import type { HeldLock, HeldWork, Ledger, LeaseHolder } from '../ledger.js';
import { createHolders, lockBatch } from '../sqlite/locks.js';
import type { Pool } from './pool.js';
import { literalSql } from '../../sqlite/sql.js';

/** How long (ms) a lease lasts after its last renewal, by the clock of the database. */
export const LEASE_TIME = 30_000;

/** How often (ms) a lease is renewed. */
const RENEWED_EVERY = 10_000;

/**
 * How long (ms) a request takes at most. This long after the lease of a dead holder ended, its requests have ended,
 * too.
 */
export const REQUEST_TIME = 60_000;

/** How long (ms) the lease of a session stays after its end, so that another machine can see that it has ended. */
const FORGOTTEN_AFTER = 86_400_000;

/** A lease of this process. `fence`: a number that increases each time a lease is taken. */
interface Lease {
  readonly name: string;
  readonly fence: number;
}

/**
 * `host`: this machine's name for people. `machine`: a name that no other machine has, nor this one after its next
 * start.
 */
type ThisMachine = Readonly<Record<'host' | 'machine', string>>;

type UptimeClock = Pick<Clock, 'uptime'>;
type HeldLeases = ReturnType<typeof createHeldLeases>;
export type Leases = ReturnType<typeof createLeases>;

/**
 * Makes the leases of this process. `folder`: the ledger's folder on this machine, where locks show which processes are
 * dead.
 */
export function createLeases(pool: Pool, folder: string, clock: UptimeClock) {
  const thisMachine = { host: clock.uptime().host, machine: readMachineName(folder, clock) };
  const held = createHeldLeases(pool);
  const sessions = createHolders(join(folder, 'lookups'), chooseEngine());
  return {
    ...batchLeases(pool, held, thisMachine),
    ...createPauses(pool, held, thisMachine),
    /** Returns the sessions of single lookups, for use within a transaction. */
    holdersIn: (db: Db): Holders => ({
      async hold(holder) {
        // The lock is taken first: processes of this machine check the lock when they find the lease.
        sessions.hold(holder);
        held.add(await beginSession(db, `session ${holder}`, thisMachine));
      },
      async isAlive(holder) {
        if (held.find(`session ${holder}`)) return true;
        // After the end of a lease, its last request may still be on its way.
        const lease: { machine: string } | undefined = await db.first(
          'SELECT machine FROM leases WHERE name = $1 AND until + $2 > now_ms()',
          ...[`session ${holder}`, REQUEST_TIME],
        );
        return (
          lease !== undefined && (lease.machine !== thisMachine.machine || sessions.isAlive(holder))
        );
      },
    }),
    async close() {
      await held.dropAll();
      sessions.releaseAll();
    },
  };
}

function batchLeases(pool: Pool, held: HeldLeases, here: ThisMachine) {
  const batches = new Map<number, Lease>();
  const renewOrRefuse = async (db: Db, num: number): Promise<void> => {
    const lease = batches.get(num);
    if (lease === undefined || (await renew(db, [lease]))) return;
    const holder = (await findHolder(db, lease.name)) ?? null;
    throw new ConfereError('batch_lost', { batch: batchIdIn(lease), by: holder });
  };
  return {
    /**
     * Takes a batch: a lock in `folder` keeps this machine's processes out, a lease the others. @throws ConfereError
     * `batch_held`
     */
    async holdBatch(batch: string, folder: string): Promise<HeldLock> {
      const lock = await lockBatch(folder, batch, chooseEngine());
      try {
        const { num, ...lease } = await pool.write((session) => takeBatch(session, batch, here));
        const heldLease = held.add(lease);
        if (num !== null) batches.set(num, lease);
        return {
          release: async () => {
            if (num !== null) batches.delete(num);
            await heldLease.release();
            await lock.release();
          },
        };
      } catch (error) {
        await lock.release();
        throw error;
      }
    },
    /**
     * Stops changes by a process that was suspended and lost its batch to another one. @throws ConfereError
     * `batch_lost`
     */
    guard: renewOrRefuse,
    confirm: async (work: HeldWork): Promise<void> => {
      if ('batch' in work) {
        if (batches.has(work.batch))
          await pool.writeWithoutLock((db) => renewOrRefuse(db, work.batch));
        return;
      }
      // After the session's lease ended, another machine may have put this lookup in doubt and sent its own.
      const sql = `UPDATE leases SET until = now_ms() + $1 FROM lookups l
        WHERE l.num = $2 AND l.state = 'asking' AND leases.name = 'session ' || l.holder`;
      if ((await pool.write((db) => db.run(sql, LEASE_TIME, work.lookup))) !== 1)
        throw new ConfereError('lookup_under_way', {});
    },
  };
}

/** Holds the leases of this process and renews them by a timer, until every user of a lease has released it. */
function createHeldLeases(pool: Pool) {
  const held = new Map<string, Lease & { users: number }>();
  let timer: NodeJS.Timeout | undefined;
  let isBusy = false;
  /** Errors are ignored: a later renewal may succeed, and otherwise the next transaction reports the loss. */
  const renewAll = async (): Promise<void> => {
    if (isBusy || held.size === 0) return;
    isBusy = true;
    await pool.writeWithoutLock((db) => renew(db, [...held.values()])).catch(() => undefined);
    isBusy = false;
  };
  const drop = async (leases: readonly Lease[]): Promise<void> => {
    for (const { name } of leases) held.delete(name);
    const sql = `DELETE FROM leases l USING ${GIVEN_LEASES}`;
    // If the database cannot be reached, the leases end by themselves.
    await pool
      .writeWithoutLock((db) => db.run(sql, ...listNamesAndFences(leases)))
      .catch(() => undefined);
  };
  return {
    find: (name: string): Lease | undefined => held.get(name),
    add(lease: Lease): HeldLock {
      const heldLease = { ...lease, users: held.get(lease.name)?.users ?? 0 };
      heldLease.users += 1;
      held.set(lease.name, heldLease);
      timer ??= setInterval(() => void renewAll(), RENEWED_EVERY).unref();
      return {
        async release() {
          const current = held.get(lease.name) ?? heldLease;
          current.users -= 1;
          if (current.users <= 0) await drop([lease]);
        },
      };
    },
    async dropAll(): Promise<void> {
      clearInterval(timer);
      if (held.size > 0) await drop([...held.values()]);
    },
  };
}

/**
 * Returns a name for this machine and this run of it. A copy of the folder on another machine gets another name there.
 */
function readMachineName(folder: string, clock: UptimeClock): string {
  const { host, boot } = clock.uptime();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'machine');
  let stored: string = randomUUID();
  try {
    writeFileSync(path, stored, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    // The file is empty while another process writes it; this process then uses its own name once.
    stored = readFileSync(path, 'utf8') || stored;
  }
  return `${stored} ${host} ${boot}`;
}

const TAKE = `INSERT INTO leases (name, fence, host, since, until, machine)
  VALUES ($1, nextval('fences'), $2, now_ms(), now_ms() + ${LEASE_TIME}, $3) ON CONFLICT (name) DO UPDATE SET`;
const TAKE_OVER = `${TAKE} fence = excluded.fence, host = excluded.host, since = excluded.since,
  until = excluded.until, machine = excluded.machine`;

/**
 * Takes the lease of a batch. The lease of another machine that did not release it is taken over only when its requests
 * must have ended; a lease of this machine is taken over at once.
 */
async function takeBatch(session: Db, batch: string, { host, machine }: ThisMachine) {
  const name = `batch ${batch}`;
  const taken: { fence: number; num: number | null } | undefined = await session.first(
    `${TAKE_OVER} WHERE leases.machine = $3 OR leases.until + $4 <= now_ms()
       OR (leases.until <= now_ms() AND NOT EXISTS (SELECT 1 FROM jobs j
         JOIN batches b ON b.num = j.batch WHERE b.id = $5 AND j.state = 'submitting'))
     RETURNING fence, (SELECT num FROM batches WHERE id = $5) AS num`,
    ...[name, host, machine, REQUEST_TIME, batch],
  );
  if (taken !== undefined) return { name, ...taken };
  throw new ConfereError('batch_held', { batch, by: (await findHolder(session, name)) ?? null });
}

/** Takes the lease of a session, whose name no other process uses. */
async function beginSession(
  session: Db,
  name: string,
  { host, machine }: ThisMachine,
): Promise<Lease> {
  const forgotten = "DELETE FROM leases WHERE name LIKE 'session %' AND until + $1 < now_ms()";
  await session.run(forgotten, FORGOTTEN_AFTER);
  const sql = `${TAKE} until = excluded.until RETURNING fence AS n`;
  return { name, fence: await session.number(sql, name, host, machine) };
}

const GIVEN_LEASES = `unnest($1::text[], $2::bigint[]) AS own (name, fence)
  WHERE l.name = own.name AND l.fence = own.fence`;

function listNamesAndFences(leases: readonly Lease[]) {
  return [leases.map(({ name }) => name), leases.map(({ fence }) => fence)] as const;
}

/**
 * Renews leases and returns whether all are still ours. A lease that ended is still ours if no other process took it.
 */
async function renew(db: Db, leases: readonly Lease[]): Promise<boolean> {
  const sql = `UPDATE leases l SET until = now_ms() + $3 FROM ${GIVEN_LEASES}`;
  return (await db.run(sql, ...listNamesAndFences(leases), LEASE_TIME)) === leases.length;
}

function findHolder(db: Db, name: string): Promise<LeaseHolder | undefined> {
  return db.first('SELECT host, since FROM leases WHERE name = $1', name);
}

function batchIdIn({ name }: Pick<Lease, 'name'>): string {
  return name.slice('batch '.length);
}

/** Makes the pauses of an account: a lease says which process settles its doubts. All runs of this process share it. */
function createPauses(pool: Pool, held: HeldLeases, { host, machine }: ThisMachine) {
  const take = (name: string) => {
    const sql = literalSql(`${TAKE_OVER} WHERE leases.until <= now_ms() RETURNING name, fence`);
    return pool.writeWithoutLock((db) => db.first<Lease>(sql, name, host, machine));
  };
  const findHeldBatches = async () => {
    const sql = literalSql(
      "SELECT name FROM leases WHERE name LIKE 'batch %' AND until > now_ms()",
    );
    return (await pool.read((db) => db.all<Lease>(sql))).map(batchIdIn);
  };
  return {
    pauseOthers: async (account) => {
      const name = `settling ${account}`;
      const lease = held.find(name) ?? (await take(name));
      return lease && held.add(lease);
    },
    findPause: async (account) => {
      const name = `settling ${account}`;
      if (held.find(name)) return undefined;
      const sql = literalSql('SELECT host, since FROM leases WHERE name = $1 AND until > now_ms()');
      return pool.read((db) => db.first<LeaseHolder>(sql, name));
    },
    findHeldBatches,
    findHeldElsewhere: async (ids) =>
      (await findHeldBatches()).filter((id) => ids.includes(id) && !held.find(`batch ${id}`)),
  } satisfies Partial<Ledger>;
}
