import { ConfereError } from '../../../errors.js';
import type { Database, Row, Value } from '../../../sqlite/index.js';
import { byBatch } from './by-batch.js';
import { statesBefore, type JobState } from '../../job-states.js';
import type { IdentifierKind } from '../../../identifiers/index.js';
import type { StatusAnswer } from '../../operations/results.js';
import type { NewJob } from '../../operations/planning.js';
import type { Job } from '../../types.js';

export function createJobs(db: Database) {
  /**
   * Changes the state of a job in one statement, and only from a state that allows it: of two runs, one
   * succeeds.
   */
  function move(batch: number, seq: number, to: JobState, set: Readonly<Record<string, Value>>) {
    const columns = Object.keys(set).map((column) => `, ${column} = ?`);
    const { changes } = db
      .prepare(
        `UPDATE jobs SET state = ?${columns.join('')} WHERE batch = ? AND seq = ?
         AND state IN (${statesBefore(to)
           .map((state) => `'${state}'`)
           .join(', ')})`,
      )
      .run(to, ...Object.values(set), batch, seq);
    if (changes !== 1) throw taken(seq, to);
  }

  return {
    plan(batch: number, { seq, kind, items, round = 0 }: NewJob): void {
      db.prepare(
        "INSERT INTO jobs (batch, seq, state, kind, items, round) VALUES (?, ?, 'planned', ?, ?, ?)",
      ).run(batch, seq, kind, items, round);
    },
    /** Reduces a planned job to its first `items` identifiers. */
    resize: (batch: number, seq: number, items: number): boolean =>
      db
        .prepare(
          "UPDATE jobs SET items = ? WHERE batch = ? AND seq = ? AND state = 'planned' AND items > ?",
        )
        .run(items, batch, seq, items).changes === 1,
    get(batch: number, seq: number): Job | undefined {
      const row = db.prepare('SELECT * FROM jobs WHERE batch = ? AND seq = ?').get(batch, seq);
      return row && toJob(row);
    },
    /** @throws ConfereError kind `locked` if another run has removed the job */
    required(batch: number, seq: number): Job {
      const job = this.get(batch, seq);
      if (job === undefined) throw taken(seq, 'planned');
      return job;
    },
    /** The highest job number of the batch; 0 if it has no jobs. */
    lastSeq: (batch: number): number =>
      Number(
        db.prepare('SELECT coalesce(max(seq), 0) AS n FROM jobs WHERE batch = ?').get(batch)?.['n'],
      ),
    of: (batch: number): Job[] =>
      db.prepare('SELECT * FROM jobs WHERE batch = ? ORDER BY seq').all(batch).map(toJob),
    /** The jobs of every batch, by batch number. */
    ofAll: (): ReadonlyMap<number, Job[]> =>
      byBatch(db.prepare('SELECT * FROM jobs ORDER BY batch, seq').all(), toJob),
    /** The id of the batch that has this job of the service. */
    ownerOf: (jobId: string): string | undefined =>
      db
        .prepare('SELECT b.id FROM jobs j JOIN batches b ON b.num = j.batch WHERE j.job_id = ?')
        .get(jobId)?.['id'] as string | undefined,
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
    /** How many jobs of this ledger the service may be processing now. */
    live: (): number =>
      Number(
        db
          .prepare("SELECT count(*) AS n FROM jobs WHERE state IN ('submitting', 'accepted')")
          .get()?.['n'],
      ),
    /**
     * The last submission at or before `at` (epoch ms) that began while none of our other jobs was
     * processing.
     */
    lastQuiet(at: number): { readonly used: number; readonly at: number } | undefined {
      const row = db
        .prepare(
          `SELECT used_before, submitted_at FROM jobs WHERE submitted_at <= ? AND live_before = 0
           ORDER BY submitted_at DESC LIMIT 1`,
        )
        .get(at);
      if (row === undefined) return undefined;
      return { used: row['used_before'] as number, at: row['submitted_at'] as number };
    },
    /** The submissions that began while none of our other jobs was processing, newest first. */
    quietOnes: (limit: number): { readonly used: number; readonly at: number }[] =>
      db
        .prepare(
          `SELECT used_before, submitted_at FROM jobs WHERE live_before = 0 AND submitted_at IS NOT NULL
           ORDER BY submitted_at DESC LIMIT CAST(? AS INTEGER)`,
        )
        .all(limit)
        .map((row) => ({ used: row['used_before'] as number, at: row['submitted_at'] as number })),
    /** Whether a submission begun between two moments (epoch ms) has an unknown outcome. */
    isInDoubtBetween: (from: number, to: number): boolean =>
      db
        .prepare(
          `SELECT 1 AS one FROM jobs WHERE submitted_at >= ? AND submitted_at < ?
           AND state NOT IN ('done', 'failed') LIMIT 1`,
        )
        .get(from, to) !== undefined,
    /** Credits charged to jobs of this ledger that were submitted at or after `at` (epoch ms). */
    chargedSince: (at: number): number =>
      Number(
        db
          .prepare('SELECT coalesce(sum(found), 0) AS n FROM jobs WHERE submitted_at >= ?')
          .get(at)?.['n'],
      ),
    /**
     * How often results were stored. If the number differs from an earlier one, results were stored in
     * between.
     */
    polls: (): number => Number(db.prepare('SELECT total(polls) AS n FROM jobs').get()?.['n']),
    /** When the newest submission of this ledger began (epoch ms); 0 if there is none. */
    lastSubmission: (): number =>
      Number(db.prepare('SELECT coalesce(max(submitted_at), 0) AS n FROM jobs').get()?.['n']),
    /** When a poll saw the last job of this ledger end (epoch ms); 0 if none has ended. */
    lastEnd: (): number =>
      Number(db.prepare('SELECT coalesce(max(ended_at), 0) AS n FROM jobs').get()?.['n']),
    /** Stored and flushed before the request is sent, with the balance at that moment. */
    submitting(batch: number, seq: number, used: number, live: number, at: number): void {
      move(batch, seq, 'submitting', { used_before: used, live_before: live, submitted_at: at });
    },
    accepted(batch: number, seq: number, jobId: string, rejected: number, at: number): void {
      move(batch, seq, 'accepted', { job_id: jobId, rejected, accepted_at: at, error: null });
    },
    /** The service refused the submission and created nothing: it may be sent again. */
    backToPlanned(batch: number, seq: number): void {
      move(batch, seq, 'planned', { error: null });
    },
    /** Abandoned by the user: it is neither sent again nor waited for. */
    abandoned(batch: number, seq: number, at: number): void {
      move(batch, seq, 'abandoned', { ended_at: at });
    },
    unconfirmed(batch: number, seq: number, error: string, at: number): void {
      move(batch, seq, 'unconfirmed', { error, doubted_at: at });
    },
    /** Resets the accepted jobs that the service could not find, so that this run polls them again. */
    lookAgain(batch: number): void {
      db.prepare(
        "UPDATE jobs SET state = 'accepted' WHERE batch = ? AND state = 'unconfirmed' AND job_id IS NOT NULL",
      ).run(batch);
    },
    /**
     * Counts the identifiers of the planned jobs again, or of one of them, and removes the jobs that
     * have none left.
     */
    recount(batch: number, seq: number | null = null): void {
      const which = "batch = ? AND seq = coalesce(?, seq) AND state = 'planned'";
      db.prepare(
        `UPDATE jobs SET items = (SELECT count(*) FROM items i WHERE i.batch = jobs.batch AND i.job = jobs.seq)
         WHERE ${which}`,
      ).run(batch, seq);
      db.prepare(`DELETE FROM jobs WHERE ${which} AND items = 0`).run(batch, seq);
    },
    ended(batch: number, seq: number, to: 'done' | 'failed', at: number): void {
      move(batch, seq, to, { ended_at: at });
    },
    polled(batch: number, seq: number, progress: StatusAnswer, at: number): void {
      db.prepare(
        `UPDATE jobs SET polled_at = ?, polls = polls + 1, found = ?, not_found = ?, skipped = ?,
         error = ? WHERE batch = ? AND seq = ?`,
      ).run(at, progress.found, progress.notFound, progress.skipped, progress.error, batch, seq);
    },
  };
}

function taken(seq: number, to: JobState): ConfereError {
  return new ConfereError('job_taken', { job: seq, to });
}

function toJob(row: Row): Job {
  return {
    seq: row['seq'] as number,
    kind: row['kind'] as IdentifierKind,
    round: row['round'] as number,
    state: row['state'] as JobState,
    jobId: row['job_id'] as string | null,
    items: row['items'] as number,
    usedBefore: row['used_before'] as number | null,
    liveBefore: row['live_before'] as number | null,
    submittedAt: row['submitted_at'] as number | null,
    doubtedAt: row['doubted_at'] as number | null,
    acceptedAt: row['accepted_at'] as number | null,
    polledAt: row['polled_at'] as number | null,
    polls: row['polls'] as number,
    endedAt: row['ended_at'] as number | null,
    rejected: row['rejected'] as number,
    found: row['found'] as number,
    notFound: row['not_found'] as number,
    skipped: row['skipped'] as number,
    error: row['error'] as string | null,
  };
}
