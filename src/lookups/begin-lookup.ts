import { accountPrices } from '../money/account-prices.js';
import { budgetsAt, type PeriodLimits } from '../money/period-budgets.js';
import { ConfereError } from '../errors.js';
import type { WhyDoubtful } from '../errors/lookups.js';
import type { DoubtfulLookup, LookupVerdict, Prices, WantedLookup } from '../ledger/index.js';
import { askedOf, keptLookup, noteReused, UNSHOWN, type Keeping } from './kept-records.js';
import { failedLookup, type Lookup, type LookupRequest, type Wording } from './lookup.js';
import { settleDoubt, undecidable, type SettleDeps } from '../money/settle-lookup.js';

/** How often (ms) a session looks whether another one has its answer. */
const POLL = 250;

export interface BeginDeps extends Keeping, SettleDeps {
  readonly wording: Wording;
  /** The limits of the day and the month. */
  readonly periods: PeriodLimits;
  /** Credits of a found record; undefined where nothing limits what may be spent. */
  readonly prices: Prices | undefined;
  /** Reserves what the lookup may cost; false if the session may not spend it. */
  readonly reserve: () => boolean;
  readonly release: () => void;
}

/** What may be done about a lookup: send it under this number, or nothing, because there is an answer. */
export type Beginning =
  | { readonly is: 'begun'; readonly num: number }
  | { readonly is: 'answered'; readonly lookup: Lookup }
  | { readonly is: 'over_budget' };

/**
 * Begins a lookup in the ledger. Waits for another process that is asking for the same identifier, and settles an
 * earlier lookup with an unknown outcome. When it has begun, its cost is reserved.
 *
 * @throws the reason of `stop`
 */
export async function beginLookup(deps: BeginDeps, request: LookupRequest): Promise<Beginning> {
  let wanted = wantedOf(deps, request);
  for (;;) {
    const found = await decide(deps, wanted);
    switch (found.verdict) {
      case 'ask':
        return { is: 'begun', num: found.num };
      case 'may_ask':
        return { is: 'over_budget' };
      case 'over_budget':
        return failed(deps, request, overPeriod(found));
      case 'known':
        await noteReused(deps, request);
        return answered(keptLookup(request, found.record));
      case 'unshown':
        return answered(keptLookup(request, found.record));
      case 'wait':
        if (deps.clock.now() + POLL > deps.until) return failed(deps, request, underWay());
        await deps.clock.sleep(POLL, deps.stop);
        wanted = afterWaiting(wanted, found);
        continue;
      case 'in_batch':
        return failed(deps, request, await inBatch(deps, request, found));
      case 'doubtful': {
        const settled = await settleDoubt(deps, found.doubt);
        if (settled !== 'free') return failed(deps, request, await inDoubt(deps, request, settled));
        wanted = { ...wanted, proved: found.doubt.num };
      }
    }
  }
}

/** The failure of a lookup that is in doubt, without waiting or asking; undefined if it is not in doubt. */
export async function doubtAbout(
  deps: Keeping & Pick<BeginDeps, 'wording'>,
  request: LookupRequest,
): Promise<Lookup | undefined> {
  const wanted = { ...wantedOf(deps, request), mayAsk: false, at: deps.clock.now() };
  const found = await deps.ledger.beginLookup(wanted);
  if (found.verdict !== 'doubtful') return undefined;
  const failure = await inDoubt(deps, request, whyOf(deps, found.doubt));
  return failedLookup(request, failure, deps.wording);
}

type Wanted = Omit<WantedLookup, 'at' | 'mayAsk' | 'budgets' | 'prices'>;

/** The ledger answers a real-time lookup only with a record that came while it waited. */
function wantedOf({ keyFingerprint, holder, clock }: Keeping, request: LookupRequest): Wanted {
  const { kind, id, birthDate, reuseSince, word } = request;
  const isSimple = birthDate === undefined;
  return {
    ...{ kind, id, keyFingerprint, holder, word },
    way: isSimple ? 'simple' : 'realtime',
    reuseSince: isSimple ? reuseSince : Infinity,
    asked: askedOf(request),
    unshownSince: clock.now() - UNSHOWN,
  };
}

async function decide(deps: BeginDeps, wanted: Wanted): Promise<LookupVerdict> {
  const mayAsk = deps.reserve();
  let isBegun = false;
  try {
    const at = deps.clock.now();
    const spending = { budgets: budgetsAt(at, deps.periods), ...pricesFor(deps) };
    const found = await deps.ledger.beginLookup({ ...wanted, ...spending, mayAsk, at });
    isBegun = found.verdict === 'ask';
    return found;
  } finally {
    if (mayAsk && !isBegun) deps.release();
  }
}

function pricesFor({ prices }: BeginDeps): Pick<WantedLookup, 'prices'> {
  return prices === undefined ? {} : { prices };
}

/**
 * The record of whoever was waited for is recent enough. The user's word does not cover a doubt that arises
 * meanwhile.
 */
function afterWaiting(
  wanted: Wanted,
  { num, begunAt }: Extract<LookupVerdict, { verdict: 'wait' }>,
): Wanted {
  const own = { ...wanted, word: undefined, waitedFor: num };
  // The record of a real-time lookup is found by its number; one of a batch or a simple lookup is no answer to it.
  if (wanted.way === 'realtime') return own;
  return { ...own, reuseSince: Math.min(wanted.reuseSince, begunAt) };
}

function answered(lookup: Lookup): Beginning {
  return { is: 'answered', lookup };
}

function failed({ wording }: BeginDeps, request: LookupRequest, failure: ConfereError): Beginning {
  return answered(failedLookup(request, failure, wording));
}

function underWay(): ConfereError {
  return new ConfereError('lookup_under_way', {});
}

function overPeriod({ budget, cost, left }: Extract<LookupVerdict, { verdict: 'over_budget' }>) {
  const { of, limit } = budget;
  return new ConfereError('over_period_budget', { of, cost, left, limit });
}

async function inDoubt(deps: Keeping, request: LookupRequest, why: WhyDoubtful) {
  return new ConfereError('lookup_in_doubt', { price: await priceOf(deps, request), ...why });
}

async function inBatch(
  deps: Keeping,
  request: LookupRequest,
  { batch, state }: Extract<LookupVerdict, { verdict: 'in_batch' }>,
) {
  return new ConfereError('lookup_in_batch', { batch, state, price: await priceOf(deps, request) });
}

/** Credits of a found record. */
async function priceOf(deps: Keeping, { kind, birthDate }: LookupRequest): Promise<number> {
  const prices = await accountPrices(deps);
  return prices[birthDate === undefined ? kind : 'realtime'];
}

function whyOf(deps: Keeping, doubt: DoubtfulLookup): WhyDoubtful {
  const { verdict } = doubt;
  return verdict === null ? { why: 'not_settled' } : undecidable(deps, doubt, verdict);
}
