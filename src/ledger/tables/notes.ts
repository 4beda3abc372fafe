import type { Clock } from '../../clock.js';
import type { Db, Row } from '../db/db.js';
import type { RecordedDecision } from '../operations/doubts.js';
import type { UptimeMark } from '../types.js';

/** Counts events, so that their order does not depend on any clock. */
export function createTicks(db: Db) {
  return {
    next: (): Promise<number> => db.number('UPDATE ticks SET tick = tick + 1 RETURNING tick AS n'),
    /** The first of so many numbers for records; none is given twice, also where one was removed. */
    recordNumbers: async (count: number): Promise<number> => {
      const sql = 'UPDATE ticks SET record = record + $1 RETURNING record AS n';
      return (await db.number(sql, count)) - count + 1;
    },
  };
}

/** Which kinds of service, other than the real one, have answered at the base URL of this ledger. */
export function createAnsweredBy(db: Db) {
  return {
    async add(service: 'sandbox'): Promise<void> {
      await db.run('INSERT INTO answered_by (service) VALUES ($1) ON CONFLICT DO NOTHING', service);
    },
    has: (service: 'sandbox'): Promise<boolean> =>
      db.has('SELECT 1 FROM answered_by WHERE service = $1', service),
  };
}

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

/** The decisions about submissions with an unknown outcome, each with its evidence. */
export function createDecisions(db: Db) {
  return {
    async add(batch: number, { job, at, decision, evidence }: RecordedDecision): Promise<void> {
      const sql = `INSERT INTO decisions (batch, job, at, decision, evidence)
        VALUES ($1, $2, $3, $4, $5)`;
      await db.run(sql, batch, job, at, decision, JSON.stringify(evidence));
    },
    async removeLast(batch: number, job: number): Promise<void> {
      const own = 'SELECT max(num) FROM decisions WHERE batch = $1 AND job = $2';
      await db.run(`DELETE FROM decisions WHERE num = (${own})`, batch, job);
    },
    /** Oldest first. */
    async of(batch: number): Promise<RecordedDecision[]> {
      const sql = 'SELECT * FROM decisions WHERE batch = $1 ORDER BY num';
      return (await db.all(sql, batch)).map(toDecision);
    },
  };
}

function toDecision(row: Row): RecordedDecision {
  return {
    job: row['job'] as number,
    at: row['at'] as number,
    decision: row['decision'] as string,
    evidence: JSON.parse(row['evidence'] as string) as Record<string, unknown>,
  };
}

/** The uptime that a row of jobs or lookups notes. */
export function toMark({ uptime, boot }: Row): UptimeMark | null {
  return uptime == null ? null : { ms: uptime as number, boot: boot as string };
}

/** The condition that rows are of one batch, or of any; a value that may be null would keep it from an index. */
export function ofBatch(batch: number | undefined): { which: string; given: number[] } {
  return batch === undefined
    ? { which: 'TRUE', given: [] }
    : { which: 'batch = $1', given: [batch] };
}
