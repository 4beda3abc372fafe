import type { HeldLock, Ledger, Settler } from '../operations/index.js';
import type { Pool } from './connection/pool.js';
import type { Leases } from './leases.js';

type Pauses = Pick<Ledger, 'pauseOthers' | 'pausedBy' | 'atWork'>;

/**
 * A lease says who settles what of an account: it ends by itself when its holder has died. All who settle in this
 * process share it, because each of them sees what the others do.
 */
export function createPauses(pool: Pool, leases: Leases): Pauses {
  const shared = new Map<string, { readonly lease: HeldLock; users: number }>();
  const share = (name: string, lease: HeldLock): HeldLock => {
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
  };
  return {
    async pauseOthers(account) {
      const name = nameOf(account);
      const lease = shared.get(name)?.lease ?? (await leases.holdName(name));
      return lease && share(name, lease);
    },
    async pausedBy(account) {
      const name = nameOf(account);
      if (leases.holds(name)) return undefined;
      const sql = 'SELECT host, since FROM leases WHERE name = $1 AND until > now_ms()';
      const row = await pool.read((session) => session.first(sql, name));
      return row as Settler | undefined;
    },
    async atWork(ids) {
      const names = ids.map((id) => `batch ${id}`).filter((name) => !leases.holds(name));
      const sql = 'SELECT name FROM leases WHERE name = ANY ($1) AND until > now_ms()';
      const rows = await pool.read((session) => session.all(sql, names));
      return rows.map((row) => String(row['name']).slice('batch '.length));
    },
  };
}

function nameOf(account: string): string {
  return `settling ${account}`;
}
