import type { Uptime } from '../clock.js';
import { asKnownError } from '../errors.js';
import type { WhyUndecided, WhyDoubtful } from '../errors/facts.js';
import {
  releasing,
  type BalanceBook,
  type BalanceReading,
  type ChargeableRequest,
  type PriceKind,
  type StoredBook,
  type UptimeMark,
  type OpenLookup,
} from '../ledger/index.js';
import {
  asTold,
  BALANCE_LAG,
  chargesBetween,
  isExact,
  kindsOf,
  LONGEST_PROOF,
  mayLack,
  monthOf,
  PRICE_KINDS,
  TOLERANCE,
  LOOK_AGAIN,
  SOON,
} from './book.js';
import { type KnownPrices, isPriceTold, knownPrices, pricesOf, pricesToTell } from './price.js';
import { readBalance, type BalanceDeps, type PriceDeps } from './balance.js';

/** The same as `LONGEST_PROOF` where nothing was used before. */
const LONGEST_PROOF_FROM_ZERO = 3_600_000;

/** Ms that the clock may be set back between two readings. */
const CORRECTION = 60_000;

/** `read_again`: another request ended while the balance was read, or so shortly before that it may lack its charge. */
export type Verdict =
  | { readonly decision: 'resend' | 'busy' }
  | { readonly decision: 'read_again'; readonly ms: number }
  /** `ms` until the settle time has passed. */
  | { readonly decision: 'wait'; readonly ms: number }
  | { readonly decision: 'ask'; readonly why: WhyUndecided };

export interface Doubt {
  /** Tick. */
  readonly begun: number;
  readonly since: UptimeMark | null;
  readonly settle: number;
  /** The service may have queued it behind our others. */
  readonly isJob: boolean;
}

export interface Evidence {
  readonly book: Pick<StoredBook, 'readings' | 'requests' | 'lastEnd'>;
  readonly prices: KnownPrices;
  readonly now: Uptime;
  readonly watched: Uptime;
}

/** An `ask` is final: no later balance overturns it (money rule 2). */
export function settle(doubt: Doubt, { book, prices, now, watched }: Evidence): Verdict {
  const { readings, requests } = book;
  const last = readings.at(-1);
  const before = readingBefore(doubt, book);
  if (last === undefined || before === undefined) return ask('no_reading');
  // These stay as they are, whatever our other requests do.
  const broken = brokenSince(before, readings);
  if (broken !== undefined) return ask(broken);
  const others = requests.filter(({ isDoubtful }) => !isDoubtful);
  if (others.some(({ ended }) => ended === null)) return { decision: 'busy' };
  if (others.some(({ ended }) => (ended ?? 0) > last.before))
    return { decision: 'read_again', ms: SOON };
  if (others.some((one) => mayLack(last, one))) return { decision: 'read_again', ms: BALANCE_LAG };
  // The last reading before the request from which on our charges are known to a credit.
  const from = readings.findLast(
    (one) => one.after <= doubt.begun && isExact(chargesBetween(requests, one, last)),
  );
  if (from === undefined) return ask('no_reading');
  const why = brokenSince(from, readings) ?? disagreement(from, book, prices);
  if (why !== undefined) return ask(why);
  const ms = doubt.settle - elapsedOf(doubt, { book, now, watched });
  return ms > 0 ? { decision: 'wait', ms } : { decision: 'resend' };
}

/** Milliseconds in which nothing else of ours was processing, whatever any clock says. */
export function elapsedOf(
  { since, isJob }: Pick<Doubt, 'since' | 'isJob'>,
  { book: { lastEnd }, now, watched }: Omit<Evidence, 'prices'>,
): number {
  const passed = passedSince(since, now, watched);
  if (!isJob || lastEnd === null) return passed;
  return Math.min(passed, passedSince(lastEnd.mark, now, watched));
}

/** Of another boot or host, only the time counts that this process has watched. */
function passedSince(mark: UptimeMark | null, now: Uptime, watched: Uptime): number {
  const isComparable = mark !== null && mark.boot !== '' && mark.boot === now.boot;
  return Math.max(0, now.ms - (isComparable ? mark.ms : watched.ms));
}

export function readingBefore(
  { begun }: Pick<Doubt, 'begun'>,
  { readings }: Pick<BalanceBook, 'readings'>,
): BalanceReading | undefined {
  return readings.findLast(({ after }) => after <= begun);
}

/** Kinds that our other requests were, or may be, charged for since at a price that nothing proves. */
export function missingPrices(
  doubt: Pick<Doubt, 'begun'>,
  book: Pick<BalanceBook, 'readings' | 'requests'>,
  prices: KnownPrices,
): PriceKind[] {
  const [before, last] = [readingBefore(doubt, book), book.readings.at(-1)];
  if (before === undefined || last === undefined) return [];
  const others = book.requests.filter(({ isDoubtful }) => !isDoubtful);
  const end = { ...last, before: Infinity, after: Infinity, at: Infinity };
  const kinds = kindsOf(chargesBetween(others, before, end));
  return kinds.filter((kind) => prices[kind].settling === undefined);
}

function brokenSince(first: BalanceReading, readings: readonly BalanceReading[]) {
  let from = first;
  for (const to of after(readings, first)) {
    if (to.plan !== from.plan) return 'plan_changed';
    if (to.used < from.used - TOLERANCE) return 'fell';
    if (to.at < from.at - CORRECTION) return 'period';
    from = to;
  }
  return mayHideRenewal(first, from) ? 'period' : undefined;
}

/** Nobody sees a renewal where 0 were used, or, in a long time, where others used as many. */
function mayHideRenewal(first: BalanceReading, last: BalanceReading): boolean {
  const longest = first.used <= TOLERANCE ? LONGEST_PROOF_FROM_ZERO : LONGEST_PROOF;
  return last.at - first.at > longest || monthOf(last.at) !== monthOf(first.at);
}

function disagreement(
  from: BalanceReading,
  { readings, requests }: BalanceBook,
  prices: KnownPrices,
): WhyUndecided | undefined {
  for (const to of after(readings, from)) {
    const why = disagreementWith(to, from, requests, prices);
    if (why !== undefined) return why;
  }
  return undefined;
}

function disagreementWith(
  to: BalanceReading,
  from: BalanceReading,
  requests: readonly ChargeableRequest[],
  prices: KnownPrices,
): WhyUndecided | undefined {
  const charges = chargesBetween(requests, from, to);
  if (kindsOf(charges).some((kind) => prices[kind].settling === undefined)) return 'price_unknown';
  const cost = (records: typeof charges.least) =>
    PRICE_KINDS.reduce((sum, kind) => sum + records[kind] * (prices[kind].settling ?? 0), 0);
  const moved = to.used - from.used;
  const isExplained =
    moved >= cost(charges.least) - TOLERANCE && moved <= cost(charges.most) + TOLERANCE;
  return isExplained ? undefined : 'moved';
}

function after(readings: readonly BalanceReading[], from: BalanceReading) {
  return readings.filter((reading) => reading.after > from.after);
}

function ask(why: WhyUndecided): Verdict {
  return { decision: 'ask', why };
}

/** Ms that a single lookup is in doubt: none lives longer than the 60 s of the spec ("Timeouts"). */
const SETTLE_LOOKUP = 120_000;

const MOST_BLURRED = 30;

export interface Wait {
  readonly ms: number;
  readonly batches: readonly string[];
}

interface SettleDeps extends BalanceDeps {
  readonly until: number;
  readonly pause: (ms: number) => Promise<void>;
  readonly tell: (wait: Wait) => void;
  readonly watch: Watch;
  /** Where another one answers, nothing is judged. */
  readonly account?: string;
}

type Judged = Awaited<ReturnType<typeof judge>>;

/** Since when this process watches a doubt (the tick of its begin) while no job ended. */
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

/** Reads the balance until it decides, or no wait helps (`busy`, `read_again`, `wait`). `ms`: the wait for which there was no time. */
export async function settleByBalance(
  deps: SettleDeps,
  doubt: Doubt,
): Promise<Judged & { readonly ms?: number }> {
  let told = '';
  for (let blurred = 0; ;) {
    const judged = await judge(deps, doubt);
    const isOther = deps.account !== undefined && deps.account !== judged.account;
    const wait = isOther ? undefined : await waitOf(deps, judged, doubt.settle);
    if (wait === undefined || blurred > MOST_BLURRED) return judged;
    const { ms, batches } = wait;
    if (deps.clock.now() + ms > deps.until) return { ...judged, ms };
    if (wait.isBlurred) blurred += 1;
    else if (`${ms} ${batches.join(' ')}` !== told) deps.tell({ ms, batches });
    told = `${ms} ${batches.join(' ')}`;
    await deps.pause(ms);
  }
}

async function judge(deps: SettleDeps, doubt: Doubt) {
  const { ledger, clock, costs, watch } = deps;
  const { quota, account } = await readBalance(deps);
  const book = await ledger.balanceBook(account);
  const observed = { now: clock.uptime(), watched: watch(doubt.begun, book.lastEnd?.tick ?? 0) };
  const prices = knownPrices(book, costs);
  const verdict = settle(doubt, { book, prices, ...observed });
  const before = readingBefore(doubt, book);
  const evidence = {
    usedBefore: before?.used ?? null,
    usedNow: quota.usedCredits,
    since: before?.at ?? null,
    explained: before === undefined ? null : explainedSince(before, book, prices),
    elapsed: elapsedOf(doubt, { book, ...observed }),
  };
  return { verdict, evidence, liveBatches: book.liveBatches, account };
}

function explainedSince(from: BalanceReading, book: BalanceBook, known: KnownPrices) {
  const to = book.readings.at(-1);
  if (to === undefined) return null;
  const others = asTold(book.requests).filter(({ isDoubtful }) => !isDoubtful);
  const { least } = chargesBetween(others, from, to);
  const prices = pricesOf(known);
  return PRICE_KINDS.reduce((sum, kind) => sum + least[kind] * prices[kind], 0);
}

async function waitOf(
  { ledger }: SettleDeps,
  { verdict, liveBatches }: Judged,
  settleTime: number,
): Promise<(Wait & { readonly isBlurred?: boolean }) | undefined> {
  const { decision } = verdict;
  if (decision === 'wait')
    return { ms: Math.min(settleTime, Math.max(SOON, verdict.ms)), batches: [] };
  if (decision === 'resend' || decision === 'ask') return undefined;
  if (decision === 'read_again') return { ms: verdict.ms, batches: [], isBlurred: true };
  if (liveBatches.length === 0) return { ms: SOON, batches: [], isBlurred: true };
  // A job that nobody watches never ends in the ledger.
  const isEnding = (await ledger.atWork(liveBatches)).length === liveBatches.length;
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
  if (doubt.verdict !== null && !isPriceTold(doubt.verdict, deps.costs))
    return undecidable(deps, doubt, doubt.verdict);
  const account = await ledger.accountOf(doubt.keyFingerprint);
  const { readings } = account === undefined ? { readings: [] } : await ledger.balanceBook(account);
  // Without a reading before the lookup no later one proves anything, and none is needed.
  if (account === undefined || !readings.some(({ after }) => after <= doubt.begunTick))
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
  return releasing(pause, settleNow);
}

async function settleAlone(
  deps: SettleLookupDeps,
  account: string,
  doubt: OpenLookup,
): Promise<'free' | WhyDoubtful> {
  const { stop, clock } = deps;
  const { begunTick: begun, unknownSince: since } = doubt;
  const judged = await settleByBalance(
    {
      ...{ ...deps, account, client: deps.client.within({ stop }) },
      pause: (ms) => clock.sleep(ms, stop),
      tell: ({ ms }) => {
        deps.tell(ms);
      },
    },
    { begun, since, settle: SETTLE_LOOKUP, isJob: false },
  ).catch(asKnownError);
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

/** Another process may have judged it while this one waited: the first verdict is final. */
async function decidedMeanwhile(deps: SettleLookupDeps, doubt: OpenLookup) {
  const verdict = await deps.ledger.lookupVerdict(doubt.num);
  if (verdict === null || verdict === doubt.verdict) return undefined;
  return undecidable(deps, doubt, verdict);
}

async function decidedByUser(deps: SettleLookupDeps, doubt: OpenLookup, why: string) {
  await deps.ledger.keepLookupVerdict(doubt.num, why);
  return undecidable(deps, doubt, why);
}

export function undecidable(
  { costs }: Pick<PriceDeps, 'costs'>,
  { way, kind }: OpenLookup,
  why: string,
): WhyDoubtful {
  const price = way === 'realtime' ? way : kind;
  return { why: 'undecidable', prices: why === 'price_unknown' ? pricesToTell(price, costs) : [] };
}
