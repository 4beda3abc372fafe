import type { Uptime } from '../base/clock.js';
import { asKnownError } from '../base/errors.js';
import type { WhyUndecided, WhyDoubtful } from '../base/facts.js';
import {
  computeLag,
  releaseAfter,
  type BalanceReading,
  type Evidence,
  type OpenLookup,
  type UptimeMark,
} from '../ledger/index.js';
import { readBalance, type BalanceDeps } from './balance.js';
import { LOOK_AGAIN, monthOf, SOON, TOLERANCE } from './book.js';

/** Ms between the readings that prove something: a nightly run meets the doubt of the last night. */
const LONGEST_PROOF = 30 * 3_600_000;

/** The same where nothing was used: a renewal would not show. */
const LONGEST_PROOF_FROM_ZERO = 3_600_000;

/** Ms that the clock may be set back between two readings. */
const CORRECTION = 60_000;

export type Verdict =
  | { readonly decision: 'resend' }
  /** Others of ours are being asked for. */
  | { readonly decision: 'busy' }
  /** `ms` until it has been quiet for long enough. */
  | { readonly decision: 'wait'; readonly ms: number }
  | { readonly decision: 'ask'; readonly why: WhyUndecided };

export interface Doubt {
  /** Tick. */
  readonly begun: number;
  /** When its outcome became unknown. */
  readonly since: UptimeMark | null;
  /** Ms. */
  readonly settle: number;
}

export interface Looked {
  readonly evidence: Evidence;
  /** When the last reading was asked for. */
  readonly now: Uptime;
  /** Since when this process has watched the doubt while nothing of ours ended. */
  readonly watched: Uptime;
  readonly lag: number;
}

/**
 * Whether a request whose outcome is unknown may be sent again by itself (contract, "Money" 2). No price takes part: it is free only
 * where nothing of ours was found, the used credits stood still, and it was quiet. A verdict is given once.
 */
export function settle(doubt: Doubt, looked: Looked): Verdict {
  const { readings, found, isBusy } = looked.evidence;
  const [before] = readings;
  const last = readings.at(-1);
  if (before === undefined || last === undefined || before.after > doubt.begun)
    return ask('no_reading');
  const broken = brokenBetween(readings);
  if (broken !== undefined) return ask(broken);
  if (found > 0) return ask('others_found');
  if (isBusy) return { decision: 'busy' };
  const ms = Math.max(doubt.settle - elapsedOf(doubt, looked), looked.lag - quietOf(looked));
  if (ms > 0) return { decision: 'wait', ms };
  return last.after > doubt.begun ? { decision: 'resend' } : { decision: 'wait', ms: SOON };
}

function ask(why: WhyUndecided): Verdict {
  return { decision: 'ask', why };
}

/** Ms since the outcome became unknown. */
export function elapsedOf({ since }: Pick<Doubt, 'since'>, looked: Omit<Looked, 'lag'>): number {
  return passedSince(since, looked);
}

/** Ms since anything of ours ended. */
function quietOf(looked: Looked): number {
  const { lastEnd } = looked.evidence;
  return lastEnd === null ? Infinity : passedSince(lastEnd.mark, looked);
}

/** Of another boot or host, only the time counts that this process has watched. */
function passedSince(mark: UptimeMark | null, { now, watched }: Pick<Looked, 'now' | 'watched'>) {
  const isComparable = mark !== null && mark.boot !== '' && mark.boot === now.boot;
  return Math.max(0, now.ms - (isComparable ? mark.ms : watched.ms));
}

/** Why the readings, oldest first, do not show used credits that stood still in one period of one plan. */
function brokenBetween(readings: readonly BalanceReading[]): WhyUndecided | undefined {
  const [first] = readings;
  const last = readings.at(-1);
  if (first === undefined || last === undefined) return undefined;
  for (const [at, to] of readings.entries()) {
    const from = readings[at - 1] ?? first;
    if (to.plan !== from.plan) return 'plan_changed';
    if (to.used < from.used - TOLERANCE) return 'fell';
    if (to.used > from.used + TOLERANCE) return 'moved';
    if (to.at < from.at - CORRECTION) return 'period';
  }
  const longest = first.used <= TOLERANCE ? LONGEST_PROOF_FROM_ZERO : LONGEST_PROOF;
  // Nobody sees a renewal after which as much was used as before.
  const mayHideRenewal = last.at - first.at > longest || monthOf(last.at) !== monthOf(first.at);
  return mayHideRenewal ? 'period' : undefined;
}

/** How often the balance is read while others of ours are being asked for. */
const MOST_LOOKS = 30;

export interface SettlementWait {
  readonly ms: number;
  /** Batches of ours that run, which it waits for. */
  readonly batches: readonly string[];
}

interface SettleDeps extends BalanceDeps {
  readonly until: number;
  readonly pause: (ms: number) => Promise<void>;
  readonly tell: (wait: SettlementWait) => void;
  readonly watch: Watch;
  /** Where another one answers, nothing is judged. */
  readonly account?: string;
}

type Judged = Awaited<ReturnType<typeof judge>>;

/** Since when this process watches a doubt (the tick of its begin) while nothing of ours ended. */
export type Watch = (begun: number, lastEnd: number) => Uptime;

export function createWatch({ clock }: Pick<BalanceDeps, 'clock'>): Watch {
  const seen = new Map<number, { readonly lastEnd: number; readonly began: Uptime }>();
  return (begun, lastEnd) => {
    const known = seen.get(begun);
    if (known?.lastEnd === lastEnd) return known.began;
    const began = clock.uptime();
    seen.set(begun, { lastEnd, began });
    return began;
  };
}

/** Reads the balance until it decides, or no wait helps (`busy`, `wait`). `ms`: the wait for which there was no time. */
export async function settleByBalance(
  deps: SettleDeps,
  doubt: Doubt,
): Promise<Judged & { readonly ms?: number }> {
  let told = '';
  for (let looks = 0; ;) {
    const judged = await judge(deps, doubt);
    const isOther = deps.account !== undefined && deps.account !== judged.account;
    const wait = isOther ? undefined : await waitOf(deps, judged, doubt.settle);
    if (wait === undefined || looks > MOST_LOOKS) return judged;
    const { ms, batches } = wait;
    if (deps.clock.now() + ms > deps.until) return Object.assign(judged, { ms });
    if (wait.isShort === true) looks += 1;
    else if (`${ms} ${batches.join(' ')}` !== told) deps.tell({ ms, batches });
    told = `${ms} ${batches.join(' ')}`;
    await deps.pause(ms);
  }
}

async function judge(deps: SettleDeps, doubt: Doubt) {
  const { ledger, watch } = deps;
  const { quota, account, askedAt: now } = await readBalance(deps);
  const evidence = await ledger.collectEvidence(account, doubt.begun);
  const watched = watch(doubt.begun, evidence.lastEnd?.tick ?? 0);
  const looked: Looked = { evidence, now, watched, lag: computeLag(deps.terms ?? {}) };
  const before = evidence.readings[0];
  const isBefore = before !== undefined && before.after <= doubt.begun;
  return {
    verdict: settle(doubt, looked),
    evidence: {
      usedBefore: isBefore ? before.used : null,
      usedNow: quota.usedCredits,
      since: isBefore ? before.at : null,
      found: evidence.found,
      elapsed: elapsedOf(doubt, looked),
    },
    liveBatches: evidence.liveBatches,
    account,
  };
}

async function waitOf(
  { ledger }: SettleDeps,
  { verdict, liveBatches }: Judged,
  settleTime: number,
): Promise<(SettlementWait & { readonly isShort?: boolean }) | undefined> {
  if (verdict.decision === 'resend' || verdict.decision === 'ask') return undefined;
  if (verdict.decision === 'wait')
    return { ms: Math.min(settleTime, Math.max(SOON, verdict.ms)), batches: [] };
  if (liveBatches.length === 0) return { ms: SOON, batches: [], isShort: true };
  // A job that nobody watches never ends in the ledger.
  const isEnding = (await ledger.findHeldElsewhere(liveBatches)).length === liveBatches.length;
  return isEnding ? { ms: LOOK_AGAIN, batches: liveBatches } : undefined;
}

export interface SettleLookupDeps extends BalanceDeps {
  readonly stop: AbortSignal;
  readonly until: number;
  /** Of the ms that it waits. */
  readonly tell: (ms: number) => void;
  readonly watch: Watch;
}

/** `free` if the balance proves that it was not charged (money rule 2); an `ask` is stored, and final. @throws the reason of `stop` */
export async function settleLookup(
  deps: SettleLookupDeps,
  doubt: OpenLookup,
): Promise<'free' | WhyDoubtful> {
  const { ledger, clock, until, stop } = deps;
  if (doubt.verdict !== null) return UNDECIDABLE;
  const account = await ledger.findAccount(doubt.keyFingerprint);
  // Without a reading before the lookup no later one proves anything, and none is needed.
  if (account === undefined || !(await hasReadingBefore(deps, account, doubt)))
    return decidedByUser(deps, doubt, 'no_reading');
  let pause = await ledger.pauseOthers(account);
  // While another machine settles something itself.
  for (let isTold = false; pause === undefined; isTold = true) {
    if (clock.now() + LOOK_AGAIN > until) return { why: 'not_settled', ms: LOOK_AGAIN };
    if (!isTold) deps.tell(LOOK_AGAIN);
    await clock.sleep(LOOK_AGAIN, stop);
    pause = await ledger.pauseOthers(account);
  }
  const settleNow = async () =>
    (await decidedMeanwhile(deps, doubt)) ?? (await settleAlone(deps, account, doubt));
  return releaseAfter(pause, settleNow);
}

/** Whether it is known without another look at the balance that only the user can decide. */
export async function isUndecidable(
  { ledger, clock }: Pick<BalanceDeps, 'ledger' | 'clock'>,
  { begunTick: begun, keyFingerprint, verdict }: OpenLookup,
): Promise<boolean> {
  const account = await ledger.findAccount(keyFingerprint);
  if (verdict !== null || account === undefined) return true;
  const now = clock.uptime();
  const evidence = await ledger.collectEvidence(account, begun);
  const looked: Looked = { evidence, now, watched: now, lag: 0 };
  return settle({ begun, since: null, settle: Infinity }, looked).decision === 'ask';
}

async function hasReadingBefore(
  { ledger }: SettleLookupDeps,
  account: string,
  { begunTick }: OpenLookup,
): Promise<boolean> {
  const [before] = (await ledger.collectEvidence(account, begunTick)).readings;
  return before !== undefined && before.after <= begunTick;
}

async function settleAlone(
  deps: SettleLookupDeps,
  account: string,
  doubt: OpenLookup,
): Promise<'free' | WhyDoubtful> {
  const { stop, clock } = deps;
  const { begunTick: begun, unknownSince: since } = doubt;
  const own: SettleDeps = Object.assign({}, deps, {
    account,
    client: deps.client.within({ stop }),
    pause: (ms: number) => clock.sleep(ms, stop),
    tell: ({ ms }: SettlementWait) => {
      deps.tell(ms);
    },
  });
  // None lives longer than the 60 s of the spec ("POST /cpf/realtime").
  const settleTime = computeLag(deps.terms ?? {});
  const judged = await settleByBalance(own, { begun, since, settle: settleTime }).catch(
    asKnownError,
  );
  stop.throwIfAborted();
  if (!('verdict' in judged)) return { why: 'not_settled' };
  const decided = await decidedMeanwhile(deps, doubt);
  if (decided !== undefined) return decided;
  const { verdict, liveBatches, ms = SOON } = judged;
  if (judged.account !== account) return { why: 'other_account' };
  if (verdict.decision === 'resend') return 'free';
  if (verdict.decision === 'ask') return decidedByUser(deps, doubt, verdict.why);
  const isBusy = verdict.decision === 'busy' && liveBatches.length > 0;
  return isBusy ? { why: 'others_running', liveBatches } : { why: 'not_settled', ms };
}

export const UNDECIDABLE: WhyDoubtful = { why: 'undecidable' };

/** Another process may have judged it while this one waited: the first verdict is final. */
async function decidedMeanwhile(deps: SettleLookupDeps, doubt: OpenLookup) {
  const verdict = await deps.ledger.readLookupVerdict(doubt.num);
  return verdict === null || verdict === doubt.verdict ? undefined : UNDECIDABLE;
}

async function decidedByUser(deps: SettleLookupDeps, doubt: OpenLookup, why: string) {
  await deps.ledger.storeLookupVerdict(doubt.num, why);
  return UNDECIDABLE;
}
