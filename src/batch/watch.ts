import type { Clock } from '../base/clock.js';
import type { JobTrouble } from '../base/facts.js';
import { asKnownError, ConfereError } from '../base/errors.js';
import type { ErrorFacts } from '../base/error-facts.js';
import type { Batch, Job } from '../ledger/index.js';
import { readBalance } from '../money/balance.js';
import { isNotFound, ServiceError, type BatchJob } from '../service/index.js';
import type { Deps, Work } from './dependencies.js';
import { writeTrouble, troubleFrom } from '../ledger/jobs.js';
import { holdBatch, type HeldBatch } from './plan/open-batch.js';
import { pauseOrStop, stopIfAsked } from './stop.js';
import { summarize, type BatchSummary } from './summary.js';

/**
 * `untilEnded`: polls until every job has ended, at the latest once at the deadline; otherwise only what is due now.
 * False if some jobs run on at the service.
 */
export function createWatcher(work: Work, interval: number) {
  const { ledger, clock, deadline, batch } = work;
  const looks: Looks = {
    interval,
    began: clock.now(),
    asked: new Map(),
    mayGoOn: createSecondLooks(clock, interval),
  };

  let hasLookedAgain = false;

  const pollAll = async (untilEnded: boolean): Promise<boolean> => {
    // Once in a run: a job that is asked for ever is never over, and others wait for it.
    if (untilEnded && !hasLookedAgain) await ledger.resumePolling(batch.num);
    hasLookedAgain ||= untilEnded;
    // Jobs that are due again and again do not keep the next submission waiting.
    const until = untilEnded ? deadline : Math.min(deadline, clock.now() + interval);
    for (;;) {
      stopIfAsked(work);
      const next = await nextDue(work, looks);
      if (next === undefined) return true;
      if (!untilEnded && (next.ms > 0 || clock.now() > until)) return false;
      const left = deadline + 1 - clock.now();
      if (next.ms > 0 && left <= 0) return false;
      if (next.ms > 0) await pauseOrStop(work, Math.min(left, next.ms));
      else await poll(work, next.job, looks);
    }
  };

  return (untilEnded: boolean) => retryWhileLedgerAway(work, () => pollAll(untilEnded));
}

/** Ms. */
const PAUSE = 5_000;

/** Asks again until the deadline while the database is away; that costs nothing. @throws ConfereError `database_unusable` */
async function retryWhileLedgerAway<T>(work: Work, poll: () => Promise<T>): Promise<T> {
  for (let isTold = false; ; isTold = true) {
    try {
      return await poll();
    } catch (error) {
      if (!isAway(asKnownError(error)) || work.clock.now() + PAUSE > work.deadline) throw error;
      if (!isTold) work.emit({ type: 'ledger_away' });
      await pauseOrStop(work, PAUSE);
    }
  }
}

function isAway({ code, facts }: ConfereError): boolean {
  if (code !== 'database_unusable') return false;
  const { why } = facts as ErrorFacts['database_unusable'];
  return why === 'unreachable' || why === 'read_only';
}

interface Looks {
  readonly interval: number;
  readonly began: number;
  /** When this process asked last (epoch ms), by job number. */
  readonly asked: Map<number, number>;
  readonly mayGoOn: ReturnType<typeof createSecondLooks>;
}

/** The accepted job to poll next, and in how many ms. */
async function nextDue(
  { ledger, clock, deadline, batch, terms }: Work,
  { interval, began, asked }: Looks,
) {
  const now = clock.now();
  const isImmediate = terms?.isImmediate === true;
  const dueIn = (job: Job): number => {
    const last = asked.get(job.seq);
    // Only an answer after the deadline shows that the job still ran then; one is enough.
    if (now > deadline) return last !== undefined && last > deadline ? Infinity : 0;
    if (last === undefined && (job.acceptedAt ?? 0) < began) return 0;
    const before = job.polledAt ?? job.acceptedAt ?? 0;
    // A poll later than now: the clock was set back.
    return before > now ? 0 : before + waitFor(job, interval, isImmediate) - now;
  };
  return (await ledger.readJobs(batch.num))
    .filter(({ state }) => state === 'accepted')
    .map((job) => ({ job, ms: dueIn(job) }))
    .sort((a, b) => (a.ms < b.ms ? -1 : 1))[0];
}

/** The interval grows by half after each poll, from 5 s to 30 s (spec, "Credit rules", 4). */
const GROWTH = 1.5;
const LONGEST = 30_000;
const SHORTEST = 50;

/** A small job is looked at sooner, unless the user named an interval. */
const SMALL = 200;
const USUAL = 5_000;
const FIRST_LOOKS = [1_000, 2_000, 4_000];

function waitFor(
  { items, polls }: Pick<Job, 'items' | 'polls'>,
  interval: number,
  isImmediate: boolean,
): number {
  const isUsual = interval === USUAL;
  if (isUsual && isImmediate) return SHORTEST;
  const first = isUsual && items <= SMALL ? FIRST_LOOKS[polls] : undefined;
  return first ?? intervalAfter(polls, interval);
}

export function intervalAfter(polls: number, interval: number): number {
  return Math.max(SHORTEST, interval, Math.min(LONGEST, interval * GROWTH ** polls));
}

/** A `failed` counts when a second look, an interval later, shows the same numbers. */
function createSecondLooks(clock: Clock, interval: number) {
  const failures = new Map<number, { readonly numbers: string; readonly since: number }>();
  return (seq: number, { status, found, notFound, skipped, processed }: BatchJob): boolean => {
    if (status !== 'failed') return false;
    const numbers = JSON.stringify([found, notFound, skipped, processed]);
    const before = failures.get(seq);
    const now = clock.now();
    if (before?.numbers === numbers) return now < before.since + interval;
    failures.set(seq, { numbers, since: now });
    return true;
  };
}

/** @throws ServiceError also for a first 404 without time for a second request */
async function poll(work: Work, job: Job, looks: Looks, mayAskAgain = true): Promise<void> {
  const { ledger, client, clock, emit, batch } = work;
  const { seq } = job;
  stopIfAsked(work);
  looks.asked.set(seq, clock.now());
  const answer = await client.batchJob(job.kind, job.jobId ?? '').catch((error: unknown) => {
    if (isNotFound(error)) return error;
    throw error;
  });
  if (answer instanceof ServiceError) {
    // One 404 proves nothing (spec, `GET /cpf/bulk/{jobId}`); the client asks again unless that would pass the deadline.
    if (answer.attempts < 2) throw new ServiceError('service_failed', answer.facts);
    const trouble = troubleFrom(answer);
    const outcome = { is: 'unknown', why: writeTrouble(trouble) } as const;
    await ledger.storeOutcome(batch.num, seq, outcome, clock.now());
    emit({ type: 'unconfirmed', seq, trouble });
    return;
  }
  const look = { mayAskAgain, mayGoOn: looks.mayGoOn(seq, answer) };
  const { as, trouble } = await storeResults(work, job, answer, look);
  if (as === 'ask_again') return poll(work, job, looks, false);
  if (as === 'in_doubt') {
    emit({ type: 'unconfirmed', seq, trouble });
    return;
  }
  // Computed only if it is awaited: for a large batch it takes longer than the rest of a poll.
  let made: Promise<BatchSummary> | undefined;
  const summary = () => (made ??= summarize(ledger, batch.num, work.terms));
  const { items, polls } = job;
  const isImmediate = work.terms?.isImmediate === true;
  const nextMs = waitFor({ items, polls: polls + 1 }, looks.interval, isImmediate);
  emit({ type: 'polled', seq, summary, nextMs });
  await made;
  if (as !== 'ended') return;
  emit({ type: 'job_ended', seq, status: answer.status, error: answer.error });
  // The balance is the meter of what it cost; the next request looks again where it cannot be read now.
  await readBalance(work).catch(asKnownError);
}

interface LookLimits {
  readonly mayAskAgain: boolean;
  /** After the interval. */
  readonly mayGoOn: boolean;
}

/** All or nothing. `in_doubt`: its numbers do not account for every identifier. */
export async function storeResults(work: Work, job: Job, answer: BatchJob, look: LookLimits) {
  const { ledger, clock, batch } = work;
  const trouble = await misfitTrouble(work, job, answer);
  // A failure without a reason is kept in the service's own word: such a job is not processing.
  const said = answer.error ?? (answer.status === 'failed' ? answer.status : null);
  const error = said === null ? null : writeTrouble({ said });
  const as = await ledger.storeResults({
    batch: batch.num,
    job: job.seq,
    answer: { ...answer, error },
    ...look,
    end: hasEnded(answer) ? answer.status : null,
    doubt: writeTrouble(trouble),
    at: clock.now(),
    seenAt: await ledger.now(),
  });
  return { as, trouble };
}

export function hasEnded<T extends BatchJob>(
  answer: T,
): answer is T & { readonly status: 'done' | 'failed' } {
  return answer.status !== 'processing';
}

async function misfitTrouble(
  { ledger, batch }: Work,
  { seq, items, rejected }: Job,
  answer: BatchJob,
): Promise<JobTrouble> {
  const { totalRecords: total, found } = answer;
  const named = new Set<string>();
  for (const { id, record } of answer.results) if (record !== null) named.add(id);
  // So many the service counts as found, and charges, without naming them.
  if (found > named.size) return { code: 'unnamed', found, unnamed: found - named.size };
  const decisions = total < items && hasEnded(answer) ? await ledger.readDecisions(batch.num) : [];
  if (decisions.some(({ job, decision }) => job === seq && decision === 'adopt'))
    return { code: 'adopted_part', items, total };
  return { code: 'miscounted', total: Math.max(total, items - rejected) };
}

/** While another run has it, shows what that one writes into the ledger, and changes nothing. */
export async function followUntilFree(
  deps: Deps,
  batch: Batch,
  interval: number,
): Promise<HeldBatch | ConfereError> {
  const { ledger, clock, deadline, emit, terms } = deps;
  for (let isTold = false; ; isTold = true) {
    const held = await holdBatch(deps, batch).catch(asKnownError);
    if (!(held instanceof ConfereError)) return held;
    if (held.code !== 'batch_held') throw held;
    const nextMs = Math.min(interval, deadline - clock.now());
    if (nextMs <= 0) return held;
    if (!isTold) emit({ type: 'following', id: batch.id });
    const summary = () => summarize(ledger, batch.num, terms, true);
    emit({ type: 'polled', seq: null, summary, nextMs });
    await pauseOrStop({ ...deps, batch }, nextMs);
  }
}
