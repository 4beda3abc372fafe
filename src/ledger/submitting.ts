import { findMomentAfterAll, permitRequest, type Cost, type Permit } from './limits.js';
import { nextTick, refuse, type LedgerEngine, type Tx } from './db.js';
import { addDecision, clearLookups, leaveOut } from './doubts.js';
import { ANSWER, divided, idsWith, isOfJob, reanswered, reused } from './job-items.js';
import { IS_UNDER_WAY } from './job-states.js';
import {
  acceptJob,
  backToPlanned,
  doubtJob,
  endJob,
  itemsOf,
  jobOf,
  jobsOf,
  LEFT_OUT,
  moveItems,
  moveJob,
  nextSeq,
  NOT_ENDED,
  planJob,
  recount,
  requiredJob,
  storeAnswers,
  storeItems,
  waitingIdsOf,
  waitingJobs,
  type Job,
} from './jobs.js';
import { hasRecords, newestAmong } from './records.js';
import { gather } from './results.js';

export interface UnderWayElsewhere {
  readonly job: number;
  readonly batch: string;
  readonly items: number;
  /** `unconfirmed`: no waiting helps. */
  readonly state: 'running' | 'unconfirmed';
}

export interface SendableRequest {
  readonly batch: number;
  /** Unconfirmed jobs that were proved not to be charged; they go first. */
  readonly proved: readonly number[];
  readonly only?: ReadonlySet<number>;
  readonly reuseSince: number;
  readonly evenIfElsewhere: boolean;
  readonly at: number;
}

export interface SubmissionRequest extends Pick<
  SendableRequest,
  'batch' | 'reuseSince' | 'evenIfElsewhere' | 'at'
> {
  readonly job: number;
  readonly proved: boolean;
  /** Sent again at the user's word: an unconfirmed job is given up for a new one; of one that is left out, the doubts. */
  readonly resubmits?: boolean;
  readonly cost: Cost;
}

export interface BegunJob {
  readonly ids: readonly string[];
  /** Credits of a found record. */
  readonly price: Cost['price'];
}

export type SubmissionVerdict =
  /** Flushed: these identifiers of this job, in input order, may be sent now. */
  | ({ readonly verdict: 'begun'; readonly job: number; readonly at: number } & BegunJob)
  /** Paid records answered it, or it is left out. */
  | { readonly verdict: 'empty' }
  | { readonly verdict: 'looked_up_now'; readonly items: number }
  | { readonly verdict: 'elsewhere'; readonly elsewhere: UnderWayElsewhere }
  | Exclude<Permit, { verdict: 'granted' }>;

export type SubmissionOutcome =
  /** `rejected`: identifiers that the service counted as invalid. */
  | { readonly is: 'accepted'; readonly jobId: string; readonly rejected: number }
  /** The service created nothing: the job is planned again; one that was begun instead of another one goes. */
  | { readonly is: 'refused'; readonly insteadOf?: number }
  /** The service refused every identifier. */
  | { readonly is: 'invalid' }
  | { readonly is: 'unknown'; readonly why: string };

/** One that another run has moved on rejects with `job_taken`. */
export function submittingOperations({ writeBatch }: LedgerEngine) {
  return {
    /** Answers planned jobs from paid records, and returns those that may be sent and whether another batch is looking some up. */
    answerFromRecords: writeBatch(answerFromRecords),
    splitJob: writeBatch(split),
    /** Stored before it is sent (money rules 1 and 5 of the contract), if every limit covers what no record answers. */
    beginSubmission: writeBatch(begin),
    keepOutcome: writeBatch(keepOutcome),
    keepWhyUnsent: writeBatch(async (tx, batch: number, why: string | null) => {
      const sql = `UPDATE jobs SET error = $1
        WHERE batch = $2 AND state = 'planned' AND error IS DISTINCT FROM $3`;
      await tx.run(sql, why, batch, LEFT_OUT);
    }),
  };
}

async function answerFromRecords(tx: Tx, request: SendableRequest) {
  const { batch, only, proved, evenIfElsewhere } = request;
  for (const job of await jobsOf(tx, batch))
    if (job.state === 'planned') await reuseIn(tx, job, request);
  await recount(tx, batch);
  const left = evenIfElsewhere ? [] : await leaveOut(tx, batch);
  const all = await jobsOf(tx, batch);
  const jobs = [
    ...all.filter(({ seq, state }) => state === 'unconfirmed' && proved.includes(seq)),
    ...all.filter(({ state }) => state === 'planned'),
  ].filter(({ seq }) => only?.has(seq) ?? !left.includes(seq));
  let other: UnderWayElsewhere | undefined;
  if (!evenIfElsewhere) for (const job of jobs) other ??= await elsewhere(tx, batch, job);
  return { jobs, elsewhere: other ?? null };
}

async function reuseIn(
  tx: Tx,
  { seq, kind }: Job,
  { batch, reuseSince, at }: Pick<SendableRequest, 'batch' | 'reuseSince' | 'at'>,
): Promise<void> {
  if (!(await hasRecords(tx, kind, reuseSince))) return;
  const ids = await waitingIdsOf(tx, batch, seq);
  const paid = await newestAmong(tx, kind, ids, reuseSince);
  if (paid.size > 0)
    await storeAnswers(tx, batch, seq, reused(await itemsOf(tx, batch, seq), paid, at));
}

async function elsewhere(
  tx: Tx,
  batch: number,
  { seq: job, kind }: Job,
): Promise<UnderWayElsewhere | undefined> {
  const which = `j.batch <> $1 AND j.kind = $2 AND j.${IS_UNDER_WAY}` as const;
  const others = await waitingJobs(tx, which, 'j.batch, j.seq', batch, kind);
  const own = new Set(others.length === 0 ? [] : await waitingIdsOf(tx, batch, job));
  const found = new Map<string, UnderWayElsewhere>();
  for (const { id, batch: other, seq, state } of others) {
    const items = (await waitingIdsOf(tx, other, seq)).filter((one) => own.has(one)).length;
    if (items === 0) continue;
    const known = found.get(id) ?? { job, batch: id, items: 0, state };
    const worst = state === 'unconfirmed' ? state : known.state;
    found.set(id, { ...known, state: worst, items: known.items + items });
  }
  const most = [...found.values()];
  return most.sort((a, b) => b.items - a.items || (a.batch < b.batch ? -1 : 1))[0];
}

export async function split(tx: Tx, batch: number, seq: number, keep: number): Promise<boolean> {
  const job = await jobOf(tx, batch, seq);
  if (job?.state !== 'planned' || job.items <= keep) return false;
  const next = await nextSeq(tx, batch);
  let seen = 0;
  const isRest = (_: number, answer: number) => isOfJob(answer) && (seen += 1) > keep;
  const [rest, kept] = divided(await itemsOf(tx, batch, seq), isRest);
  await storeItems(tx, batch, seq, kept);
  await storeItems(tx, batch, next, rest);
  await tx.run('UPDATE jobs SET items = $1 WHERE batch = $2 AND seq = $3', keep, batch, seq);
  const { kind, round } = job;
  await planJob(tx, batch, { seq: next, kind, items: job.items - keep, round });
  return true;
}

async function begin(tx: Tx, request: SubmissionRequest): Promise<SubmissionVerdict> {
  const { batch, cost, evenIfElsewhere } = request;
  const seq = request.resubmits === true ? await giveUpFor(tx, request) : request.job;
  const before = await jobOf(tx, batch, seq);
  if (request.proved && before?.state === 'unconfirmed') await backToPlanned(tx, batch, seq);
  const job = await jobOf(tx, batch, seq);
  if (job === undefined) return { verdict: 'empty' };
  await reuseIn(tx, job, request);
  await recount(tx, batch, seq);
  const isAgreed = evenIfElsewhere || (request.resubmits === true && seq === request.job);
  const asking = await clearLookups(tx, batch, seq, isAgreed);
  if (asking > 0) return refuse({ verdict: 'looked_up_now', items: asking });
  const other = evenIfElsewhere ? undefined : await elsewhere(tx, batch, job);
  if (other !== undefined) return refuse({ verdict: 'elsewhere', elsewhere: other });
  const isLeftOut = !isAgreed && (await leaveOut(tx, batch)).includes(seq);
  const ids = idsWith(await itemsOf(tx, batch, seq), isOfJob);
  if (ids.length === 0 || isLeftOut) return { verdict: 'empty' };
  const permitted = await permitRequest(tx, cost, ids.length);
  if (permitted.verdict !== 'granted') return refuse(permitted);
  const at = await findMomentAfterAll(tx, request.at);
  const begun = { begun_tick: await nextTick(tx), ended_tick: null, verdict: null };
  await moveJob(tx, batch, seq, 'submitting', { submitted_at: at, price: cost.price, ...begun });
  return { verdict: 'begun', job: seq, ids, price: cost.price, at };
}

/** Returns the number of the new job; one that was left out is sent itself. */
async function giveUpFor(tx: Tx, { batch, job: seq, at }: SubmissionRequest): Promise<number> {
  const job = await requiredJob(tx, batch, seq);
  const isLeftOut = job.state === 'planned' && job.error === LEFT_OUT;
  const into = isLeftOut ? seq : await nextSeq(tx, batch);
  const evidence = { by: 'user', jobId: job.jobId, into };
  await addDecision(tx, batch, { job: seq, at, decision: 'resubmit', evidence });
  if (isLeftOut) return seq;
  await endJob(tx, batch, seq, 'abandoned', at);
  await gather(tx, batch, [job], job.items);
  return into;
}

/** In doubt as before: its id may still turn up. */
async function takeBack(tx: Tx, batch: number, seq: number, given: number): Promise<void> {
  if (seq === given) return;
  await moveJob(tx, batch, given, 'unconfirmed', NOT_ENDED, ['abandoned']);
  await moveItems(tx, batch, seq, given);
  await recount(tx, batch, seq);
  const own = 'SELECT max(num) FROM decisions WHERE batch = $1 AND job = $2';
  await tx.run(`DELETE FROM decisions WHERE num = (${own})`, batch, given);
}

async function keepOutcome(
  tx: Tx,
  batch: number,
  seq: number,
  outcome: SubmissionOutcome,
  at: number,
): Promise<void> {
  switch (outcome.is) {
    case 'accepted':
      return acceptJob(tx, batch, seq, outcome, at);
    case 'refused':
      await backToPlanned(tx, batch, seq);
      return takeBack(tx, batch, seq, outcome.insteadOf ?? seq);
    case 'invalid': {
      await backToPlanned(tx, batch, seq);
      const items = await itemsOf(tx, batch, seq);
      await storeAnswers(tx, batch, seq, reanswered(items, ANSWER.waiting, ANSWER.refused, at));
      return recount(tx, batch, seq);
    }
    case 'unknown':
      return doubtJob(tx, batch, seq, outcome.why);
  }
}
