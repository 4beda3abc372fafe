import type { Database } from '../../../sqlite/index.js';
import type { Adoption, RecordedDecision } from '../../operations/doubts.js';
import type { Job } from '../../types.js';
import type { Tables } from '../tables/index.js';
import { gather } from './results.js';

export function doubtsOperations(db: Database, tables: Tables) {
  const { decisions, jobs } = tables;
  const giveUp = (batch: number, seqs: readonly number[], decision: string, at: number): Job[] =>
    seqs.flatMap((seq) => {
      const job = jobs.get(batch, seq);
      const evidence = { by: 'user', jobId: job?.jobId ?? null };
      decisions.add(batch, { job: seq, at, decision, evidence });
      jobs.abandoned(batch, seq, at);
      return job ?? [];
    });
  return {
    doubtCutShort: (batch: number, why: string, at: number) => {
      db.transaction(() => {
        for (const { seq, state } of jobs.of(batch))
          if (state === 'submitting') jobs.unconfirmed(batch, seq, why, at);
        answerDoubtedLookups(tables, batch, at);
      });
    },
    recordDecision: (batch: number, decision: RecordedDecision) => {
      db.transaction(() => {
        decisions.add(batch, decision);
        if (decision.decision !== 'ask') return;
        const { why } = decision.evidence;
        jobs.setVerdict(batch, decision.job, typeof why === 'string' ? why : 'ask');
      });
    },
    decisionsOf: (batch: number) => decisions.of(batch),
    abandon: (batch: number, seqs: readonly number[], at: number) => {
      db.transaction(() => giveUp(batch, seqs, 'abandon', at));
    },
    resubmit: (batch: number, seqs: readonly number[], perJob: number, at: number) =>
      db.transaction(() => gather(tables, batch, giveUp(batch, seqs, 'resubmit', at), perJob)),
    adopt: (adoption: Adoption) => db.transaction(() => adopt(tables, adoption)),
  };
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
    .find((candidate) => fits(tables, adoption, candidate));
  if (job === undefined) return undefined;
  const evidence = { by: 'user', jobId, totalRecords: items, named: named.length };
  decisions.add(batch, { job: job.seq, at, decision: 'adopt', evidence });
  jobs.accepted(batch, job.seq, jobId, job.rejected, at);
  return job;
}

function fits({ items }: Tables, adoption: Adoption, job: Job): boolean {
  if (job.jobId !== null) return job.jobId === adoption.jobId;
  if (adoption.items !== job.items || adoption.named.length === 0) return false;
  const sent = new Set(items.idsOf(adoption.batch, job.seq));
  return adoption.named.every((id) => sent.has(id));
}
