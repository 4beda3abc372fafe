import type { Clock } from '../../clock.js';
import type { UptimeMark } from '../types.js';
import type { Db } from '../db/db.js';

/** Notes the uptime of this machine where a settle time begins: an outcome became unknown, or a job ended. */
export function createUptimes(db: Db, { uptime }: Pick<Clock, 'uptime'>) {
  return {
    async ofJob(batch: number, seq: number): Promise<void> {
      const { ms, boot } = uptime();
      const sql = 'UPDATE jobs SET uptime = $1, boot = $2 WHERE batch = $3 AND seq = $4';
      await db.run(sql, ms, boot, batch, seq);
    },
    async ofLookup(num: number): Promise<UptimeMark> {
      const { ms, boot } = uptime();
      await db.run('UPDATE lookups SET uptime = $1, boot = $2 WHERE num = $3', ms, boot, num);
      return { ms, boot };
    },
  };
}
