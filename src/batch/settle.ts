import type { WhyUnconfirmed, WhyUndecided } from '../base/facts.js';
import { ConfereError } from '../base/errors.js';
import { computeSettleTime, type HeldLock, type Job } from '../ledger/index.js';
import { writeTrouble } from '../ledger/jobs.js';
import { LOOK_AGAIN, pricesOf } from '../money/book.js';
import { recoverJobIds } from '../money/outbox.js';
import { createWatch, settleByBalance, settleLookup, type Watch } from '../money/settle.js';
import type { Work } from './dependencies.js';
import { pauseOrStop, stopIfAsked } from './stop.js';

/** What a killed run left in `submitting`, unless the ids wait in files. */
export async function markInterrupted({ ledger, batch }: Work): Promise<void> {
  await recoverJobIds(ledger, batch);
  await ledger.markInterruptedJobs(batch.num, writeTrouble({ code: 'run_ended' }));
}

export function settlingOf<W extends Work>(work: W): W & Settling {
  return { ...work, watch: createWatch(work), othersPaused: createSettlementPause(work) };
}

/** Not those that were accepted and lost later. */
export async function unansweredJobs({ ledger, batch }: Work): Promise<Job[]> {
  const jobs = await ledger.readJobs(batch.num);
  return jobs.filter((job) => job.state === 'unconfirmed' && job.jobId === null);
}

export interface Settling extends Work {
  readonly watch: Watch;
  readonly othersPaused: ReturnType<typeof createSettlementPause>;
}

/**
 * Returns why some are not proved free. What is proved stays `unconfirmed` until it is sent: the proof is valid only for a
 * moment, so it is looked at again immediately before (`isLast`).
 */
export async function settleJobs(
  work: Settling,
  jobs: readonly Job[],
  isLast = false,
): Promise<ConfereError | undefined> {
  let trouble: ConfereError | undefined;
  for (const job of jobs) {
    if (isLast && trouble !== undefined) break;
    trouble = (await settleJob(work, job, isLast)) ?? trouble;
  }
  return trouble;
}

async function settleJob(work: Settling, job: Job, isLast: boolean) {
  const { ledger, clock, batch, emit } = work;
  // A verdict is given once: a balance that happens to fit later proves nothing.
  if (job.verdict !== null) return undecided(work, job, job.verdict);
  const others = await work.othersPaused.begin();
  if (others !== undefined) return others;
  const { seq, begunTick, unknownSince: since } = job;
  const doubt = { begun: begunTick ?? 0, since, settle: computeSettleTime(job.items, work.settle) };
  const waiting = {
    ...work,
    until: work.deadline,
    pause: (ms: number) => pauseOrStop(work, ms),
    terms: { ...work.terms, settle: work.settle },
    tell: ({ ms, batches }: { readonly ms: number; readonly batches: readonly string[] }) => {
      stopIfAsked(work);
      if (batches.length > 0) emit({ type: 'others_running', batches });
      else emit({ type: 'settling', seq, ms });
    },
  };
  const { verdict, evidence, liveBatches } = await settleByBalance(waiting, doubt);
  const record = (decision: 'resend' | 'ask', facts: Readonly<Record<string, unknown>>) =>
    ledger.recordDecision(batch.num, { job: seq, at: clock.now(), decision, evidence: facts });
  switch (verdict.decision) {
    case 'ask':
      await record('ask', { why: verdict.why, ...evidence });
      emit({ type: 'settled', seq, decision: 'ask' });
      return undecided(work, job, verdict.why);
    case 'resend':
      // The check immediately before sending is the one that allows it.
      if (isLast) await record('resend', evidence);
      else emit({ type: 'settled', seq, decision: 'resend' });
      return undefined;
    case 'wait':
      return unconfirmed(work, job, { why: 'deadline' });
    case 'busy':
      return unconfirmed(work, job, { why: 'others_running', liveBatches });
  }
}

function undecided(work: Work, job: Job, because: WhyUndecided): ConfereError {
  const cost = job.items * pricesOf(work.terms)[job.kind];
  return unconfirmed(work, job, { why: 'undecided', because, cost });
}

function unconfirmed({ batch }: Work, { seq, items }: Job, why: WhyUnconfirmed): ConfereError {
  return new ConfereError('submission_unconfirmed', { batch: batch.id, job: seq, items, ...why });
}

/** A time in which no other machine submits a job of this account, so that its balance can be judged. */
export function createSettlementPause(work: Work) {
  const { ledger, keyFingerprint } = work;
  let asked: HeldLock | undefined;
  return {
    /** `others_settling` if the deadline is sooner than the end of theirs. */
    async begin(): Promise<ConfereError | undefined> {
      const account = await ledger.findAccount(keyFingerprint);
      // Without a reading of the balance there is nothing to compare.
      if (account === undefined) return undefined;
      let late: ConfereError | undefined;
      while (asked === undefined && late === undefined) {
        asked = await ledger.pauseOthers(account);
        if (asked === undefined) late = await waitForSettling(work, false);
      }
      return late;
    },
    async end(): Promise<void> {
      const ending = asked?.release();
      asked = undefined;
      await ending;
    },
  };
}

/** While another machine settles something. Returns `others_settling` without time to wait, or at once for a job whose outcome was proved. */
export async function waitForSettling(
  work: Work,
  isProved: boolean,
  collect?: () => Promise<unknown>,
): Promise<ConfereError | undefined> {
  const { ledger, clock, deadline, batch, emit } = work;
  const account = await ledger.findAccount(work.keyFingerprint);
  if (account === undefined) return undefined;
  for (let isTold = false; ; isTold = true) {
    const by = await ledger.findPause(account);
    if (by === undefined) return undefined;
    if (isProved || clock.now() + LOOK_AGAIN > deadline)
      return new ConfereError('others_settling', { batch: batch.id, by });
    if (!isTold) emit({ type: 'others_settling', host: by.host });
    // What runs of this batch is collected: the other machine waits for its end.
    await collect?.();
    await pauseOrStop(work, LOOK_AGAIN);
  }
}

/** What single lookups left in doubt, where nothing else is left. Returns how many were proved free. */
export async function freeLeftOut(work: Work): Promise<number> {
  const { ledger, batch, deadline: until, emit } = work;
  const left = await ledger.findDoubtsInPlan(batch.num);
  if (left.length === 0 || (await isWorking(work))) return 0;
  const tell = (ms: number) => {
    emit({ type: 'settling', seq: left[0]?.job ?? 0, ms });
  };
  const deps = { ...work, until, tell, watch: createWatch(work) };
  let free = 0;
  for (const doubt of left) {
    const settled = await settleLookup(deps, doubt).catch((error: unknown) => {
      stopIfAsked(work);
      throw error;
    });
    if (settled !== 'free') continue;
    await ledger.endLookup(doubt.num, { is: 'free', at: await ledger.now() });
    free += 1;
  }
  return free;
}

/** Whether jobs run, or others than those that are left out wait to be sent. */
async function isWorking({ ledger, batch }: Work): Promise<boolean> {
  const leftOut = new Set((await ledger.excludeDoubtful(batch.num)).map(({ seq }) => seq));
  const jobs = await ledger.readJobs(batch.num);
  return jobs.some(
    ({ seq, state }) => state === 'accepted' || (state === 'planned' && !leftOut.has(seq)),
  );
}

/** Why identifiers are left out, where nothing else is left to do. */
export async function leftOutTrouble(work: Work): Promise<ConfereError | undefined> {
  const { ledger, batch } = work;
  const left = await ledger.findDoubtsInPlan(batch.num);
  const [first] = left;
  if (first === undefined || (await isWorking(work))) return undefined;
  return new ConfereError('submission_unconfirmed', {
    batch: batch.id,
    job: first.job,
    items: new Set(left.map(({ id }) => id)).size,
    why: 'left_out',
    isDecided: left.every(({ verdict }) => verdict !== null),
  });
}
