import { isPriceTold, knownPrices, pricesToTell } from '../account/book/price.js';
import { verdictOn, type Verdict } from '../account/book/verdict.js';
import { readBalance } from '../account/read-balance.js';
import { settleElapsed } from '../account/settle-elapsed.js';
import { asKnownError } from '../errors.js';
import type { WhyDoubtful } from '../errors/lookups.js';
import type { DoubtfulLookup } from '../ledger/index.js';
import type { ServiceClient } from '../service/index.js';
import type { Keeping } from './kept-records.js';

/** No single lookup lives longer than the 60 s that the spec advises at most ("Timeouts"). */
const SETTLE = 120_000;
/** The pause before a balance that was read during another request is read again. */
const SOON = 1_000;
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
 * was not charged. That only the user can decide is stored, and final.
 *
 * @throws the reason of `stop`
 */
export async function settleDoubt(
  deps: SettleDeps,
  doubt: DoubtfulLookup,
): Promise<'free' | WhyDoubtful> {
  if (doubt.verdict !== null && !isPriceTold(doubt.verdict, deps.costs))
    return undecidable(deps, doubt, doubt.verdict);
  if (!(await hasReadingBefore(deps, doubt))) return decidedByUser(deps, doubt, 'no_reading');
  const began = deps.clock.now();
  for (let reading = 0; reading < MOST_READINGS; reading += 1) {
    const judged = await judge(deps, doubt, began);
    if ('why' in judged) return judged;
    const { verdict, liveBatches } = judged;
    if (verdict.decision === 'resend') return 'free';
    if (verdict.decision === 'ask') return decidedByUser(deps, doubt, verdict.why);
    if (verdict.decision === 'busy' && liveBatches.length > 0)
      return { why: 'others_running', liveBatches };
    const ms = verdict.decision === 'wait' ? Math.min(SETTLE, Math.max(SOON, verdict.ms)) : SOON;
    if (deps.clock.now() + ms > deps.until) return { why: 'too_soon', ms };
    if (verdict.decision === 'wait') deps.tell({ type: 'settling', ms });
    await deps.clock.sleep(ms, deps.stop);
  }
  return { why: 'too_soon', ms: SOON };
}

/** Without a reading from before the lookup, no later one proves anything, and none is needed. */
async function hasReadingBefore(
  { ledger }: Keeping,
  { keyFingerprint, begunTick }: DoubtfulLookup,
): Promise<boolean> {
  const account = await ledger.accountOf(keyFingerprint);
  if (account === undefined) return false;
  const { readings } = await ledger.balanceBook(account);
  return readings.some(({ after }) => after <= begunTick);
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
