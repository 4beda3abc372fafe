import pg from 'pg';
import type { Connection } from './pool.js';

/** How long (ms) a statement may be without an answer until the server is asked for it through another connection. */
const QUIET = 8_000;

/** How long (ms) that connection may take, and how soon the server is asked once more. */
const LOOK = 5_000;
const SOON = 1_000;

/** A session of the server that has a statement of ours: it works on it, or has none; the server may not answer. */
type Seen = 'busy' | 'idle' | 'away';

/** A network may lose what is sent without a word. @throws Error `ETIMEDOUT` about 13 s after the last sign of life, before a lease ends */
export async function withinReach<T>(answer: Promise<T>, look: () => Promise<Seen>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const lost = new Promise<never>((_, reject) => {
    const again = (ms: number, wasIdle: boolean): void =>
      void (timer = setTimeout(() => void ask(wasIdle), ms));
    const ask = async (wasIdle: boolean): Promise<void> => {
      const seen = await look();
      if (isOver) return;
      // An answer may be on its way when the session is idle; not a second time.
      if (seen === 'away' || (seen === 'idle' && wasIdle))
        reject(Object.assign(new Error(), { code: 'ETIMEDOUT' }));
      else again(seen === 'idle' ? SOON : QUIET, seen === 'idle');
    };
    again(QUIET, false);
  });
  try {
    return await Promise.race([answer, lost]);
  } finally {
    isOver = true;
    clearTimeout(timer);
    // It may still fail when nobody waits for it any more.
    answer.catch(() => undefined);
  }
}

/** Asks through a connection of its own what the session `pid` does; undefined where a pooler hides which one it is. */
export async function lookAt(options: pg.ClientConfig, pid: number | undefined): Promise<Seen> {
  const client = new pg.Client({ ...options, connectionTimeoutMillis: LOOK, query_timeout: LOOK });
  client.on('error', () => undefined);
  try {
    await client.connect();
    if (pid === undefined) return 'busy';
    // A server that keeps no account of its sessions says so in place of their state.
    const sql = `SELECT 1 FROM pg_stat_activity WHERE pid = $1 AND coalesce(state, '') NOT LIKE 'idle%'`;
    return (await client.query(sql, [pid])).rowCount === 1 ? 'busy' : 'idle';
  } catch (error) {
    // A server that refuses has answered.
    return error instanceof pg.DatabaseError ? 'busy' : 'away';
  } finally {
    void client.end().catch(() => undefined);
  }
}

/** The number of the session, as whoever answered the connection gave it: a pooler gives one of its own. */
export function sessionOf(client: pg.ClientBase): number | undefined {
  return (client as { readonly processID?: number }).processID;
}

export async function backendOf(client: Connection): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid ?? 0;
}
