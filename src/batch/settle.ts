import type { WhyUnconfirmed, WhyUndecided } from '../base/facts.js';
import { ConfereError } from '../base/errors.js';
import { computeSettleTime, type HeldLock, type Job } from '../ledger/index.js';
import { formatTrouble } from '../ledger/jobs.js';
import { CHECK_OTHERS_EVERY, resolvePrices } from '../money/book.js';
import { recoverJobIds } from '../money/outbox.js';
import { createStopwatch, settleByBalance, settleLookup, type Stopwatch } from '../money/settle.js';
import type { Work } from './dependencies.js';
import { pauseOrStop, stopIfAsked } from './stop.js';

/**
 * Marks the submissions of an interrupted run as unconfirmed, except those whose job id reached the disk (`outbox.ts`).
 */
export async function markInterrupted({ ledger, batch }: Work): Promise<void> {
  await recoverJobIds(ledger, batch);
  await ledger.markInterruptedJobs(batch.num, formatTrouble({ code: 'run_ended' }));
}

/** Adds to the work a stopwatch and a pause, which settling needs. The caller ends `pauseOfOthers`. */
export function withSettling<W extends Work>(work: W): W & Settling {
  return { ...work, stopwatch: createStopwatch(work), pauseOfOthers: createSettlementPause(work) };
}

/**
 * Returns the jobs whose submission has no answer. A job with an id is not among them, because the service accepted it
 * and lost it later.
 */
export async function readUnconfirmedSubmissions({ ledger, batch }: Work): Promise<Job[]> {
  const jobs = await ledger.readJobs(batch.num);
  return jobs.filter((job) => job.state === 'unconfirmed' && job.jobId === null);
}

/** The work on a batch, with the stopwatch and the pause that settling its doubts needs. */
export interface Settling extends Work {
  readonly stopwatch: Stopwatch;
  readonly pauseOfOthers: ReturnType<typeof createSettlementPause>;
}

/**
 * Settles the doubts about jobs by the balance. Returns an error where not all of them are proved free. A job that is
 * proved stays `unconfirmed` until it is sent: the proof is valid only for a moment, and so it is made again
 * immediately before the submission (`isBeforeSubmission`).
 */
export async function settleJobs(
  work: Settling,
  jobs: readonly Job[],
  isBeforeSubmission = false,
): Promise<ConfereError | undefined> {
  let trouble: ConfereError | undefined;
  for (const job of jobs) {
    if (isBeforeSubmission && trouble !== undefined) break;
    trouble = (await settleJob(work, job, isBeforeSubmission)) ?? trouble;
  }
  return trouble;
}

async function settleJob(work: Settling, job: Job, isBeforeSubmission: boolean) {
  const { ledger, clock, batch, emit } = work;
  const { verdict: whyUndecided } = job;
  // The verdict `ask` is final, because a balance that happens to fit later proves nothing.
  if (whyUndecided !== null) return buildUndecidedError(work, job, whyUndecided);
  const pauseError = await work.pauseOfOthers.begin();
  if (pauseError !== undefined) return pauseError;
  const { seq, begunTick, unknownSince: since } = job;
  const doubt = {
    begunTick: begunTick ?? 0,
    since,
    settleTime: computeSettleTime(job.items, work.settleTime),
  };
  const settlement = {
    ...work,
    until: work.deadline,
    sleep: (ms: number) => pauseOrStop(work, ms),
    terms: { ...work.terms, settle: work.settleTime },
    onWait: ({ ms, batches }: { readonly ms: number; readonly batches: readonly string[] }) => {
      stopIfAsked(work);
      if (batches.length > 0) emit({ type: 'others_running', batches });
      else emit({ type: 'settling', seq, ms });
    },
  };
  const { verdict, shownEvidence, liveBatches } = await settleByBalance(settlement, doubt);
  const record = (decision: 'resend' | 'ask', facts: Readonly<Record<string, unknown>>) =>
    ledger.recordDecision(batch.num, { job: seq, at: clock.now(), decision, evidence: facts });
  switch (verdict.is) {
    case 'ask':
      await record('ask', { why: verdict.why, ...shownEvidence });
      emit({ type: 'settled', seq, decision: 'ask' });
      return buildUndecidedError(work, job, verdict.why);
    case 'resend':
      // Only the proof immediately before the submission allows the submission, so no earlier proof is recorded.
      if (isBeforeSubmission) await record('resend', shownEvidence);
      else emit({ type: 'settled', seq, decision: 'resend' });
      return undefined;
    case 'wait':
      return buildUnconfirmedError(work, job, { why: 'deadline' });
    case 'busy':
      return buildUnconfirmedError(work, job, { why: 'others_running', liveBatches });
  }
}

function buildUndecidedError(work: Work, job: Job, because: WhyUndecided): ConfereError {
  const cost = job.items * resolvePrices(work.terms)[job.kind];
  return buildUnconfirmedError(work, job, { why: 'undecided', because, cost });
}

function buildUnconfirmedError(
  { batch }: Work,
  { seq, items }: Job,
  why: WhyUnconfirmed,
): ConfereError {
  return new ConfereError('submission_unconfirmed', { batch: batch.id, job: seq, items, ...why });
}

/** Creates a pause in which no other machine submits a job of this account, so that its balance can be judged. */
export function createSettlementPause(work: Work) {
  const { ledger, keyFingerprint } = work;
  let pause: HeldLock | undefined;
  return {
    /** Begins the pause once no other machine pauses. Returns `others_settling` if the deadline comes first. */
    async begin(): Promise<ConfereError | undefined> {
      const account = await ledger.findAccount(keyFingerprint);
      // Without a reading of the balance there is nothing to compare.
      if (account === undefined) return undefined;
      let lateError: ConfereError | undefined;
      while (pause === undefined && lateError === undefined) {
        pause = await ledger.pauseOthers(account);
        if (pause === undefined) lateError = await waitForSettling(work, false);
      }
      return lateError;
    },
    async end(): Promise<void> {
      const release = pause?.release();
      pause = undefined;
      await release;
    },
  };
}

/**
 * Waits while another machine settles a doubt of this account; `pollUntilEnded` polls the jobs of this batch, which
 * that machine may be waiting for. Returns `others_settling` where the deadline comes first, and at once for a proved
 * job: its proof does not outlive the wait.
 */
export async function waitForSettling(
  work: Work,
  isProved: boolean,
  pollUntilEnded?: () => Promise<unknown>,
): Promise<ConfereError | undefined> {
  const { ledger, clock, deadline, batch, emit } = work;
  const account = await ledger.findAccount(work.keyFingerprint);
  if (account === undefined) return undefined;
  for (let isReported = false; ; isReported = true) {
    const holder = await ledger.findPause(account);
    if (holder === undefined) return undefined;
    if (isProved || clock.now() + CHECK_OTHERS_EVERY > deadline)
      return new ConfereError('others_settling', { batch: batch.id, by: holder });
    if (!isReported) emit({ type: 'others_settling', host: holder.host });
    await pollUntilEnded?.();
    await pauseOrStop(work, CHECK_OTHERS_EVERY, 'machine');
  }
}

/**
 * Settles the doubts of single lookups that keep identifiers of the batch from being sent, once no other job is left.
 * Returns how many doubts were proved free.
 */
export async function settleBlockingLookups(work: Work): Promise<number> {
  const { ledger, batch, deadline: until, emit } = work;
  const doubts = await ledger.findDoubtsAboutPlanned(batch.num);
  if (doubts.length === 0 || (await excludeDoubtfulAndFindWork(work))) return 0;
  const reportWait = (ms: number) => {
    emit({ type: 'settling', seq: doubts[0]?.job ?? 0, ms });
  };
  const deps = { ...work, until, onWait: reportWait, stopwatch: createStopwatch(work) };
  let freeCount = 0;
  for (const doubt of doubts) {
    const settled = await settleLookup(deps, doubt).catch((error: unknown) => {
      stopIfAsked(work);
      throw error;
    });
    if (settled !== 'free') continue;
    await ledger.endLookup(doubt.num, { is: 'free', at: await ledger.now() });
    freeCount += 1;
  }
  return freeCount;
}

/**
 * Moves identifiers in doubt into jobs of their own, and returns whether other work is left: a job that is running, or
 * a planned job that can be sent because none of its identifiers is in doubt.
 */
async function excludeDoubtfulAndFindWork({ ledger, batch }: Work): Promise<boolean> {
  const excluded = new Set((await ledger.moveDoubtfulToOwnJobs(batch.num)).map(({ seq }) => seq));
  const jobs = await ledger.readJobs(batch.num);
  return jobs.some(
    ({ seq, state }) => state === 'accepted' || (state === 'planned' && !excluded.has(seq)),
  );
}

/**
 * Returns the error about identifiers in doubt that are excluded from sending, once no other job is left to run;
 * undefined if none is excluded. Moves
 * identifiers in doubt into jobs of their own, as `excludeDoubtfulAndFindWork` does.
 */
export async function findLeftOutError(work: Work): Promise<ConfereError | undefined> {
  const { ledger, batch } = work;
  const doubts = await ledger.findDoubtsAboutPlanned(batch.num);
  const [first] = doubts;
  if (first === undefined || (await excludeDoubtfulAndFindWork(work))) return undefined;
  return new ConfereError('submission_unconfirmed', {
    batch: batch.id,
    job: first.job,
    items: new Set(doubts.map(({ id }) => id)).size,
    why: 'left_out',
    isUndecidable: doubts.every(({ verdict }) => verdict !== null),
  });
}
