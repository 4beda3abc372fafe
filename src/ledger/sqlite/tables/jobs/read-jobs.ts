import type { Database } from '../../../../sqlite/index.js';
import type { Job } from '../../../types.js';
import { byBatch } from '../../../rows/row.js';
import { taken, toJob } from '../../../rows/job-row.js';

/** Reads jobs. */
export function createReadJobs(db: Database) {
  const get = (batch: number, seq: number): Job | undefined => {
    const row = db.prepare('SELECT * FROM jobs WHERE batch = ? AND seq = ?').get(batch, seq);
    return row && toJob(row);
  };
  return {
    get,
    /** @throws ConfereError kind `locked` if another run has removed the job */
    required(batch: number, seq: number): Job {
      const job = get(batch, seq);
      if (job === undefined) throw taken(seq, 'planned');
      return job;
    },
    of: (batch: number): Job[] =>
      db.prepare('SELECT * FROM jobs WHERE batch = ? ORDER BY seq').all(batch).map(toJob),
    /** The jobs of every batch, by batch number. */
    ofAll: (): ReadonlyMap<number, Job[]> =>
      byBatch(db.prepare('SELECT * FROM jobs ORDER BY batch, seq').all(), toJob),
    /** The jobs that the service may be processing, each with its batch. */
    underWay: (): { batch: number; batchId: string; job: Job }[] =>
      db
        .prepare(
          `SELECT j.*, b.id AS batch_id FROM jobs j JOIN batches b ON b.num = j.batch
           WHERE j.state IN ('submitting', 'accepted') ORDER BY j.submitted_at`,
        )
        .all()
        .map((row) => ({
          batch: row['batch'] as number,
          batchId: row['batch_id'] as string,
          job: toJob(row),
        })),
  };
}

/** How far the jobs of this ledger are. */
export function createJobTotals(db: Database) {
  return {
    /** How many jobs of this ledger the service may be processing now. */
    live: (): number =>
      Number(
        db
          .prepare("SELECT count(*) AS n FROM jobs WHERE state IN ('submitting', 'accepted')")
          .get()?.['n'],
      ),
    /**
     * How often results were stored. If the number differs from an earlier one, results were stored in
     * between.
     */
    polls: (): number => Number(db.prepare('SELECT total(polls) AS n FROM jobs').get()?.['n']),
    /** When the newest submission of this ledger began (epoch ms); 0 if there is none. */
    lastSubmission: (): number =>
      Number(db.prepare('SELECT coalesce(max(submitted_at), 0) AS n FROM jobs').get()?.['n']),
  };
}
