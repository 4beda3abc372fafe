import type { Database, Value } from '../../../../sqlite/index.js';
import { statesBefore, type JobState } from '../../../job-states.js';
import type { StatusAnswer } from '../../../operations/results.js';
import { createTicks } from '../whole-ledger.js';
import { LEFT_OUT, taken } from '../../../rows/job-row.js';

type Progress = Pick<StatusAnswer, 'found' | 'notFound' | 'skipped' | 'error'>;

const NOT_ENDED = { ended_at: null, ended_tick: null };

/** `used`: credits; `at`: epoch ms; `price`: credits that a found record counts, null where nothing shows it. */
export interface Begun {
  readonly used: number;
  readonly at: number;
  readonly price: number | null;
}

/** Moves jobs from one state to the next. */
export function createMoveJobs(db: Database) {
  const move = mover(db);
  const ticks = createTicks(db);
  const end = (batch: number, seq: number, to: JobState, at: number): void => {
    move(batch, seq, to, { ended_at: at, ended_tick: ticks.next() });
  };
  return {
    /** Stored and flushed before the request is sent, with the balance at that moment. */
    submitting(batch: number, seq: number, { used, at, price }: Begun): void {
      const begun = { begun_tick: ticks.next(), ended_tick: null, verdict: null };
      move(batch, seq, 'submitting', { used_before: used, submitted_at: at, price, ...begun });
    },
    accepted(batch: number, seq: number, jobId: string, rejected: number, at: number): void {
      const known = { job_id: jobId, rejected, accepted_at: at, error: null };
      move(batch, seq, 'accepted', { ...known, ...NOT_ENDED });
    },
    /** The service refused the submission and created nothing: it may be sent again. */
    backToPlanned(batch: number, seq: number): void {
      move(batch, seq, 'planned', { error: null });
    },
    /** Abandoned by the user: it is neither sent again nor waited for. */
    abandoned(batch: number, seq: number, at: number): void {
      end(batch, seq, 'abandoned', at);
    },
    unconfirmed(batch: number, seq: number, error: string, at: number): void {
      move(batch, seq, 'unconfirmed', { error, doubted_at: at }, ['submitting', 'accepted']);
    },
    /** It was given up for a submission that came to nothing. */
    inDoubtAgain(batch: number, seq: number): void {
      move(batch, seq, 'unconfirmed', NOT_ENDED, ['abandoned']);
    },
    ended(batch: number, seq: number, to: 'done' | 'failed', at: number): void {
      end(batch, seq, to, at);
    },
    ...createMarkJobs(db),
  };
}

/** Notes what becomes known of jobs that stay in their state. */
function createMarkJobs(db: Database) {
  return {
    /** The planned jobs stay planned; those that are left out are so for another reason. */
    unsent(batch: number, error: string): void {
      const sql =
        "UPDATE jobs SET error = ? WHERE batch = ? AND state = 'planned' AND error IS NOT ?";
      db.prepare(sql).run(error, batch, LEFT_OUT);
    },
    /** Of the planned jobs, these are left out. */
    markLeftOut(batch: number, seqs: readonly number[]): void {
      db.prepare(
        "UPDATE jobs SET error = NULL WHERE batch = ? AND state = 'planned' AND error = ?",
      ).run(batch, LEFT_OUT);
      for (const seq of seqs)
        db.prepare('UPDATE jobs SET error = ? WHERE batch = ? AND seq = ?').run(
          ...[LEFT_OUT, batch, seq],
        );
    },
    /** Only the user can decide about the job from now on. */
    setVerdict(batch: number, seq: number, why: string): void {
      db.prepare(
        "UPDATE jobs SET verdict = ? WHERE batch = ? AND seq = ? AND state = 'unconfirmed'",
      ).run(why, batch, seq);
    },
    /** Resets the accepted jobs that the service could not find, so that this run polls them again. */
    lookAgain(batch: number): void {
      db.prepare(
        "UPDATE jobs SET state = 'accepted' WHERE batch = ? AND state = 'unconfirmed' AND job_id IS NOT NULL",
      ).run(batch);
    },
    polled(batch: number, seq: number, progress: Progress, at: number, seenAt: number): void {
      db.prepare(
        `UPDATE jobs SET polled_at = ?, seen_at = ?, polls = polls + 1, found = ?, not_found = ?, skipped = ?,
         error = ? WHERE batch = ? AND seq = ?`,
      ).run(
        at,
        seenAt,
        progress.found,
        progress.notFound,
        progress.skipped,
        progress.error,
        batch,
        seq,
      );
    },
  };
}

/**
 * Changes the state of a job in one statement, and only from a state that allows it: of two runs, one
 * succeeds.
 */
function mover(db: Database) {
  return (
    batch: number,
    seq: number,
    to: JobState,
    set: Readonly<Record<string, Value>>,
    states: readonly JobState[] = statesBefore(to),
  ): void => {
    const columns = Object.keys(set).map((column) => `, ${column} = ?`);
    const from = states.map((state) => `'${state}'`);
    const { changes } = db
      .prepare(
        `UPDATE jobs SET state = ?${columns.join('')} WHERE batch = ? AND seq = ?
         AND state IN (${from.join(', ')})`,
      )
      .run(to, ...Object.values(set), batch, seq);
    if (changes !== 1) throw taken(seq, to);
  };
}
