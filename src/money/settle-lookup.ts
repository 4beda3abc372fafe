import { isPriceTold, pricesToTell } from './price.js';
import { settleByBalance, type Judged, type Watch } from './settle-by-balance.js';
import { LOOK_AGAIN, SETTLE_LOOKUP, SOON } from './settle-times.js';
import { asKnownError } from '../errors.js';
import type { WhyDoubtful } from '../errors/lookups.js';
import type { DoubtfulLookup, HeldLock } from '../ledger/index.js';
import type { BalanceDeps, PriceDeps } from './read-balance.js';

/** A session waits to see whether an earlier lookup was charged. */
export interface Settling {
  readonly type: 'settling';
  readonly ms: number;
}

export interface SettleDeps extends BalanceDeps {
  /** Ends waits. */
  readonly stop: AbortSignal;
  /** Epoch ms that no wait may pass. */
  readonly until: number;
  readonly tell: (event: Settling) => void;
  readonly watch: Watch;
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
    return (
      (await decidedMeanwhile(deps, doubt)) ?? (await settleAlone({ ...deps, account }, doubt))
    );
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

interface Asked extends SettleDeps {
  /** The account that was asked. */
  readonly account: string;
}

async function settleAlone(deps: Asked, doubt: DoubtfulLookup): Promise<'free' | WhyDoubtful> {
  const { stop, clock } = deps;
  const { begunTick: begun, unknownSince: since } = doubt;
  const asked = { begun, since, settle: SETTLE_LOOKUP, isJob: false };
  const judged = await settleByBalance(
    {
      ...deps,
      client: deps.client.within({ stop }),
      pause: (ms) => clock.sleep(ms, stop),
      tell: ({ ms }) => {
        deps.tell({ type: 'settling', ms });
      },
    },
    asked,
  ).catch(asKnownError);
  stop.throwIfAborted();
  if (!('verdict' in judged)) return { why: 'unreadable' };
  return (await decidedMeanwhile(deps, doubt)) ?? (await conclude(deps, doubt, judged));
}

/** Another process may have judged it while this one waited: the first verdict is final. */
async function decidedMeanwhile(
  deps: SettleDeps,
  doubt: DoubtfulLookup,
): Promise<WhyDoubtful | undefined> {
  const verdict = await deps.ledger.lookupVerdict(doubt.num);
  if (verdict === null || verdict === doubt.verdict) return undefined;
  return undecidable(deps, doubt, verdict);
}

async function conclude(
  deps: Asked,
  doubt: DoubtfulLookup,
  { verdict, liveBatches, account, ms = SOON }: Judged & { readonly ms?: number },
): Promise<'free' | WhyDoubtful> {
  if (account !== deps.account) return { why: 'other_account' };
  if (verdict.decision === 'resend') return 'free';
  if (verdict.decision === 'ask') return decidedByUser(deps, doubt, verdict.why);
  const isBusy = verdict.decision === 'busy' && liveBatches.length > 0;
  return isBusy ? { why: 'others_running', liveBatches } : { why: 'too_soon', ms };
}

/**
 * The account, if its balance was read before the lookup: without that no later reading proves anything, and none is
 * needed.
 */
async function readBefore(
  { ledger }: Pick<PriceDeps, 'ledger'>,
  { keyFingerprint, begunTick }: DoubtfulLookup,
): Promise<string | undefined> {
  const account = await ledger.accountOf(keyFingerprint);
  if (account === undefined) return undefined;
  const { readings } = await ledger.balanceBook(account);
  return readings.some(({ after }) => after <= begunTick) ? account : undefined;
}

async function decidedByUser(
  deps: Pick<PriceDeps, 'ledger' | 'costs'>,
  doubt: DoubtfulLookup,
  why: string,
): Promise<WhyDoubtful> {
  await deps.ledger.keepLookupVerdict(doubt.num, why);
  return undecidable(deps, doubt, why);
}

/** Names the prices that the user may know, if one is missing. */
export function undecidable(
  { costs }: Pick<PriceDeps, 'costs'>,
  { way, kind }: DoubtfulLookup,
  why: string,
): WhyDoubtful {
  const price = way === 'realtime' ? way : kind;
  return { why: 'undecidable', prices: why === 'price_unknown' ? pricesToTell(price, costs) : [] };
}
