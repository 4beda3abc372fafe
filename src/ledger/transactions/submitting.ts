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
import { LEFT_OUT } from '../tables/jobs.js';
import type { Engine } from './engine.js';
import type { Tables } from '../tables/index.js';
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

async function answerFromRecords(tables: Tables, request: SendableRequest): Promise<SendableJobs> {
  const { items, jobs, records } = tables;
  const { batch, only, reuseSince, proved } = request;
  for (const { seq, kind } of plannedOf(await jobs.of(batch))) {
    if (!(await records.haveSince(kind, reuseSince))) continue;
    await items.reuseIn(batch, seq, kind, reuseSince, request.at);
  }
  await jobs.recount(batch);
  const left = request.evenIfElsewhere ? [] : await leaveOut(tables, batch);
  const all = await jobs.of(batch);
  const doubted = all.filter(({ seq, state }) => state === 'unconfirmed' && proved.includes(seq));
  const isMeant = (seq: number) => only?.has(seq) ?? !left.includes(seq);
  const meant = [...doubted, ...plannedOf(all)].filter(({ seq }) => isMeant(seq));
  return {
    jobs: meant,
    elsewhere: request.evenIfElsewhere ? null : await firstElsewhere(tables, batch, meant),
  };
}

function plannedOf(jobs: readonly Job[]): Job[] {
  return jobs.filter(({ state }) => state === 'planned');
}

async function firstElsewhere(
  { items }: Tables,
  batch: number,
  jobs: readonly Job[],
): Promise<UnderWayElsewhere | null> {
  for (const { seq, kind } of jobs) {
    const other = await items.elsewhere(batch, seq, kind);
    if (other !== undefined) return { job: seq, ...other };
  }
  return null;
}

async function split(
  { items, jobs }: Tables,
  batch: number,
  seq: number,
  keep: number,
): Promise<boolean> {
  const job = await jobs.get(batch, seq);
  if (job === undefined || !(await jobs.resize(batch, seq, keep))) return false;
  const next = (await jobs.lastSeq(batch)) + 1;
  await items.moveRest(batch, seq, keep, next);
  const { kind, round } = job;
  await jobs.plan(batch, { seq: next, kind, items: job.items - keep, round });
  return true;
}

async function begin(tables: Tables, request: SubmissionRequest): Promise<SubmissionVerdict> {
  const { items, jobs } = tables;
  const { batch } = request;
  const own = await claimedFor(tables, request);
  const seq = request.resubmits === true ? await giveUpFor(tables, request) : request.job;
  const before = await jobs.get(batch, seq);
  if (request.proved && before?.state === 'unconfirmed') await jobs.backToPlanned(batch, seq);
  const job = await jobs.get(batch, seq);
  if (job === undefined) return { verdict: 'empty' };
  await items.reuseIn(batch, seq, job.kind, request.reuseSince, request.at);
  await jobs.recount(batch, seq);
  const isAgreed = request.evenIfElsewhere || (request.resubmits === true && seq === request.job);
  const asking = await clearLookups(tables, request, job, isAgreed);
  if (asking > 0) return refuse({ verdict: 'looked_up_now', items: asking });
  const elsewhere = request.evenIfElsewhere ? null : await firstElsewhere(tables, batch, [job]);
  if (elsewhere !== null) return refuse({ verdict: 'elsewhere', elsewhere });
  const isLeftOut = !isAgreed && (await leaveOut(tables, batch)).includes(seq);
  const ids = await items.idsOf(batch, seq);
  if (ids.length === 0 || isLeftOut) return { verdict: 'empty' };
  const { cost } = request;
  const broken = await brokenLimit(tables, cost, ids.length, own);
  if (broken !== undefined) return refuse(broken);
  const at = await momentAfterAll(tables, request.at);
  await jobs.submitting(batch, seq, { at, price: cost.price });
  return { verdict: 'begun', job: seq, ids, at };
}

/** Credits that a balance is read without for a job in doubt, which is about to be sent again. */
async function claimedFor(
  { items, jobs }: Tables,
  { batch, job: seq, cost: { unpriced, limits } }: SubmissionRequest,
): Promise<number> {
  const job = await jobs.get(batch, seq);
  if (job?.state !== 'unconfirmed') return 0;
  const isClaimed = limits.some(
    (limit) => limit.of === 'balance' && (job.begunTick ?? 0) <= limit.before.tick,
  );
  if (!isClaimed) return 0;
  return (await items.waitingIn(batch, seq)) * (job.price ?? unpriced[job.kind]);
}

/**
 * Gives an unconfirmed job up for a new one with its unanswered identifiers; returns the new one's number. A planned one,
 * which was left out, is sent itself.
 */
async function giveUpFor(
  tables: Tables,
  { batch, job: seq, at }: SubmissionRequest,
): Promise<number> {
  const { decisions, jobs, uptimes } = tables;
  const job = await jobs.required(batch, seq);
  const isLeftOut = job.state === 'planned' && job.error === LEFT_OUT;
  const into = isLeftOut ? seq : (await jobs.lastSeq(batch)) + 1;
  const evidence = { by: 'user', jobId: job.jobId, into };
  await decisions.add(batch, { job: seq, at, decision: 'resubmit', evidence });
  if (isLeftOut) return seq;
  await jobs.abandoned(batch, seq, at);
  await uptimes.ofJob(batch, seq);
  await gather(tables, batch, [job], job.items);
  return into;
}

/** A job that was given up for one that was refused is in doubt again: its id may still turn up. */
async function takeBack(tables: Tables, batch: number, seq: number, given: number): Promise<void> {
  const { decisions, items, jobs } = tables;
  if (seq === given) return;
  await jobs.inDoubtAgain(batch, given);
  for (const id of await items.idsOf(batch, seq)) await items.moveTo(batch, id, given);
  await jobs.recount(batch, seq);
  await decisions.removeLast(batch, given);
}

async function keepOutcome(
  tables: Tables,
  batch: number,
  seq: number,
  outcome: SubmissionOutcome,
  at: number,
): Promise<void> {
  const { items, jobs } = tables;
  switch (outcome.is) {
    case 'accepted':
      await jobs.accepted(batch, seq, outcome.jobId, outcome.rejected, at);
      return;
    case 'refused':
      await jobs.backToPlanned(batch, seq);
      await takeBack(tables, batch, seq, outcome.insteadOf ?? seq);
      return;
    case 'invalid':
      await jobs.backToPlanned(batch, seq);
      await items.rejectAll(batch, seq, at);
      await jobs.recount(batch, seq);
      return;
    case 'unknown':
      await doubtJob(tables, batch, seq, outcome.why, at);
  }
}
