import type { Session } from '../connection/session.js';

/** The moments, named by their ticks, from which settle times are measured, in the time of the database. */
export function createUptimes(db: Session) {
  const note = (tick: number) =>
    db.run('INSERT INTO uptimes (tick, at) VALUES ($1, now_ms())', tick);
  return {
    /** Begins to measure at this moment. */
    async begin(tick: number): Promise<void> {
      await db.run('DELETE FROM uptimes WHERE tick = $1', tick);
      await note(tick);
    },
    /** Ms that have passed since then. What was never noted begins now. */
    async leastElapsed(tick: number): Promise<number> {
      const row = await db.first(
        'SELECT now_ms() - max(at) AS n FROM uptimes WHERE tick = $1',
        tick,
      );
      if (row?.['n'] == null) await note(tick);
      return Math.max(0, Number(row?.['n'] ?? 0));
    },
  };
}
