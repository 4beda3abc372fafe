import type { IdentifierKind } from '../../../identifiers/index.js';
import type { JobState } from '../../job-states.js';
import { byBatch, toMark } from '../../rows/row.js';
import { taken } from '../../rows/job-row.js';
import type { Job } from '../../types.js';
import type { Db, Row } from '../../db/db.js';

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

function toJob(row: Row): Job {
  return {
    seq: row['seq'] as number,
    kind: row['kind'] as IdentifierKind,
    round: row['round'] as number,
    state: row['state'] as JobState,
    jobId: row['job_id'] as string | null,
    items: row['items'] as number,
    submittedAt: row['submitted_at'] as number | null,
    unknownSince: toMark(row),
    acceptedAt: row['accepted_at'] as number | null,
    polledAt: row['polled_at'] as number | null,
    polls: row['polls'] as number,
    endedAt: row['ended_at'] as number | null,
    rejected: row['rejected'] as number,
    found: row['found'] as number,
    notFound: row['not_found'] as number,
    skipped: row['skipped'] as number,
    error: row['error'] as string | null,
    begunTick: row['begun_tick'] as number | null,
    price: (row['price'] as number | null | undefined) ?? null,
    verdict: row['verdict'] as Job['verdict'],
  };
}
