import { isPriceTold, knownPrices, pricesToTell } from '../money/price.js';
import { verdictOn, type Verdict } from '../money/settle.js';
import { readBalance } from '../money/read-balance.js';
import { settleElapsed } from '../money/settle-elapsed.js';
import { asKnownError } from '../errors.js';
import type { WhyDoubtful } from '../errors/lookups.js';
import type { DoubtfulLookup, HeldLock } from '../ledger/index.js';
import type { ServiceClient } from '../service/index.js';
import type { Keeping } from './kept-records.js';

/** No single lookup lives longer than the 60 s that the spec advises at most ("Timeouts"). */
const SETTLE = 120_000;
/** The pause before a balance that was read during another request is read again. */
const SOON = 1_000;
/** How often (ms) is looked whether another machine has settled what it settles, or its jobs have ended. */
const LOOK_AGAIN = 5_000;
/** Lookups of others may follow each other without a pause. */
const MOST_READINGS = 30;

/** A session waits to see whether an earlier lookup was charged. */
export interface Settling {
  readonly type: 'settling';
  readonly ms: number;
}

export interface SettleDeps extends Keeping {
  readonly client: ServiceClient;
  /** Ends waits. */
  readonly stop: AbortSignal;
  /** Epoch ms that no wait may pass. */
  readonly until: number;
  readonly tell: (event: Settling) => void;
}

/**
 * Settles a lookup with an unknown outcome (money rule 2 of the contract): `free` if the balance proves that it
 * was not charged. That only the user can decide is stored, and final. Other machines submit nothing meanwhile.
 *
 * @throws the reason of `stop`
 */
export async function settleDoubt(
  deps: SettleDeps,
  doubt: DoubtfulLookup,
): Promise<'free' | WhyDoubtful> {
  if (doubt.verdict !== null && !isPriceTold(doubt.verdict, deps.costs))
    return undecidable(deps, doubt, doubt.verdict);
  const account = await readBefore(deps, doubt);
  if (account === undefined) return decidedByUser(deps, doubt, 'no_reading');
  const pause = await pauseOthers(deps, account);
  if (pause === undefined) return { why: 'too_soon', ms: LOOK_AGAIN };
  try {
    return await settleAlone(deps, doubt);
  } finally {
    await pause.release();
  }
}

/** Waits while another machine settles something itself; undefined if that leaves no time. */
async function pauseOthers(deps: SettleDeps, account: string): Promise<HeldLock | undefined> {
  for (let isTold = false; ; isTold = true) {
    const pause = await deps.ledger.pauseOthers(account);
    if (pause !== undefined) return pause;
    if (deps.clock.now() + LOOK_AGAIN > deps.until) return undefined;
    if (!isTold) deps.tell({ type: 'settling', ms: LOOK_AGAIN });
    await deps.clock.sleep(LOOK_AGAIN, deps.stop);
  }
}

async function settleAlone(deps: SettleDeps, doubt: DoubtfulLookup): Promise<'free' | WhyDoubtful> {
  const began = deps.clock.now();
  let told = 0;
  for (let reading = 0; reading < MOST_READINGS;) {
    const judged = await judge(deps, doubt, began);
    if ('why' in judged) return judged;
    const { verdict, liveBatches } = judged;
    if (verdict.decision === 'resend') return 'free';
    if (verdict.decision === 'ask') return decidedByUser(deps, doubt, verdict.why);
    const ms = await waitOf(deps, judged);
    if (ms === undefined) return { why: 'others_running', liveBatches };
    if (deps.clock.now() + ms > deps.until) return tooLate(judged, ms);
    // The wait for a batch is told once, and may be as long as that runs.
    if ((verdict.decision === 'wait' || ms === LOOK_AGAIN) && ms !== told)
      deps.tell({ type: 'settling', ms });
    told = ms;
    if (ms !== LOOK_AGAIN) reading += 1;
    await deps.clock.sleep(ms, deps.stop);
  }
  return { why: 'too_soon', ms: SOON };
}

/** Milliseconds until the balance is read again; undefined if no wait helps. */
async function waitOf(
  { ledger }: SettleDeps,
  { verdict, liveBatches }: Judged,
): Promise<number | undefined> {
  if (verdict.decision === 'wait') return Math.min(SETTLE, Math.max(SOON, verdict.ms));
  if (verdict.decision !== 'busy' || liveBatches.length === 0) return SOON;
  // A job that nobody watches never ends in the ledger.
  const isEnding = (await ledger.atWork(liveBatches)).length === liveBatches.length;
  return isEnding ? LOOK_AGAIN : undefined;
}

function tooLate({ verdict, liveBatches }: Judged, ms: number): WhyDoubtful {
  if (verdict.decision === 'busy' && liveBatches.length > 0)
    return { why: 'others_running', liveBatches };
  return { why: 'too_soon', ms };
}

/**
 * The account, if its balance was read before the lookup: without that no later reading proves anything, and none is
 * needed.
 */
async function readBefore(
  { ledger }: Keeping,
  { keyFingerprint, begunTick }: DoubtfulLookup,
): Promise<string | undefined> {
  const account = await ledger.accountOf(keyFingerprint);
  if (account === undefined) return undefined;
  const { readings } = await ledger.balanceBook(account);
  return readings.some(({ after }) => after <= begunTick) ? account : undefined;
}

async function decidedByUser(
  deps: Keeping,
  doubt: DoubtfulLookup,
  why: string,
): Promise<WhyDoubtful> {
  await deps.ledger.keepLookupVerdict(doubt.num, why);
  return undecidable(deps, doubt, why);
}

/** Names the prices that the user may know, if one is missing. */
export function undecidable(
  { costs }: Pick<Keeping, 'costs'>,
  { way, kind }: DoubtfulLookup,
  why: string,
): WhyDoubtful {
  const price = way === 'realtime' ? way : kind;
  return { why: 'undecidable', prices: why === 'price_unknown' ? pricesToTell(price, costs) : [] };
}

interface Judged {
  readonly verdict: Verdict;
  readonly liveBatches: readonly string[];
}

async function judge(
  deps: SettleDeps,
  doubt: DoubtfulLookup,
  began: number,
): Promise<Judged | WhyDoubtful> {
  const { ledger, costs, stop } = deps;
  const client = deps.client.within({ stop });
  const read = await readBalance({ ...deps, client }).catch(asKnownError);
  stop.throwIfAborted();
  if (!('account' in read)) return { why: 'unreadable' };
  if (read.account !== (await ledger.accountOf(doubt.keyFingerprint)))
    return { why: 'other_account' };
  const book = await ledger.balanceBook(read.account);
  const ticks = [doubt.begunTick];
  const elapsed = await settleElapsed(deps, { moment: doubt.doubtedAt, began, ticks });
  const asked = { begun: doubt.begunTick, elapsed, settle: SETTLE };
  const verdict = verdictOn(asked, book, knownPrices(book, costs));
  return { verdict, liveBatches: book.liveBatches };
}
