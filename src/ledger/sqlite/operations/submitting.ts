import type { Database } from '../../../sqlite/index.js';
import type {
  SendableJobs,
  SendableRequest,
  SubmissionOutcome,
  SubmissionRequest,
  SubmissionVerdict,
  UnderWayElsewhere,
} from '../../operations/submitting.js';
import { unclaimed } from '../../coverage.js';
import type { Job } from '../../types.js';
import { ONE_EACH, type Prices } from '../../operations/balances.js';
import type { Holders } from '../holders.js';
import { brokenBudget, transactionOrVerdict } from './refusals.js';
import { gather } from './results.js';
import type { Tables } from '../tables/index.js';
import { doubtJob } from './doubts.js';
import { endLookup } from './lookups.js';
import { clearLookups } from './lookups-in-job.js';

export function submittingOperations(db: Database, tables: Tables, holders: Holders) {
  const { items, jobs } = tables;
  return {
    claims: (prices: Prices = ONE_EACH) =>
      db.snapshot(() => ({
        outstanding: outstanding(tables, prices),
        live: jobs.live(),
        polls: jobs.polls(),
      })),
    jobsUnderWay: () =>
      db.snapshot(() =>
        jobs.underWay().map(({ batch, batchId, job }) => {
          return { batchId, job, found: items.foundIn(batch, job.seq) };
        }),
      ),
    answerFromRecords: (request: SendableRequest) =>
      db.transaction(() => answerFromRecords(tables, request)),
    splitJob: (batch: number, job: number, keep: number) =>
      db.transaction(() => split(tables, batch, job, keep)),
    beginSubmission: (request: SubmissionRequest): SubmissionVerdict =>
      transactionOrVerdict<SubmissionVerdict, SubmissionVerdict>(db, (refuse) =>
        begin(tables, holders, request, refuse),
      ),
    keepOutcome: (batch: number, job: number, outcome: SubmissionOutcome, at: number) => {
      db.transaction(() => {
        keepOutcome(tables, batch, job, outcome, at);
      });
    },
    keepWhyUnsent: (batch: number, why: string) => {
      jobs.unsent(batch, why);
    },
  };
}

function answerFromRecords(tables: Tables, request: SendableRequest): SendableJobs {
  const { items, jobs, records } = tables;
  const { batch, only, reuseSince, proved } = request;
  const planned = () => jobs.of(batch).filter(({ state }) => state === 'planned');
  for (const { seq, kind } of planned()) {
    if (!records.haveSince(kind, reuseSince)) continue;
    items.reuseIn(batch, seq, kind, reuseSince, request.at);
  }
  jobs.recount(batch);
  const doubted = jobs
    .of(batch)
    .filter(({ seq, state }) => state === 'unconfirmed' && proved.includes(seq));
  const meant = [...doubted, ...planned()].filter(({ seq }) => only?.has(seq) !== false);
  return {
    jobs: meant,
    elsewhere: request.evenIfElsewhere ? null : firstElsewhere(tables, batch, meant),
  };
}

function firstElsewhere(
  { items }: Tables,
  batch: number,
  jobs: readonly Job[],
): UnderWayElsewhere | null {
  for (const { seq, kind } of jobs) {
    const other = items.elsewhere(batch, seq, kind);
    if (other !== undefined) return { job: seq, ...other };
  }
  return null;
}

function split({ items, jobs }: Tables, batch: number, seq: number, keep: number): boolean {
  const job = jobs.get(batch, seq);
  if (job === undefined || !jobs.resize(batch, seq, keep)) return false;
  const next = jobs.lastSeq(batch) + 1;
  items.moveRest(batch, seq, keep, next);
  const { kind, round } = job;
  jobs.plan(batch, { seq: next, kind, items: job.items - keep, round });
  return true;
}

function begin(
  tables: Tables,
  holders: Holders,
  request: SubmissionRequest,
  refuse: (verdict: SubmissionVerdict) => never,
): SubmissionVerdict {
  const { items, jobs } = tables;
  const { batch } = request;
  if (jobs.polls() !== request.polls) return refuse({ verdict: 'stale' });
  const seq = request.resubmits === true ? giveUpFor(tables, request) : request.job;
  const before = jobs.get(batch, seq);
  if (request.proved && before?.state === 'unconfirmed') freeDoubt(tables, before, batch);
  const job = jobs.get(batch, seq);
  if (job === undefined) return { verdict: 'empty' };
  items.reuseIn(batch, seq, job.kind, request.reuseSince, request.at);
  jobs.recount(batch, seq);
  const asking = clearLookups(tables, holders, request, job);
  if (asking > 0) return refuse({ verdict: 'looked_up_now', items: asking });
  const elsewhere = request.evenIfElsewhere ? null : firstElsewhere(tables, batch, [job]);
  if (elsewhere !== null) return refuse({ verdict: 'elsewhere', elsewhere });
  const ids = items.idsOf(batch, seq);
  if (ids.length === 0) return { verdict: 'empty' };
  const { prices = ONE_EACH } = request;
  const balance = unclaimed(request.remainingCredits, outstanding(tables, prices), request.taken);
  const cost = ids.length * prices[job.kind];
  const broken = brokenBudget(tables, request, cost);
  if (broken !== undefined) return refuse(broken);
  if (cost > balance && !request.allowOverage)
    return refuse({ verdict: 'uncovered', cost, balance });
  jobs.submitting(batch, seq, request.usedCredits, momentAfterAll(tables, request.at));
  return { verdict: 'begun', job: seq, ids };
}

/** The balance has proved that nothing was charged, for a job or for the lookup that it stands for. */
function freeDoubt(tables: Tables, { seq, begunTick, lookup }: Job, batch: number): void {
  const { jobs, lookups } = tables;
  jobs.backToPlanned(batch, seq);
  if (lookup !== null) endLookup(tables, lookup, 'free');
  else if (begunTick !== null) lookups.freeInJob(begunTick);
}

/** Gives an unconfirmed job up for a new one with its unanswered identifiers; returns the new one's number. */
function giveUpFor(tables: Tables, { batch, job: seq, at }: SubmissionRequest): number {
  const { decisions, jobs, uptimes } = tables;
  const job = jobs.required(batch, seq);
  const into = jobs.lastSeq(batch) + 1;
  const evidence = { by: 'user', jobId: job.jobId, into };
  decisions.add(batch, { job: seq, at, decision: 'resubmit', evidence });
  uptimes.begin(jobs.abandoned(batch, seq, at));
  gather(tables, batch, [job], job.items);
  return into;
}

/** Credits that may still be charged. */
function outstanding({ items, lookups }: Tables, prices: Prices): number {
  const open = [...items.outstanding(), ...lookups.outstanding()];
  return open.reduce((sum, { kind, count }) => sum + count * prices[kind], 0);
}

function keepOutcome(
  tables: Tables,
  batch: number,
  seq: number,
  outcome: SubmissionOutcome,
  at: number,
): void {
  const { items, jobs } = tables;
  switch (outcome.is) {
    case 'accepted':
      jobs.accepted(batch, seq, outcome.jobId, outcome.rejected, at);
      return;
    case 'refused':
      jobs.backToPlanned(batch, seq);
      return;
    case 'invalid':
      jobs.backToPlanned(batch, seq);
      items.rejectAll(batch, seq, at);
      jobs.recount(batch, seq);
      return;
    case 'unknown':
      doubtJob(tables, batch, seq, outcome.why, at);
  }
}

/** Charges before this moment must stay before it, even if the clock was set back in the meantime. */
function momentAfterAll({ jobs, records }: Tables, now: number): number {
  return Math.max(now, jobs.lastSubmission() + 1, records.lastSingle() + 1);
}
