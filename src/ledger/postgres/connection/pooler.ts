import pg from 'pg';
import type { Pooler } from '../../operations/inspection.js';
import { connectionOf, type Connection } from './session.js';

/** The number of the session, as whoever answered the connection gave it: a pooler gives one of its own. */
export function sessionOf(client: pg.ClientBase): number | undefined {
  return (client as { readonly processID?: number }).processID;
}

/** The session of the server that runs a transaction of `client`. */
export async function backendOf(client: Connection): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid ?? 0;
}

/** How long (ms) another connection may take. A pooler in session mode may have no more of them. */
const OTHER = 5_000;

/**
 * Which mode a pooler has: while another connection has a transaction, one that had a session of the server before has
 * it still, or the other one got it.
 */
export async function modeOf(options: pg.ClientConfig, own: Connection): Promise<Pooler> {
  const before = await backendOf(own);
  const limits = { connectionTimeoutMillis: OTHER, query_timeout: OTHER };
  const other = new pg.Client({ ...options, ...limits });
  other.on('error', () => undefined);
  try {
    await other.connect();
    await other.query('BEGIN READ ONLY');
    const theirs = await backendOf(connectionOf(other, (answer) => answer));
    return theirs === before || (await backendOf(own)) !== before ? 'transaction' : 'session';
  } catch {
    return 'session';
  } finally {
    void other.end().catch(() => undefined);
  }
}
