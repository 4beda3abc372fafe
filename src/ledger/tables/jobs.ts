import { ConfereError } from '../../errors.js';
import type { IdentifierKind } from '../../identifiers/index.js';
import type { Bound, Db, Row } from '../db/db.js';
import { statesBefore, type JobState } from '../job-states.js';
import type { NewJob } from '../operations/planning.js';
import type { StatusAnswer } from '../operations/results.js';
import { ofBatch, toMark } from './notes.js';
import { createTicks } from './notes.js';
import type { Job } from '../types.js';

/** Another run has moved the job on, or removed it. `to`: the state that was wanted. */
export function taken(seq: number, to: JobState): ConfereError {
  return new ConfereError('job_taken', { job: seq, to });
}

/** The trouble of a planned job whose identifiers single lookups left in doubt, as it is stored. */
export const LEFT_OUT = '{"code":"lookup_in_doubt"}';

/** The jobs of every batch: one submission to the service each. */
export function createJobs(db: Db) {
  return {
    ...createPlanJobs(db),
    ...createReadJobs(db),
    ...createMoveJobs(db),
  };
}

/** Planned jobs: new ones, their sizes, and those that became empty. */
function createPlanJobs(db: Db) {
  return {
    async plan(batch: number, { seq, kind, items, round = 0 }: NewJob): Promise<void> {
      const sql = `INSERT INTO jobs (batch, seq, state, kind, items, round)
        VALUES ($1, $2, 'planned', $3, $4, $5)`;
      await db.run(sql, batch, seq, kind, items, round);
    },
    /** Removes the jobs of a batch, of which none was sent. */
    async unplan(batch: number): Promise<void> {
      await db.run('DELETE FROM jobs WHERE batch = $1', batch);
    },
    /** Reduces a planned job to its first `items` identifiers. */
    async resize(batch: number, seq: number, items: number): Promise<boolean> {
      const sql = `UPDATE jobs SET items = $1
        WHERE batch = $2 AND seq = $3 AND state = 'planned' AND items > $1`;
      return (await db.run(sql, items, batch, seq)) === 1;
    },
    /** The highest number that a job of the batch has, or had; 0 if there is none. */
    lastSeq: (batch: number): Promise<number> =>
      db.number(
        `SELECT greatest(coalesce((SELECT max(seq) FROM jobs WHERE batch = $1), 0),
           coalesce((SELECT max(seq) FROM items WHERE batch = $1), 0)) AS n`,
        batch,
      ),
    /**
     * Counts the identifiers of the planned jobs again, or of one of them, and removes the jobs that
     * have none left.
     */
    async recount(batch: number, seq: number | null = null): Promise<void> {
      const which = "batch = $1 AND seq = coalesce($2::integer, seq) AND state = 'planned'";
      await db.run(
        `UPDATE jobs SET items = coalesce((
           SELECT i.waiting + i.found + i.not_found + i.rejected FROM items i
           WHERE i.batch = jobs.batch AND i.seq = jobs.seq), 0) WHERE ${which}`,
        ...[batch, seq],
      );
      await db.run(`DELETE FROM jobs WHERE ${which} AND items = 0`, batch, seq);
    },
  };
}

/** Reads jobs. */
function createReadJobs(db: Db) {
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
    /** The jobs of every batch, or of one, by batch number. */
    async ofAll(batch?: number): Promise<ReadonlyMap<number, Job[]>> {
      const { which, given } = ofBatch(batch);
      const all = new Map<number, Job[]>();
      for (const row of await db.all(
        `SELECT * FROM jobs WHERE ${which} ORDER BY batch, seq`,
        ...given,
      )) {
        const own = all.get(row['batch'] as number);
        if (own === undefined) all.set(row['batch'] as number, [toJob(row)]);
        else own.push(toJob(row));
      }
      return all;
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

type Progress = Pick<StatusAnswer, 'found' | 'notFound' | 'skipped' | 'error'>;

const NOT_ENDED = { ended_at: null, ended_tick: null };

/** `at`: epoch ms; `price`: credits that a found record counts, null where nothing shows it. */
export interface Begun {
  readonly at: number;
  readonly price: number | null;
}

/** Moves jobs from one state to the next. */
function createMoveJobs(db: Db) {
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
