import type { LedgerCounts, LedgerFacts, Worker } from '../operations/inspection.js';
import type { Row } from '../db/db.js';
import type { Pool } from './connection/pool.js';
import type { Settings } from './connection/settings.js';

/** What the ledger is, and whose leases last. */
export async function factsOf(
  pool: Pool,
  { shown, schema }: Pick<Settings, 'shown' | 'schema'>,
  counts: LedgerCounts,
): Promise<LedgerFacts> {
  const pooler = await pool.pooler();
  return pool.read(async (session) => {
    const held = await session.all(
      `SELECT name, host, since FROM leases
       WHERE until > now_ms() AND name NOT LIKE 'settling %' ORDER BY since, name`,
    );
    const bytes = await session.number(
      `SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0) AS n FROM pg_class c
       JOIN pg_namespace s ON s.oid = c.relnamespace WHERE s.nspname = $1 AND c.relkind = 'r'`,
      schema,
    );
    const workers = held.map(toWorker);
    return { ...counts, engine: 'postgres', place: shown, schema, pooler, bytes, workers };
  });
}

function toWorker(row: Row): Worker {
  const [of, batch = ''] = String(row['name']).split(' ');
  const who = { host: row['host'] as string, since: row['since'] as number };
  return of === 'batch' ? { of, batch, ...who } : { of: 'lookups', ...who };
}
