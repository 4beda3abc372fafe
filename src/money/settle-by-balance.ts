import type { Uptime } from '../clock.js';
import { asKnownError } from '../errors.js';
import type { WhyDoubtful } from '../errors/facts.js';
import type { BalanceBook, BalanceReading, DoubtfulLookup } from '../ledger/index.js';
import { chargesBetween, LOOK_AGAIN, PRICE_KINDS, SOON } from './book.js';
import { isPriceTold, knownPrices, pricesOf, pricesToTell, type KnownPrices } from './price.js';
import { readBalance, type BalanceDeps, type PriceDeps } from './read-balance.js';
import { elapsedOf, readingBefore, settle, type Doubt, type Verdict } from './settle.js';

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

interface Judged {
  readonly verdict: Verdict;
  /** The figures behind it, for `bulk status`. */
  readonly evidence: Readonly<Record<string, unknown>>;
  readonly liveBatches: readonly string[];
  readonly account: string;
  /** The wait for which there was no time. */
  readonly ms?: number;
}

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

/** Reads the balance until it decides, or no wait helps (`busy`, `read_again`, `wait`). */
export async function settleByBalance(deps: SettleDeps, doubt: Doubt): Promise<Judged> {
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

async function judge(deps: SettleDeps, doubt: Doubt): Promise<Judged> {
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
  const others = book.requests.filter(({ isDoubtful }) => !isDoubtful);
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
  if (decision === 'read_again' || liveBatches.length === 0)
    return { ms: SOON, batches: [], isBlurred: true };
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
  doubt: DoubtfulLookup,
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
    if (clock.now() + LOOK_AGAIN > until) return { why: 'too_soon', ms: LOOK_AGAIN };
    if (!isTold) deps.tell(LOOK_AGAIN);
    await clock.sleep(LOOK_AGAIN, stop);
    pause = await ledger.pauseOthers(account);
  }
  try {
    return (await decidedMeanwhile(deps, doubt)) ?? (await settleAlone(deps, account, doubt));
  } finally {
    await pause.release();
  }
}

async function settleAlone(
  deps: SettleLookupDeps,
  account: string,
  doubt: DoubtfulLookup,
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
  return isBusy ? { why: 'others_running', liveBatches } : { why: 'too_soon', ms };
}

/** Another process may have judged it while this one waited: the first verdict is final. */
async function decidedMeanwhile(deps: SettleLookupDeps, doubt: DoubtfulLookup) {
  const verdict = await deps.ledger.lookupVerdict(doubt.num);
  if (verdict === null || verdict === doubt.verdict) return undefined;
  return undecidable(deps, doubt, verdict);
}

async function decidedByUser(deps: SettleLookupDeps, doubt: DoubtfulLookup, why: string) {
  await deps.ledger.keepLookupVerdict(doubt.num, why);
  return undecidable(deps, doubt, why);
}

export function undecidable(
  { costs }: Pick<PriceDeps, 'costs'>,
  { way, kind }: DoubtfulLookup,
  why: string,
): WhyDoubtful {
  const price = way === 'realtime' ? way : kind;
  return { why: 'undecidable', prices: why === 'price_unknown' ? pricesToTell(price, costs) : [] };
}
