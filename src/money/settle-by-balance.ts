import type { Uptime } from '../clock.js';
import type { BalanceBook, BalanceReading, Prices } from '../ledger/index.js';
import { chargesBetween, PRICE_KINDS } from './book.js';
import { knownPrices, pricesOf, type KnownPrices } from './price.js';
import { readBalance, type BalanceDeps } from './read-balance.js';
import { LOOK_AGAIN, MOST_BLURRED, SOON } from './settle-times.js';
import { elapsedOf, readingBefore, settle, type Doubt, type Verdict } from './settle.js';

/** A wait before the balance is read again: for jobs of these batches, or until the settle time has passed. */
export interface Wait {
  readonly ms: number;
  readonly batches: readonly string[];
}

export interface SettleDeps extends BalanceDeps {
  /** Credits of a found record, as the user set them. */
  readonly costs?: Partial<Prices>;
  /** Epoch ms that no wait may pass. */
  readonly until: number;
  readonly pause: (ms: number) => Promise<void>;
  /** Told of each new wait. */
  readonly tell: (wait: Wait) => void;
  readonly watch: Watch;
  /** The account that was asked, where it may be another one: then nothing is judged. */
  readonly account?: string;
}

/** What the balance says about a request with an unknown outcome. */
export interface Judged {
  readonly verdict: Verdict;
  /** The figures behind it, for `bulk status`. */
  readonly evidence: Readonly<Record<string, unknown>>;
  /** The ids of the batches that have running jobs. */
  readonly liveBatches: readonly string[];
  /** The account whose balance was read. */
  readonly account: string;
}

/** Since when this process watches a doubt (the tick at which it began) while no job ended, given the tick of the last end. */
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

/**
 * Reads the balance until it says what became of a request, or until no wait helps. `busy`, `read_again` and `wait`
 * are returned only then; `ms`: the wait for which there was no time.
 */
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
    if (deps.clock.now() + wait.ms > deps.until) return { ...judged, ms: wait.ms };
    const { ms, batches } = wait;
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

/** Credits since a reading that our other requests are known to have taken, at the prices as told. */
function explainedSince(
  from: BalanceReading,
  book: BalanceBook,
  known: KnownPrices,
): number | null {
  const to = book.readings.at(-1);
  if (to === undefined) return null;
  const others = book.requests.filter(({ isDoubtful }) => !isDoubtful);
  const { least } = chargesBetween(others, from, to);
  const prices = pricesOf(known);
  return PRICE_KINDS.reduce((sum, kind) => sum + least[kind] * prices[kind], 0);
}

/** How long to wait before the balance is read again; undefined if it has decided, or no wait helps. */
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
