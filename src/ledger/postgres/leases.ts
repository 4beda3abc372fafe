import { ConfereError } from '../../errors.js';
import type { HeldLock, HeldWork } from '../operations/index.js';
import type { Pool } from './connection/pool.js';
import type { Session } from './connection/session.js';

/** How long (ms) a lease lasts from its last renewal, in the time of the database. */
export const LEASE = 30_000;

/** How often (ms) leases are renewed beside the work. */
const RENEWED_EVERY = 10_000;

/** No request lives longer (ms), so that what a dead holder asked for has ended this long after its lease. */
const REQUEST_TIME = 60_000;

/** A session's lease stays this long (ms), so that its end can be told from its absence. */
const FORGOTTEN_AFTER = 86_400_000;

/** What this process holds. Of all machines one holds a batch; a session of single lookups is of one process. */
export interface Leases {
  /**
   * Takes the lease of a batch. `machine`: distinguishes this machine, on which no other process holds the batch now, so
   * that a lease of its own has no holder any more.
   *
   * @throws ConfereError `batch_held` with the machine that holds it, and since when
   */
  holdBatch(batchId: string, machine: string): Promise<HeldLock>;
  /**
   * Renews the lease of a batch inside a transaction that changes it; does nothing if this process never held it. The
   * lease has a number (its fence), so that one that stood still and lost it changes nothing.
   *
   * @throws ConfereError `batch_lost`
   */
  guard(session: Session, batch: number): Promise<void>;
  /**
   * Renews the lease of a batch, or that of the session of a single lookup.
   *
   * @throws ConfereError `batch_lost`, `lookup_under_way` if another process may have succeeded this one
   */
  confirm(of: HeldWork): Promise<void>;
  /** The sessions of single lookups, as tables of a transaction. */
  holdersIn(session: Session): Holders;
  close(): Promise<void>;
}

export interface Holders {
  hold(holder: string): Promise<void>;
  lives(holder: string): Promise<boolean>;
}

interface Lease {
  readonly name: string;
  readonly fence: number;
}

/** `host`: the name of this machine, for those who wait. */
export function createLeases(pool: Pool, host: string): Leases {
  const held = new Map<string, Lease>();
  const batches = new Map<number, { readonly lease: Lease; readonly batchId: string }>();
  const renewal = renewEvery(pool, held);
  const drop = async (leases: readonly Lease[]): Promise<void> => {
    for (const { name } of leases) held.delete(name);
    // A database that cannot be reached ends them by itself.
    await pool.beside((session) => remove(session, leases)).catch(() => undefined);
  };
  return {
    async holdBatch(batchId, machine) {
      const by = { host, machine };
      const { num, ...lease } = await pool.write((session) => take(session, batchId, by));
      held.set(lease.name, lease);
      if (num !== null) batches.set(num, { lease, batchId });
      renewal.begin();
      return {
        release: async () => {
          if (num !== null) batches.delete(num);
          await drop([lease]);
        },
      };
    },
    async guard(session, batch) {
      const own = batches.get(batch);
      if (own !== undefined && !(await renew(session, [own.lease])))
        throw await lost(session, own.lease, own.batchId);
    },
    async confirm(of) {
      if ('batch' in of) {
        const own = batches.get(of.batch);
        if (own === undefined) return;
        await pool.beside(async (session) => {
          if (!(await renew(session, [own.lease])))
            throw await lost(session, own.lease, own.batchId);
        });
        return;
      }
      const isOurs = await pool.write((session) => renewForLookup(session, of.lookup));
      if (!isOurs) throw new ConfereError('lookup_under_way', {});
    },
    holdersIn: (session) => ({
      async hold(holder) {
        const lease = await begin(session, sessionName(holder), host);
        held.set(lease.name, lease);
        renewal.begin();
      },
      lives: async (holder) =>
        held.has(sessionName(holder)) ||
        (await session.has(
          'SELECT 1 FROM leases WHERE name = $1 AND until + $2 > now_ms()',
          ...[sessionName(holder), REQUEST_TIME],
        )),
    }),
    async close() {
      renewal.end();
      if (held.size > 0) await drop([...held.values()]);
    },
  };
}

function sessionName(holder: string): string {
  return `session ${holder}`;
}

/**
 * Takes the lease of a batch, unless another one lasts. After one that was not given back, what may still be on its way
 * must have ended: with a submission that has no outcome, a request's time after the lease. One of this machine is taken
 * over at once.
 */
async function take(
  session: Session,
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

/** The lease of a session, which nobody else takes. */
async function begin(session: Session, name: string, host: string): Promise<Lease> {
  await session.run(
    "DELETE FROM leases WHERE name LIKE 'session %' AND until + $1 < now_ms()",
    FORGOTTEN_AFTER,
  );
  const fence = await session.number(
    `INSERT INTO leases (name, fence, host, since, until)
     VALUES ($1, nextval('fences'), $2, now_ms(), now_ms() + $3)
     ON CONFLICT (name) DO UPDATE SET until = excluded.until RETURNING fence AS n`,
    ...[name, host, LEASE],
  );
  return { name, fence };
}

/** Returns whether all of them are still ours. One that nobody took after its end is. */
async function renew(session: Session, leases: readonly Lease[]): Promise<boolean> {
  const renewed = await session.run(
    `UPDATE leases l SET until = now_ms() + $1
     FROM unnest($2::text[], $3::bigint[]) AS own (name, fence)
     WHERE l.name = own.name AND l.fence = own.fence`,
    ...[LEASE, leases.map(({ name }) => name), leases.map(({ fence }) => fence)],
  );
  return renewed === leases.length;
}

/** A lookup that somebody doubted, because its session's lease was over, may have been asked for since. */
async function renewForLookup(session: Session, lookup: number): Promise<boolean> {
  const renewed = await session.run(
    `UPDATE leases SET until = now_ms() + $1 FROM lookups l
     WHERE l.num = $2 AND l.state = 'asking' AND leases.name = 'session ' || l.holder`,
    ...[LEASE, lookup],
  );
  return renewed === 1;
}

async function remove(session: Session, leases: readonly Lease[]): Promise<void> {
  await session.run(
    `DELETE FROM leases l USING unnest($1::text[], $2::bigint[]) AS own (name, fence)
     WHERE l.name = own.name AND l.fence = own.fence`,
    ...[leases.map(({ name }) => name), leases.map(({ fence }) => fence)],
  );
}

async function lost(session: Session, { name }: Lease, batch: string): Promise<ConfereError> {
  return new ConfereError('batch_lost', { batch, by: await holderOf(session, name) });
}

/** Null where nobody holds it now. */
async function holderOf(session: Session, name: string) {
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
    begin(): void {
      timer ??= setInterval(() => void renewAll(), RENEWED_EVERY).unref();
    },
    end(): void {
      clearInterval(timer);
    },
  };
}
