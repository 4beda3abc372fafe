import type {
  SendableJobs,
  SendableRequest,
  SubmissionOutcome,
  SubmissionRequest,
  SubmissionVerdict,
  UnderWayElsewhere,
} from '../operations/submitting.js';
import type { Job } from '../types.js';
import { brokenLimit, momentAfterAll } from './limits.js';
import { orVerdict, refuse } from './refusals.js';
import { gather } from './results.js';
import { LEFT_OUT } from '../rows/job-row.js';
import type { Engine } from './engine.js';
import type { Steps, Tables } from './steps.js';
import { doubtJob } from './doubts.js';
import { clearLookups, leaveOut } from './left-out.js';

export function submittingOperations({ writeBatch }: Engine) {
  return {
    answerFromRecords: writeBatch(answerFromRecords),
    splitJob: writeBatch(split),
    beginSubmission: orVerdict<[SubmissionRequest], SubmissionVerdict>(writeBatch(begin)),
    keepOutcome: writeBatch(keepOutcome),
    keepWhyUnsent: writeBatch(({ jobs }, batch: number, why: string) => jobs.unsent(batch, why)),
  };
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
  const own = yield* claimedFor(tables, request);
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
  const { cost, usedCredits: used } = request;
  const broken = yield* brokenLimit(tables, cost, ids.length, own);
  if (broken !== undefined) return refuse(broken);
  const at = yield* momentAfterAll(tables, request.at);
  yield* jobs.submitting(batch, seq, { used, at, price: cost.price });
  return { verdict: 'begun', job: seq, ids, at };
}

/** Credits that a balance is read without for a job in doubt, which is about to be sent again. */
function* claimedFor(
  { items, jobs }: Tables,
  { batch, job: seq, cost: { unpriced, limits } }: SubmissionRequest,
): Steps<number> {
  const job = yield* jobs.get(batch, seq);
  if (job?.state !== 'unconfirmed') return 0;
  const isClaimed = limits.some(
    (limit) => limit.of === 'balance' && (job.begunTick ?? 0) <= limit.before.tick,
  );
  if (!isClaimed) return 0;
  return (yield* items.waitingIn(batch, seq)) * (job.price ?? unpriced[job.kind]);
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

/** A job that was given up for one that was refused is in doubt again: its id may still turn up. */
function* takeBack(tables: Tables, batch: number, seq: number, given: number): Steps<void> {
  const { decisions, items, jobs } = tables;
  if (seq === given) return;
  yield* jobs.inDoubtAgain(batch, given);
  for (const id of yield* items.idsOf(batch, seq)) yield* items.moveTo(batch, id, given);
  yield* jobs.recount(batch, seq);
  yield* decisions.removeLast(batch, given);
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
      yield* takeBack(tables, batch, seq, outcome.insteadOf ?? seq);
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
