import type { Clock, Uptime } from '../../../clock.js';
import type { Database, Row } from '../../../sqlite/index.js';
import { leastElapsed } from '../../least-elapsed.js';

/** The moments, named by their ticks, from which settle times are measured, in uptimes of machines. */
export function createUptimes(db: Database, { uptime }: Pick<Clock, 'uptime'>) {
  const forget = db.prepare('DELETE FROM uptimes WHERE tick = ?');
  const add = db.prepare('INSERT INTO uptimes (tick, ms, host, boot) VALUES (?, ?, ?, ?)');
  const of = db.prepare('SELECT ms, host, boot FROM uptimes WHERE tick = ?');
  const note = (tick: number, { ms, host, boot }: Uptime) => add.run(tick, ms, host, boot);
  return {
    /** Begins to measure at this moment. */
    begin(tick: number): void {
      forget.run(tick);
      note(tick, uptime());
    },
    /** Ms that have passed at least since then. A machine that cannot tell begins to measure now. */
    leastElapsed(tick: number): number {
      const now = uptime();
      const known = of.all(tick).flatMap((row) => leastElapsed(toUptime(row), now) ?? []);
      if (known.length === 0) note(tick, now);
      return Math.max(0, ...known);
    },
  };
}

function toUptime(row: Row): Uptime {
  return row as unknown as Uptime;
}
