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
  };
}
