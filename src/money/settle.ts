import type { Uptime } from '../base/clock.js';
import { returnKnownError } from '../base/errors.js';
import type { WhyUndecided, WhyDoubtful } from '../base/facts.js';
import {
  computeLag,
  releaseAfter,
  type BalanceReading,
  type Evidence,
  type OpenLookup,
  type StoredUptime,
} from '../ledger/index.js';
import { readBalance, type BalanceDeps } from './balance.js';
import { CHECK_OTHERS_EVERY, formatMonth, REREAD_AFTER, roundCreditSum } from './book.js';

/**
 * The longest time (ms) between the readings of a proof; a nightly run can still settle the doubt of the last night.
 */
const LONGEST_PROOF = 30 * 3_600_000;

/**
 * The longest time (ms) of a proof while no credits are used, because a renewal does not show in used credits of zero.
 */
const LONGEST_PROOF_FROM_ZERO = 3_600_000;

/** By how much (ms) the clock may be set back between two readings. */
const ALLOWED_SETBACK = 60_000;

/** The verdict on a doubt. */
export type Verdict =
  /** The request was not charged and may be sent again. */
  | { readonly is: 'resend' }
  /** Other requests of the ledger are open, so the balance proves nothing yet. */
  | { readonly is: 'busy' }
  /** The balance may prove something after `ms` more without a request. */
  | { readonly is: 'wait'; readonly ms: number }
  /** Only the user can decide. */
  | { readonly is: 'ask'; readonly why: WhyUndecided };

/** A request whose outcome is unknown. */
export interface Doubt {
  /** The tick at which the request began. */
  readonly begunTick: number;
  /** When the outcome of the request became unknown. */
  readonly since: StoredUptime | null;
  /** The time (ms) within which the service charges the request, if at all. */
  readonly settleTime: number;
}

/** The facts about a doubt that a process judges by. */
export interface Observation {
  readonly evidence: Evidence;
  /** When the last reading was asked for. */
  readonly readAt: Uptime;
  /** When this process began to watch the doubt; the watch starts over whenever another request ends. */
  readonly watchedSince: Uptime;
  /** Ms by which the balance may show a charge late. */
  readonly lag: number;
}

/**
 * Decides whether a request whose outcome is unknown may be sent again without asking the user (contract, "Money" 2).
 * Prices play no part: the request was free only if no record of ours was found since, the used credits stood still,
 * and no other request ended shortly before. The caller stores `ask`, which is final.
 */
export function settle(doubt: Doubt, observed: Observation): Verdict {
  const { readings, found, isBusy } = observed.evidence;
  const before = findReadingBefore(observed.evidence, doubt);
  if (before === undefined) return leaveDecisionToUser('no_reading');
  const last = readings.at(-1) ?? before;
  const whyUnproved = findWhyUnproved(readings, before, last);
  if (whyUnproved !== undefined) return leaveDecisionToUser(whyUnproved);
  if (found > 0) return leaveDecisionToUser('others_found');
  if (isBusy) return { is: 'busy' };
  const ms = Math.max(
    doubt.settleTime - computeElapsed(doubt, observed),
    observed.lag - computeQuietTime(observed),
  );
  if (ms > 0) return { is: 'wait', ms };
  return last.after > doubt.begunTick ? { is: 'resend' } : { is: 'wait', ms: REREAD_AFTER };
}

/** Finds the reading before the request began, which is the first one of the evidence. */
function findReadingBefore(
  { readings }: Evidence,
  { begunTick }: Pick<Doubt, 'begunTick'>,
): BalanceReading | undefined {
  return readings.find(({ after }) => after <= begunTick);
}

function leaveDecisionToUser(why: WhyUndecided): Verdict {
  return { is: 'ask', why };
}

/** Returns the ms since the outcome became unknown. */
export function computeElapsed(
  { since }: Pick<Doubt, 'since'>,
  observed: Omit<Observation, 'lag'>,
): number {
  return computePassedTime(since, observed);
}

/** Returns the ms since the last end of any request of the ledger. */
function computeQuietTime(observed: Observation): number {
  const { lastEnd } = observed.evidence;
  return lastEnd === null ? Infinity : computePassedTime(lastEnd.uptime, observed);
}

/**
 * Returns the ms since an uptime. An uptime of another host, or from before its last start, cannot be compared; then
 * only the time counts in which this process has watched the doubt.
 */
function computePassedTime(
  uptime: StoredUptime | null,
  { readAt, watchedSince }: Pick<Observation, 'readAt' | 'watchedSince'>,
) {
  const isComparable = uptime !== null && uptime.boot !== '' && uptime.boot === readAt.boot;
  return Math.max(0, readAt.ms - (isComparable ? uptime.ms : watchedSince.ms));
}

/** Finds why the readings, oldest first, do not prove that the used credits stood still in one period of one plan. */
function findWhyUnproved(
  readings: readonly BalanceReading[],
  first: BalanceReading,
  last: BalanceReading,
): WhyUndecided | undefined {
  for (const [index, reading] of readings.entries()) {
    const previous = readings[index - 1] ?? first;
    const moved = roundCreditSum(reading.used - previous.used);
    if (reading.plan !== previous.plan) return 'plan_changed';
    if (moved < 0) return 'fell';
    if (moved > 0) return 'moved';
    if (reading.at < previous.at - ALLOWED_SETBACK) return 'period';
  }
  const longest = roundCreditSum(first.used) > 0 ? LONGEST_PROOF : LONGEST_PROOF_FROM_ZERO;
  // A renewal does not show if as much has been used after it as before.
  const mayHideRenewal =
    last.at - first.at > longest || formatMonth(last.at) !== formatMonth(first.at);
  return mayHideRenewal ? 'period' : undefined;
}

/** How often at most the balance is read again while other requests of the ledger are open and no batch is known to run. */
const MAX_LIMITED_WAITS = 30;

export interface SettlementWait {
  readonly ms: number;
  /** The ids of running batches of the ledger: the wait is for their end. */
  readonly batches: readonly string[];
}

interface SettleDeps extends BalanceDeps {
  readonly until: number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly onWait: (wait: SettlementWait) => void;
  readonly stopwatch: Stopwatch;
  /** The account of the doubt: nothing is judged by the balance of another one. */
  readonly account?: string;
}

type Judgement = Awaited<ReturnType<typeof judge>>;

/**
 * Returns when this process began to watch a doubt; the stopwatch starts over whenever another request ends. Both
 * arguments are ticks.
 */
export type Stopwatch = (begun: number, lastEnd: number) => Uptime;

/** Creates a stopwatch that remembers the doubts of one process. */
export function createStopwatch({ clock }: Pick<BalanceDeps, 'clock'>): Stopwatch {
  const watches = new Map<number, { readonly lastEnd: number; readonly began: Uptime }>();
  return (begun, lastEnd) => {
    const earlierWatch = watches.get(begun);
    if (earlierWatch?.lastEnd === lastEnd) return earlierWatch.began;
    const began = clock.uptime();
    watches.set(begun, { lastEnd, began });
    return began;
  };
}

/**
 * Reads the balance until it decides about the doubt. The verdict is `busy` or `wait` if no further wait helps, or if
 * the next wait, whose length is then `ms` of the result, would end after the deadline. @throws what `readBalance`
 * throws
 */
export async function settleByBalance(
  deps: SettleDeps,
  doubt: Doubt,
): Promise<Judgement & { readonly ms?: number }> {
  let announced: string | undefined;
  for (let limitedWaits = 0; ;) {
    const judgement = await judge(deps, doubt);
    const isOtherAccount = deps.account !== undefined && deps.account !== judgement.account;
    const wait = isOtherAccount ? undefined : await decideWait(deps, judgement, doubt.settleTime);
    if (wait === undefined || limitedWaits > MAX_LIMITED_WAITS) return judgement;
    const { ms, batches } = wait;
    if (deps.clock.now() + ms > deps.until) return Object.assign(judgement, { ms });
    if (wait.isLimited === true) limitedWaits += 1;
    else if (`${ms} ${batches.join(' ')}` !== announced) deps.onWait({ ms, batches });
    announced = `${ms} ${batches.join(' ')}`;
    await deps.sleep(ms);
  }
}

async function judge(deps: SettleDeps, doubt: Doubt) {
  const { ledger, stopwatch } = deps;
  const { quota, account, askedUptime: readAt } = await readBalance(deps);
  const evidence = await ledger.collectEvidence(account, doubt.begunTick);
  const watchedSince = stopwatch(doubt.begunTick, evidence.lastEnd?.tick ?? 0);
  const observed: Observation = {
    evidence,
    readAt,
    watchedSince,
    lag: computeLag(deps.terms ?? {}),
  };
  const before = findReadingBefore(evidence, doubt);
  return {
    verdict: settle(doubt, observed),
    shownEvidence: {
      usedBefore: before?.used ?? null,
      usedNow: quota.usedCredits,
      since: before?.at ?? null,
      found: evidence.found,
      elapsed: computeElapsed(doubt, observed),
    },
    liveBatches: evidence.liveBatches,
    account,
  };
}

async function decideWait(
  { ledger }: SettleDeps,
  { verdict, liveBatches }: Judgement,
  settleTime: number,
): Promise<(SettlementWait & { readonly isLimited?: boolean }) | undefined> {
  if (verdict.is === 'resend' || verdict.is === 'ask') return undefined;
  if (verdict.is === 'wait')
    return { ms: Math.min(settleTime, Math.max(REREAD_AFTER, verdict.ms)), batches: [] };
  if (liveBatches.length === 0) return { ms: REREAD_AFTER, batches: [], isLimited: true };
  // The ledger learns the end of a job only from a process that watches it.
  const areAllHeld = (await ledger.findHeldElsewhere(liveBatches)).length === liveBatches.length;
  return areAllHeld ? { ms: CHECK_OTHERS_EVERY, batches: liveBatches } : undefined;
}

export interface SettleLookupDeps extends BalanceDeps {
  readonly stop: AbortSignal;
  readonly until: number;
  /** Called before a wait, with its length in ms. */
  readonly onWait: (ms: number) => void;
  readonly stopwatch: Stopwatch;
}

/**
 * Settles the doubt of a lookup. Returns `free` if the balance proves that it was not charged (contract, "Money" 2).
 * The verdict `ask` is stored and final. @throws the reason of `stop`
 */
export async function settleLookup(
  deps: SettleLookupDeps,
  doubt: OpenLookup,
): Promise<'free' | WhyDoubtful> {
  const { ledger, clock, until, stop } = deps;
  if (doubt.verdict !== null) return UNDECIDABLE;
  const account = await ledger.findAccount(doubt.keyFingerprint);
  // Without a reading from before the lookup no later one proves anything.
  if (account === undefined || !(await hasReadingBefore(deps, account, doubt)))
    return leaveToUser(deps, doubt, 'no_reading');
  let settlingLease = await ledger.pauseOthers(account);
  // The loop waits while another machine settles a doubt of the same account.
  for (let isAnnounced = false; settlingLease === undefined; isAnnounced = true) {
    if (clock.now() + CHECK_OTHERS_EVERY > until)
      return { why: 'not_settled', ms: CHECK_OTHERS_EVERY };
    if (!isAnnounced) deps.onWait(CHECK_OTHERS_EVERY);
    await clock.sleep(CHECK_OTHERS_EVERY, stop);
    settlingLease = await ledger.pauseOthers(account);
  }
  const settleNow = async () =>
    (await findNewVerdict(deps, doubt)) ?? (await settleAlone(deps, account, doubt));
  return releaseAfter(settlingLease, settleNow);
}

/** Whether the readings so far show that only the user can decide about a doubt. */
export async function isUndecidable(
  { ledger, clock }: Pick<BalanceDeps, 'ledger' | 'clock'>,
  { begunTick, keyFingerprint, verdict }: OpenLookup,
): Promise<boolean> {
  const account = await ledger.findAccount(keyFingerprint);
  if (verdict !== null || account === undefined) return true;
  const readAt = clock.uptime();
  const evidence = await ledger.collectEvidence(account, begunTick);
  const observed: Observation = { evidence, readAt, watchedSince: readAt, lag: 0 };
  return settle({ begunTick, since: null, settleTime: Infinity }, observed).is === 'ask';
}

async function hasReadingBefore(
  { ledger }: SettleLookupDeps,
  account: string,
  doubt: OpenLookup,
): Promise<boolean> {
  const evidence = await ledger.collectEvidence(account, doubt.begunTick);
  return findReadingBefore(evidence, doubt) !== undefined;
}

async function settleAlone(
  deps: SettleLookupDeps,
  account: string,
  doubt: OpenLookup,
): Promise<'free' | WhyDoubtful> {
  const { stop, clock } = deps;
  const { begunTick, unknownSince: since } = doubt;
  const settleDeps: SettleDeps = Object.assign({}, deps, {
    account,
    client: deps.client.withBounds({ stop }),
    sleep: (ms: number) => clock.sleep(ms, stop),
    onWait: ({ ms }: SettlementWait) => {
      deps.onWait(ms);
    },
  });
  // The service answers every lookup within 60 s (spec, "POST /cpf/realtime"), so the lag of the balance is enough.
  const settleTime = computeLag(deps.terms ?? {});
  const judgement = await settleByBalance(settleDeps, { begunTick, since, settleTime }).catch(
    returnKnownError,
  );
  stop.throwIfAborted();
  if (!('verdict' in judgement)) return { why: 'not_settled' };
  const otherVerdict = await findNewVerdict(deps, doubt);
  if (otherVerdict !== undefined) return otherVerdict;
  const { verdict, liveBatches, ms = REREAD_AFTER } = judgement;
  if (judgement.account !== account) return { why: 'other_account' };
  if (verdict.is === 'resend') return 'free';
  if (verdict.is === 'ask') return leaveToUser(deps, doubt, verdict.why);
  const isBusy = verdict.is === 'busy' && liveBatches.length > 0;
  return isBusy ? { why: 'others_running', liveBatches } : { why: 'not_settled', ms };
}

export const UNDECIDABLE: WhyDoubtful = { why: 'undecidable' };

/** Finds a verdict that another process stored while this one waited: the first verdict is final. */
async function findNewVerdict(deps: SettleLookupDeps, doubt: OpenLookup) {
  const verdict = await deps.ledger.readLookupVerdict(doubt.num);
  return verdict === null ? undefined : UNDECIDABLE;
}

async function leaveToUser(deps: SettleLookupDeps, doubt: OpenLookup, why: string) {
  await deps.ledger.storeLookupVerdict(doubt.num, why);
  return UNDECIDABLE;
}
