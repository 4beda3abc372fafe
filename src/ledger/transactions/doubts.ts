import type { Adoption, RecordedDecision } from '../operations/doubts.js';
import type { Job } from '../types.js';
import type { Engine } from './engine.js';
import { leaveOut, leftOutOf } from './left-out.js';
import type { Steps, Tables } from './steps.js';

export function doubtsOperations({ read, writeBatch }: Engine) {
  return {
    doubtCutShort: writeBatch(function* (tables, batch: number, why: string, at: number) {
      for (const { seq, state } of yield* tables.jobs.of(batch))
        if (state === 'submitting') yield* doubtJob(tables, batch, seq, why, at);
    }),
    recordDecision: writeBatch(recordDecision),
    leftOut: read(leftOutOf),
    leaveOut: writeBatch(function* (tables, batch: number) {
      const left = new Set(yield* leaveOut(tables, batch));
      return (yield* tables.jobs.of(batch)).filter(({ seq }) => left.has(seq));
    }),
    decisionsOf: read(({ decisions }, batch: number) => decisions.of(batch)),
    abandon: writeBatch(function* (tables, batch: number, seqs: readonly number[], at: number) {
      const { decisions, jobs, uptimes } = tables;
      for (const seq of seqs) {
        const evidence = { by: 'user', jobId: (yield* jobs.get(batch, seq))?.jobId ?? null };
        yield* decisions.add(batch, { job: seq, at, decision: 'abandon', evidence });
        yield* jobs.abandoned(batch, seq, at);
        yield* uptimes.ofJob(batch, seq);
      }
    }),
    adopt: writeBatch(adopt),
  };
}

function* recordDecision(
  { decisions, jobs }: Tables,
  batch: number,
  decision: RecordedDecision,
): Steps<void> {
  yield* decisions.add(batch, decision);
  if (decision.decision !== 'ask') return;
  const { why } = decision.evidence;
  yield* jobs.setVerdict(batch, decision.job, typeof why === 'string' ? why : 'ask');
}

/** The outcome of a job is unknown from now on, and its settle time begins. */
export function* doubtJob(
  { jobs, uptimes }: Pick<Tables, 'jobs' | 'uptimes'>,
  batch: number,
  seq: number,
  why: string,
  at: number,
): Steps<void> {
  yield* jobs.unconfirmed(batch, seq, why, at);
  yield* uptimes.ofJob(batch, seq);
}

function* adopt(tables: Tables, adoption: Adoption): Steps<Job | undefined> {
  const { decisions, jobs } = tables;
  const { batch, jobId, items, named, at } = adoption;
  const fitting: Job[] = [];
  for (const seq of adoption.jobs) {
    const candidate = yield* jobs.get(batch, seq);
    if (candidate && (yield* fits(tables, adoption, candidate))) fitting.push(candidate);
  }
  const job = fitting.sort((a, b) => a.items - b.items)[0];
  if (job === undefined) return undefined;
  const evidence = { by: 'user', jobId, totalRecords: items, named: named.length };
  yield* decisions.add(batch, { job: job.seq, at, decision: 'adopt', evidence });
  // Only the answer to a submission says how many identifiers were rejected.
  yield* jobs.accepted(batch, job.seq, jobId, job.jobId === null ? 0 : job.rejected, at);
  return job;
}

function* fits({ items }: Tables, adoption: Adoption, job: Job): Steps<boolean> {
  if (job.jobId !== null) return job.jobId === adoption.jobId;
  if (adoption.items > job.items || adoption.items === 0) return false;
  if (adoption.named.length === 0) return adoption.isRunning && adoption.items === job.items;
  const sent = new Set(yield* items.idsOf(adoption.batch, job.seq));
  return adoption.named.every((id) => sent.has(id));
}
