import { byBatch } from '../../../rows/row.js';
import { taken, toJob } from '../../../rows/job-row.js';
import type { Job } from '../../../types.js';
import type { Session } from '../../connection/session.js';

/** Reads jobs. */
export function createReadJobs(db: Session) {
  const get = async (batch: number, seq: number): Promise<Job | undefined> => {
    const row = await db.first('SELECT * FROM jobs WHERE batch = $1 AND seq = $2', batch, seq);
    return row && toJob(row);
  };
  return {
    get,
    /** @throws ConfereError kind `locked` if another run has removed the job */
    async required(batch: number, seq: number): Promise<Job> {
      const job = await get(batch, seq);
      if (job === undefined) throw taken(seq, 'planned');
      return job;
    },
    async of(batch: number): Promise<Job[]> {
      return (await db.all('SELECT * FROM jobs WHERE batch = $1 ORDER BY seq', batch)).map(toJob);
    },
    /** The jobs of every batch, by batch number. */
    async ofAll(): Promise<ReadonlyMap<number, Job[]>> {
      return byBatch(await db.all('SELECT * FROM jobs ORDER BY batch, seq'), toJob);
    },
    /** The jobs that the service may be processing, each with its batch. */
    async underWay(): Promise<{ batch: number; batchId: string; job: Job }[]> {
      const rows = await db.all(
        `SELECT j.*, b.id AS batch_id FROM jobs j JOIN batches b ON b.num = j.batch
         WHERE j.state IN ('submitting', 'accepted') ORDER BY j.submitted_at, j.batch, j.seq`,
      );
      return rows.map((row) => ({
        batch: row['batch'] as number,
        batchId: row['batch_id'] as string,
        job: toJob(row),
      }));
    },
  };
}

/** How far the jobs of this ledger are. */
export function createJobTotals(db: Session) {
  return {
    /** How many jobs of this ledger the service may be processing now. */
    live: (): Promise<number> =>
      db.number("SELECT count(*) AS n FROM jobs WHERE state IN ('submitting', 'accepted')"),
    /**
     * How often results were stored. If the number differs from an earlier one, results were stored in
     * between.
     */
    polls: (): Promise<number> => db.number('SELECT coalesce(sum(polls), 0) AS n FROM jobs'),
    /** When the newest submission of this ledger began (epoch ms); 0 if there is none. */
    lastSubmission: (): Promise<number> =>
      db.number('SELECT coalesce(max(submitted_at), 0) AS n FROM jobs'),
  };
}
