import type { Holders as LocalHolders } from '../sqlite/holders.js';
import type { Db } from '../db/db.js';

/** How long (ms) a lease lasts from its last renewal, in the time of the database. */
export const LEASE = 30_000;

/** No request lives longer (ms), so that what a dead holder asked for has ended this long after its lease. */
export const REQUEST_TIME = 60_000;

/** A session's lease stays this long (ms), so that its end can be told from its absence. */
const FORGOTTEN_AFTER = 86_400_000;

/** A lease, and its number (its fence). */
export interface Lease {
  readonly name: string;
  readonly fence: number;
}

/** This machine, whose dead processes are known without a wait. */
export interface ThisMachine {
  /** Its name, for those who wait. */
  readonly host: string;
  /** Distinguishes it, and this run of it, from all others. */
  readonly machine: () => string;
  /** The sessions of its processes; each holds a lock on a file that ends with the process. */
  readonly holders: LocalHolders;
}

export function sessionName(holder: string): string {
  return `session ${holder}`;
}

/** The lease of a session, which nobody else takes. Its lock is taken before, so that the lease never stands alone. */
export async function beginSession(
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
export async function mayLive(
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
export async function renewForLookup(session: Db, lookup: number): Promise<boolean> {
  const renewed = await session.run(
    `UPDATE leases SET until = now_ms() + $1 FROM lookups l
     WHERE l.num = $2 AND l.state = 'asking' AND leases.name = 'session ' || l.holder`,
    ...[LEASE, lookup],
  );
  return renewed === 1;
}
