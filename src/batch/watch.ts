import type { Clock } from '../base/clock.js';
import type { JobTrouble } from '../base/facts.js';
import { ignoreKnownError, returnKnownError, ConfereError } from '../base/errors.js';
import type { ErrorFacts } from '../base/error-facts.js';
import type { Batch, Job } from '../ledger/index.js';
import { readBalance } from '../money/balance.js';
import { isNotFound, ServiceError, type BatchJob } from '../service/index.js';
import type { Deps, Work } from './dependencies.js';
import { formatTrouble, buildTrouble } from '../ledger/jobs.js';
import { holdBatch, type HeldBatch } from './plan/open-batch.js';
import { pauseOrStop, stopIfAsked } from './stop.js';
import { summarize, type BatchSummary } from './summary.js';

/**
 * Creates the functions that poll the accepted jobs of a batch. `interval` in ms. `pollUntilEnded` polls until every
 * job has ended, and after the deadline each job only once more; `pollDue` polls only the jobs that are due now. Both
 * return true if no job runs at the service any more.
 */
export function createWatcher(work: Work, interval: number) {
  const { ledger, clock, deadline, batch } = work;
  const state: PollState = {
    interval,
    beganAt: clock.now(),
    lastAsked: new Map(),
    mayStillRun: createFailureCheck(clock, interval),
  };

  let hasResumedPolling = false;

  const pollAll = async (untilEnded: boolean): Promise<boolean> => {
    // Unconfirmed jobs that have a job id are polled again, but only once in a run: a job that the service has lost
    // never ends, and other work would wait for it.
    if (untilEnded && !hasResumedPolling) await ledger.resumePolling(batch.num);
    hasResumedPolling ||= untilEnded;
    // A job that is due again and again must not keep the next submission waiting.
    const turnEnd = Math.min(deadline, clock.now() + interval);
    for (;;) {
      stopIfAsked(work);
      const next = await findNextDue(work, state);
      if (next === undefined) return true;
      if (!untilEnded && (next.ms > 0 || clock.now() > turnEnd)) return false;
      const timeLeft = deadline + 1 - clock.now();
      if (next.ms > 0 && timeLeft <= 0) return false;
      if (next.ms > 0) await pauseOrStop(work, Math.min(timeLeft, next.ms), 'status');
      else await poll(work, next.job, state);
    }
  };

  return {
    pollUntilEnded: () => retryWhileLedgerAway(work, () => pollAll(true)),
    pollDue: () => retryWhileLedgerAway(work, () => pollAll(false)),
  };
}

/** Ms between two attempts to reach the database. */
const LEDGER_WAIT = 5_000;

/**
 * Repeats `poll` until the deadline while the database cannot be reached: polling costs nothing.
 *
 * @throws ConfereError `database_unusable`
 */
async function retryWhileLedgerAway<T>(work: Work, poll: () => Promise<T>): Promise<T> {
  for (let isReported = false; ; isReported = true) {
    try {
      return await poll();
    } catch (error) {
      if (!isAway(returnKnownError(error)) || work.clock.now() + LEDGER_WAIT > work.deadline)
        throw error;
      if (!isReported) work.emit({ type: 'ledger_away' });
      await pauseOrStop(work, LEDGER_WAIT, 'ledger');
    }
  }
}

function isAway({ code, facts }: ConfereError): boolean {
  if (code !== 'database_unusable') return false;
  const { why } = facts as ErrorFacts['database_unusable'];
  return why === 'unreachable' || why === 'read_only';
}

/** The polls of this process, while the ledger stores the polls of all processes. */
interface PollState {
  /** Ms. */
  readonly interval: number;
  /** Epoch ms. */
  readonly beganAt: number;
  /** When this process polled each job last (epoch ms), by job number. */
  readonly lastAsked: Map<number, number>;
  readonly mayStillRun: ReturnType<typeof createFailureCheck>;
}

/** Returns the accepted job to poll next, and in how many ms. */
async function findNextDue(
  { ledger, clock, deadline, batch, terms }: Work,
  { interval, beganAt, lastAsked }: PollState,
) {
  const now = clock.now();
  const isSandbox = terms?.chargesShowAtOnce === true;
  const dueIn = (job: Job): number => {
    const last = lastAsked.get(job.seq);
    // After the deadline each job is polled once more, because only that shows whether it still runs.
    if (now > deadline) return last !== undefined && last > deadline ? Infinity : 0;
    if (last === undefined && (job.acceptedAt ?? 0) < beganAt) return 0;
    const lastPoll = job.polledAt ?? job.acceptedAt ?? 0;
    // A last poll in the future shows that the clock was set back.
    return lastPoll > now ? 0 : lastPoll + computePollWait(job, interval, isSandbox) - now;
  };
  return (await ledger.readJobs(batch.num))
    .filter(({ state }) => state === 'accepted')
    .map((job) => ({ job, ms: dueIn(job) }))
    .sort((a, b) => (a.ms < b.ms ? -1 : 1))[0];
}

/** The interval grows by half after each poll, from 5 s to 30 s (spec, "Credit rules", 4). */
const GROWTH = 1.5;
const LONGEST_WAIT = 30_000;
const SHORTEST_WAIT = 50;

/** The most identifiers of a job whose first polls come sooner, unless the user set an interval. */
const SMALL_JOB = 200;
const DEFAULT_INTERVAL = 5_000;
/** The waits (ms) before the first polls of a small job. */
const FIRST_POLL_WAITS = [1_000, 2_000, 4_000];

function computePollWait(
  { items, polls }: Pick<Job, 'items' | 'polls'>,
  interval: number,
  isSandbox: boolean,
): number {
  const isUsual = interval === DEFAULT_INTERVAL;
  if (isUsual && isSandbox) return SHORTEST_WAIT;
  const isSmall = isUsual && items <= SMALL_JOB;
  if (!isSmall) return computeInterval(polls, interval);
  return FIRST_POLL_WAITS[polls] ?? computeInterval(polls - FIRST_POLL_WAITS.length, interval);
}

export function computeInterval(polls: number, interval: number): number {
  return Math.max(SHORTEST_WAIT, interval, Math.min(LONGEST_WAIT, interval * GROWTH ** polls));
}

/**
 * Creates the function that says whether a job which the service calls `failed` may still run: the job has failed once
 * a second poll, an interval later, shows the same numbers.
 */
function createFailureCheck(clock: Clock, interval: number) {
  const failures = new Map<number, { readonly numbers: string; readonly since: number }>();
  return (seq: number, { status, found, notFound, skipped, processed }: BatchJob): boolean => {
    if (status !== 'failed') return false;
    const numbers = JSON.stringify([found, notFound, skipped, processed]);
    const lastFailure = failures.get(seq);
    const now = clock.now();
    if (lastFailure?.numbers === numbers) return now < lastFailure.since + interval;
    failures.set(seq, { numbers, since: now });
    return true;
  };
}

/**
 * Asks the service about a job and stores its results.
 *
 * @throws ServiceError also for a first 404 without time for a second request
 */
async function poll(work: Work, job: Job, state: PollState, mayPollAgain = true): Promise<void> {
  const { ledger, client, clock, emit, batch } = work;
  const { seq } = job;
  stopIfAsked(work);
  state.lastAsked.set(seq, clock.now());
  const answer = await client.batchJob(job.kind, job.jobId ?? '').catch((error: unknown) => {
    if (isNotFound(error)) return error;
    throw error;
  });
  if (answer instanceof ServiceError) {
    // One 404 proves nothing (spec, `GET /cpf/bulk/{jobId}`); the client repeats the request where the deadline allows.
    if (answer.attempts < 2) throw new ServiceError('service_failed', answer.facts);
    const trouble = buildTrouble(answer);
    const outcome = { is: 'unknown', why: formatTrouble(trouble) } as const;
    await ledger.storeOutcome(batch.num, seq, outcome, clock.now());
    emit({ type: 'unconfirmed', seq, trouble });
    return;
  }
  const rules = { mayPollAgain, mayStillRun: state.mayStillRun(seq, answer) };
  const { storedAs, trouble } = await storeResults(work, job, answer, rules);
  if (storedAs === 'ask_again') return poll(work, job, state, false);
  if (storedAs === 'in_doubt') {
    emit({ type: 'unconfirmed', seq, trouble });
    return;
  }
  // The summary is computed only if a listener calls for it: for a large batch it takes longer than the rest of a poll.
  let computed: Promise<BatchSummary> | undefined;
  const summary = () => (computed ??= summarize(ledger, batch.num, work.terms));
  const { items, polls } = job;
  const isSandbox = work.terms?.chargesShowAtOnce === true;
  const nextMs = computePollWait({ items, polls: polls + 1 }, state.interval, isSandbox);
  emit({ type: 'polled', seq, summary, nextMs });
  await computed;
  if (storedAs !== 'ended') return;
  const { status, error, found, notFound, skipped } = answer;
  emit({ type: 'job_ended', seq, status, error, found, notFound, skipped });
  // This reading shows the cost of the job. If it fails, the next request that charges reads the balance again.
  await readBalance(work).catch(ignoreKnownError);
}

interface StoringRules {
  /** Whether an answer whose numbers do not add up may be asked for once more. */
  readonly mayPollAgain: boolean;
  /** Whether a job that the service calls `failed` may still run. */
  readonly mayStillRun: boolean;
}

/**
 * Stores a status answer, whole or not at all. `storedAs` is `in_doubt` where the numbers of an ended job do not
 * account for every identifier; `trouble` says how they differ, and means nothing otherwise.
 */
export async function storeResults(work: Work, job: Job, answer: BatchJob, rules: StoringRules) {
  const { ledger, clock, batch } = work;
  const trouble = await describeMisfit(work, job, answer);
  // A failure without a reason is stored under the service's word `failed`.
  const reason = answer.error ?? (answer.status === 'failed' ? answer.status : null);
  const error = reason === null ? null : formatTrouble({ said: reason });
  const storedAs = await ledger.storeResults({
    batch: batch.num,
    job: job.seq,
    answer: { ...answer, error },
    ...rules,
    end: hasEnded(answer) ? answer.status : null,
    doubt: formatTrouble(trouble),
    at: clock.now(),
    seenAt: await ledger.now(),
  });
  return { storedAs, trouble };
}

/** Whether the service has ended the job. */
export function hasEnded<T extends BatchJob>(
  answer: T,
): answer is T & { readonly status: 'done' | 'failed' } {
  return answer.status !== 'processing';
}

/**
 * Describes the misfit of an answer, in case the ledger finds that it does not account for every identifier of its job.
 */
async function describeMisfit(
  { ledger, batch }: Work,
  { seq, items, rejected }: Job,
  answer: BatchJob,
): Promise<JobTrouble> {
  const { totalRecords: total, found } = answer;
  const named = new Set<string>();
  for (const { id, record } of answer.results) if (record !== null) named.add(id);
  // The service counts these identifiers as found, and charges for them, without naming them.
  if (found > named.size) return { code: 'unnamed', found, unnamed: found - named.size };
  const decisions = total < items && hasEnded(answer) ? await ledger.readDecisions(batch.num) : [];
  if (decisions.some(({ job, decision }) => job === seq && decision === 'adopt'))
    return { code: 'adopted_part', items, total };
  return { code: 'miscounted', total: Math.max(total, items - rejected) };
}

/**
 * Locks a batch as soon as no other process holds it. Until then it shows what that process writes into the ledger, and
 * changes nothing. Returns the error `batch_held` where the deadline comes first.
 *
 * @throws ConfereError as `holdBatch` for any other reason
 */
export async function followUntilFree(
  deps: Deps,
  batch: Batch,
  interval: number,
): Promise<HeldBatch | ConfereError> {
  const { ledger, clock, deadline, emit, terms } = deps;
  for (let isReported = false; ; isReported = true) {
    const held = await holdBatch(deps, batch).catch(returnKnownError);
    if (!(held instanceof ConfereError)) return held;
    if (held.code !== 'batch_held') throw held;
    const nextMs = Math.min(interval, deadline - clock.now());
    if (nextMs <= 0) return held;
    if (!isReported) emit({ type: 'following', id: batch.id });
    const summary = () => summarize(ledger, batch.num, terms, true);
    emit({ type: 'polled', seq: null, summary, nextMs });
    await pauseOrStop({ ...deps, batch }, nextMs, 'status');
  }
}
