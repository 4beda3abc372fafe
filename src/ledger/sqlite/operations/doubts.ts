import type { Database } from '../../../sqlite/index.js';
import type { Adoption, RecordedDecision } from '../../operations/doubts.js';
import type { Job } from '../../types.js';
import type { Tables } from '../tables/index.js';

export function doubtsOperations(db: Database, tables: Tables) {
  const { decisions, jobs, lookups, uptimes } = tables;
  return {
    doubtCutShort: (batch: number, why: string, at: number) => {
      db.transaction(() => {
        for (const { seq, state } of jobs.of(batch))
          if (state === 'submitting') doubtJob(tables, batch, seq, why, at);
        answerDoubtedLookups(tables, batch, at);
      });
    },
    recordDecision: (batch: number, decision: RecordedDecision) => {
      db.transaction(() => {
        decisions.add(batch, decision);
        if (decision.decision !== 'ask') return;
        const { why } = decision.evidence;
        const verdict = typeof why === 'string' ? why : 'ask';
        jobs.setVerdict(batch, decision.job, verdict);
        const lookup = jobs.get(batch, decision.job)?.lookup;
        if (lookup != null) lookups.setVerdict(lookup, verdict);
      });
    },
    decisionsOf: (batch: number) => decisions.of(batch),
    abandon: (batch: number, seqs: readonly number[], at: number) => {
      db.transaction(() => {
        for (const seq of seqs) {
          const evidence = { by: 'user', jobId: jobs.get(batch, seq)?.jobId ?? null };
          decisions.add(batch, { job: seq, at, decision: 'abandon', evidence });
          uptimes.begin(jobs.abandoned(batch, seq, at));
        }
      });
    },
    adopt: (adoption: Adoption) => db.transaction(() => adopt(tables, adoption)),
  };
}

/** The outcome of a job is unknown from now on, and its settle time begins. */
export function doubtJob(
  { jobs, uptimes }: Pick<Tables, 'jobs' | 'uptimes'>,
  batch: number,
  seq: number,
  why: string,
  at: number,
): void {
  jobs.unconfirmed(batch, seq, why, at);
  const tick = jobs.get(batch, seq)?.begunTick;
  if (tick != null) uptimes.begin(tick);
}

/** A record that was found since answers what a single lookup had left in doubt. Its job is then gone. */
function answerDoubtedLookups({ items, jobs }: Tables, batch: number, at: number): void {
  for (const { seq, kind, state, usedBefore, submittedAt } of jobs.of(batch)) {
    // Only these jobs were never submitted.
    if (state !== 'unconfirmed' || usedBefore !== null) continue;
    if (items.reuseIn(batch, seq, kind, submittedAt ?? Infinity, at) === 0) continue;
    jobs.backToPlanned(batch, seq);
    jobs.recount(batch, seq);
  }
}

function adopt(tables: Tables, adoption: Adoption): Job | undefined {
  const { decisions, jobs } = tables;
  const { batch, jobId, items, named, at } = adoption;
  const job = adoption.jobs
    .flatMap((seq) => jobs.get(batch, seq) ?? [])
    .filter((candidate) => fits(tables, adoption, candidate))
    .sort((a, b) => a.items - b.items)[0];
  if (job === undefined) return undefined;
  const evidence = { by: 'user', jobId, totalRecords: items, named: named.length };
  decisions.add(batch, { job: job.seq, at, decision: 'adopt', evidence });
  // Only the answer to a submission says how many identifiers were rejected.
  jobs.accepted(batch, job.seq, jobId, job.jobId === null ? 0 : job.rejected, at);
  return job;
}

function fits({ items }: Tables, adoption: Adoption, job: Job): boolean {
  if (job.jobId !== null) return job.jobId === adoption.jobId;
  if (adoption.items > job.items || adoption.items === 0) return false;
  if (adoption.named.length === 0) return adoption.isRunning && adoption.items === job.items;
  const sent = new Set(items.idsOf(adoption.batch, job.seq));
  return adoption.named.every((id) => sent.has(id));
}
