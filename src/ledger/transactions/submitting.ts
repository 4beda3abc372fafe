import type {
  LiveJob,
  SendableJobs,
  SendableRequest,
  SubmissionOutcome,
  SubmissionRequest,
  SubmissionVerdict,
  UnderWayElsewhere,
} from '../operations/submitting.js';
import { unclaimed } from '../coverage.js';
import type { Job } from '../types.js';
import { ONE_EACH, type Prices } from '../operations/balances.js';
import { brokenBudget, orVerdict, refuse } from './refusals.js';
import { gather } from './results.js';
import { LEFT_OUT } from '../rows/job-row.js';
import type { Engine } from './engine.js';
import type { Steps, Tables } from './steps.js';
import { doubtJob } from './doubts.js';
import { clearLookups, leaveOut } from './left-out.js';

export function submittingOperations({ read, writeBatch }: Engine) {
  return {
    claims: read(claims),
    jobsUnderWay: read(jobsUnderWay),
    answerFromRecords: writeBatch(answerFromRecords),
    splitJob: writeBatch(split),
    beginSubmission: orVerdict<[SubmissionRequest], SubmissionVerdict>(writeBatch(begin)),
    keepOutcome: writeBatch(keepOutcome),
    keepWhyUnsent: writeBatch(({ jobs }, batch: number, why: string) => jobs.unsent(batch, why)),
  };
}

function* claims(tables: Tables, prices: Prices = ONE_EACH) {
  return {
    outstanding: yield* outstanding(tables, prices),
    live: yield* tables.jobs.live(),
    polls: yield* charges(tables),
  };
}

/** How often results were stored of a job or a single lookup: they are outstanding no longer, so the balance must have them. */
function* charges({ jobs, lookups }: Tables): Steps<number> {
  return (yield* jobs.polls()) + (yield* lookups.charged());
}

function* jobsUnderWay({ items, jobs }: Tables): Steps<LiveJob[]> {
  const live: LiveJob[] = [];
  for (const { batch, batchId, job } of yield* jobs.underWay())
    live.push({ batchId, job, found: yield* items.foundIn(batch, job.seq) });
  return live;
}

function* answerFromRecords(tables: Tables, request: SendableRequest): Steps<SendableJobs> {
  const { items, jobs, records } = tables;
  const { batch, only, reuseSince, proved } = request;
  for (const { seq, kind } of plannedOf(yield* jobs.of(batch))) {
    if (!(yield* records.haveSince(kind, reuseSince))) continue;
    yield* items.reuseIn(batch, seq, kind, reuseSince, request.at);
  }
  yield* jobs.recount(batch);
  const left = request.evenIfElsewhere ? [] : yield* leaveOut(tables, batch);
  const all = yield* jobs.of(batch);
  const doubted = all.filter(({ seq, state }) => state === 'unconfirmed' && proved.includes(seq));
  const isMeant = (seq: number) => only?.has(seq) ?? !left.includes(seq);
  const meant = [...doubted, ...plannedOf(all)].filter(({ seq }) => isMeant(seq));
  return {
    jobs: meant,
    elsewhere: request.evenIfElsewhere ? null : yield* firstElsewhere(tables, batch, meant),
  };
}

function plannedOf(jobs: readonly Job[]): Job[] {
  return jobs.filter(({ state }) => state === 'planned');
}

function* firstElsewhere(
  { items }: Tables,
  batch: number,
  jobs: readonly Job[],
): Steps<UnderWayElsewhere | null> {
  for (const { seq, kind } of jobs) {
    const other = yield* items.elsewhere(batch, seq, kind);
    if (other !== undefined) return { job: seq, ...other };
  }
  return null;
}

function* split({ items, jobs }: Tables, batch: number, seq: number, keep: number): Steps<boolean> {
  const job = yield* jobs.get(batch, seq);
  if (job === undefined || !(yield* jobs.resize(batch, seq, keep))) return false;
  const next = (yield* jobs.lastSeq(batch)) + 1;
  yield* items.moveRest(batch, seq, keep, next);
  const { kind, round } = job;
  yield* jobs.plan(batch, { seq: next, kind, items: job.items - keep, round });
  return true;
}

function* begin(tables: Tables, request: SubmissionRequest): Steps<SubmissionVerdict> {
  const { items, jobs } = tables;
  const { batch } = request;
  if ((yield* charges(tables)) !== request.polls) return refuse({ verdict: 'stale' });
  const seq = request.resubmits === true ? yield* giveUpFor(tables, request) : request.job;
  const before = yield* jobs.get(batch, seq);
  if (request.proved && before?.state === 'unconfirmed') yield* jobs.backToPlanned(batch, seq);
  const job = yield* jobs.get(batch, seq);
  if (job === undefined) return { verdict: 'empty' };
  yield* items.reuseIn(batch, seq, job.kind, request.reuseSince, request.at);
  yield* jobs.recount(batch, seq);
  const isAgreed = request.evenIfElsewhere || (request.resubmits === true && seq === request.job);
  const asking = yield* clearLookups(tables, request, job, isAgreed);
  if (asking > 0) return refuse({ verdict: 'looked_up_now', items: asking });
  const elsewhere = request.evenIfElsewhere ? null : yield* firstElsewhere(tables, batch, [job]);
  if (elsewhere !== null) return refuse({ verdict: 'elsewhere', elsewhere });
  const isLeftOut = !isAgreed && (yield* leaveOut(tables, batch)).includes(seq);
  const ids = yield* items.idsOf(batch, seq);
  if (ids.length === 0 || isLeftOut) return { verdict: 'empty' };
  yield* checkCost(tables, request, ids.length * (request.prices ?? ONE_EACH)[job.kind]);
  yield* checkDearest(tables, request, { kind: job.kind, items: ids.length });
  const at = yield* momentAfterAll(tables, request.at);
  yield* jobs.submitting(batch, seq, request.usedCredits, at);
  return { verdict: 'begun', job: seq, ids };
}

/** Refuses what a budget or the balance does not cover. */
function* checkCost(tables: Tables, request: SubmissionRequest, cost: number): Steps<void> {
  const claimed = yield* outstanding(tables, request.prices ?? ONE_EACH);
  const balance = unclaimed(request.remainingCredits, claimed, request.taken);
  const broken = yield* brokenBudget(tables, request, cost);
  if (broken !== undefined) refuse(broken);
  if (cost > balance && !request.allowOverage) refuse({ verdict: 'uncovered', cost, balance });
}

/** A single identifier may go, because its charge shows the price. */
function* checkDearest(
  tables: Tables,
  { budgets = [], dearest }: SubmissionRequest,
  { kind, items }: { readonly kind: Job['kind']; readonly items: number },
): Steps<void> {
  if (dearest === undefined || items === 1) return;
  const broken = yield* brokenBudget(tables, { budgets, prices: dearest }, items * dearest[kind]);
  if (broken !== undefined) refuse({ verdict: 'overtaken' });
}

/**
 * Gives an unconfirmed job up for a new one with its unanswered identifiers; returns the new one's number. A planned one,
 * which was left out, is sent itself.
 */
function* giveUpFor(tables: Tables, { batch, job: seq, at }: SubmissionRequest): Steps<number> {
  const { decisions, jobs, uptimes } = tables;
  const job = yield* jobs.required(batch, seq);
  const isLeftOut = job.state === 'planned' && job.error === LEFT_OUT;
  const into = isLeftOut ? seq : (yield* jobs.lastSeq(batch)) + 1;
  const evidence = { by: 'user', jobId: job.jobId, into };
  yield* decisions.add(batch, { job: seq, at, decision: 'resubmit', evidence });
  if (isLeftOut) return seq;
  yield* jobs.abandoned(batch, seq, at);
  yield* uptimes.ofJob(batch, seq);
  yield* gather(tables, batch, [job], job.items);
  return into;
}

/** Credits that may still be charged. */
function* outstanding({ items, lookups }: Tables, prices: Prices): Steps<number> {
  const open = [...(yield* items.outstanding()), ...(yield* lookups.outstanding())];
  return open.reduce((sum, { kind, count }) => sum + count * prices[kind], 0);
}

function* keepOutcome(
  tables: Tables,
  batch: number,
  seq: number,
  outcome: SubmissionOutcome,
  at: number,
): Steps<void> {
  const { items, jobs } = tables;
  switch (outcome.is) {
    case 'accepted':
      yield* jobs.accepted(batch, seq, outcome.jobId, outcome.rejected, at);
      return;
    case 'refused':
      yield* jobs.backToPlanned(batch, seq);
      return;
    case 'invalid':
      yield* jobs.backToPlanned(batch, seq);
      yield* items.rejectAll(batch, seq, at);
      yield* jobs.recount(batch, seq);
      return;
    case 'unknown':
      yield* doubtJob(tables, batch, seq, outcome.why, at);
  }
}

/** Charges before this moment must stay before it, even if the clock was set back in the meantime. */
function* momentAfterAll({ jobs, records }: Tables, now: number): Steps<number> {
  const last = Math.max(yield* jobs.lastSubmission(), yield* records.lastSingle());
  return Math.max(now, last + 1);
}
