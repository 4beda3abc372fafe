import { byBatch } from '../../rows/row.js';
import { taken, toJob } from '../../rows/job-row.js';
import type { Job } from '../../types.js';
import type { Db } from '../../db/db.js';

/** Reads jobs. */
export function createReadJobs(db: Db) {
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
  };
}
