import type { Clock } from '../../../clock.js';
import type { Database } from '../../../sqlite/index.js';
import type { UptimeMark } from '../../types.js';

/** Notes the uptime of this machine where a settle time begins: an outcome became unknown, or a job ended. */
export function createUptimes(db: Database, { uptime }: Pick<Clock, 'uptime'>) {
  return {
    ofJob(batch: number, seq: number): void {
      const { ms, boot } = uptime();
      const sql = 'UPDATE jobs SET uptime = ?, boot = ? WHERE batch = ? AND seq = ?';
      db.prepare(sql).run(ms, boot, batch, seq);
    },
    ofLookup(num: number): UptimeMark {
      const { ms, boot } = uptime();
      db.prepare('UPDATE lookups SET uptime = ?, boot = ? WHERE num = ?').run(ms, boot, num);
      return { ms, boot };
    },
  };
}
