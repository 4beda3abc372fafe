import { statesBefore, type JobState } from '../../job-states.js';
import type { StatusAnswer } from '../../operations/results.js';
import { LEFT_OUT, taken } from '../../rows/job-row.js';
import type { Bound, Db } from '../../db/db.js';
import { createTicks } from '../whole-ledger.js';

type Progress = Pick<StatusAnswer, 'found' | 'notFound' | 'skipped' | 'error'>;

const NOT_ENDED = { ended_at: null, ended_tick: null };

/** `at`: epoch ms; `price`: credits that a found record counts, null where nothing shows it. */
export interface Begun {
  readonly at: number;
  readonly price: number | null;
}

/** Moves jobs from one state to the next. */
export function createMoveJobs(db: Db) {
  const move = mover(db);
  const ticks = createTicks(db);
  const end = async (batch: number, seq: number, to: JobState, at: number): Promise<void> => {
    await move(batch, seq, to, { ended_at: at, ended_tick: await ticks.next() });
  };
  return {
    /** Stored and flushed before the request is sent. */
    async submitting(batch: number, seq: number, { at, price }: Begun): Promise<void> {
      const begun = { begun_tick: await ticks.next(), ended_tick: null, verdict: null };
      await move(batch, seq, 'submitting', { submitted_at: at, price, ...begun });
    },
    accepted(
      batch: number,
      seq: number,
      jobId: string,
      rejected: number,
      at: number,
    ): Promise<void> {
      const known = { job_id: jobId, rejected, accepted_at: at, error: null };
      return move(batch, seq, 'accepted', { ...known, ...NOT_ENDED });
    },
    /** The service refused the submission and created nothing: it may be sent again. */
    backToPlanned: (batch: number, seq: number) => move(batch, seq, 'planned', { error: null }),
    /** Abandoned by the user: it is neither sent again nor waited for. */
    abandoned: (batch: number, seq: number, at: number) => end(batch, seq, 'abandoned', at),
    unconfirmed: (batch: number, seq: number, error: string, at: number) =>
      move(batch, seq, 'unconfirmed', { error, doubted_at: at }, ['submitting', 'accepted']),
    /** It was given up for a submission that came to nothing. */
    inDoubtAgain: (batch: number, seq: number) =>
      move(batch, seq, 'unconfirmed', NOT_ENDED, ['abandoned']),
    ended: (batch: number, seq: number, to: 'done' | 'failed', at: number) =>
      end(batch, seq, to, at),
    ...createMarkJobs(db),
  };
}

/** Notes what becomes known of jobs that stay in their state. */
function createMarkJobs(db: Db) {
  return {
    /** The planned jobs stay planned; those that are left out are so for another reason. */
    async unsent(batch: number, error: string): Promise<void> {
      const sql = `UPDATE jobs SET error = $1
        WHERE batch = $2 AND state = 'planned' AND error IS DISTINCT FROM $3`;
      await db.run(sql, error, batch, LEFT_OUT);
    },
    /** Of the planned jobs, these are left out. */
    async markLeftOut(batch: number, seqs: readonly number[]): Promise<void> {
      const sql = `UPDATE jobs SET error = CASE WHEN seq = ANY ($1::integer[]) THEN $2 END
        WHERE batch = $3 AND state = 'planned' AND (error = $2 OR seq = ANY ($1::integer[]))`;
      await db.run(sql, seqs, LEFT_OUT, batch);
    },
    /** Only the user can decide about the job from now on. */
    async setVerdict(batch: number, seq: number, why: string): Promise<void> {
      const sql = `UPDATE jobs SET verdict = $1
        WHERE batch = $2 AND seq = $3 AND state = 'unconfirmed'`;
      await db.run(sql, why, batch, seq);
    },
    /** Resets the accepted jobs that the service could not find, so that this run polls them again. */
    async lookAgain(batch: number): Promise<void> {
      const sql = `UPDATE jobs SET state = 'accepted'
        WHERE batch = $1 AND state = 'unconfirmed' AND job_id IS NOT NULL`;
      await db.run(sql, batch);
    },
    async polled(
      batch: number,
      seq: number,
      progress: Progress,
      at: number,
      seenAt: number,
    ): Promise<void> {
      const { found, notFound, skipped, error } = progress;
      const sql = `UPDATE jobs SET polled_at = $1, seen_at = $2, polls = polls + 1, found = $3,
        not_found = $4, skipped = $5, error = $6 WHERE batch = $7 AND seq = $8`;
      await db.run(sql, at, seenAt, found, notFound, skipped, error, batch, seq);
    },
  };
}

/**
 * Changes the state of a job in one statement, and only from a state that allows it: of two runs, one
 * succeeds.
 */
function mover(db: Db) {
  return async (
    batch: number,
    seq: number,
    to: JobState,
    set: Readonly<Record<string, Bound>>,
    from: readonly JobState[] = statesBefore(to),
  ): Promise<void> => {
    const columns = Object.keys(set).map((column, n) => `, ${column} = $${n + 5}`);
    const changes = await db.run(
      `UPDATE jobs SET state = $1${columns.join('')} WHERE batch = $2 AND seq = $3
       AND state = ANY ($4::text[])`,
      ...[to, batch, seq, from, ...Object.values(set)],
    );
    if (changes !== 1) throw taken(seq, to);
  };
}
