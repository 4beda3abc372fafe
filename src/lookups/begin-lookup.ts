import { ConfereError } from '../errors.js';
import type { WhyDoubtful } from '../errors/facts.js';
import type { Cost, LookupVerdict, WantedLookup } from '../ledger/index.js';
import { overLimit } from '../money/budget.js';
import { pricesOf } from '../money/price.js';
import { accountPrices } from '../money/read-balance.js';
import { settleLookup, undecidable, type SettleLookupDeps } from '../money/settle-by-balance.js';
import { failedLookup, type Lookup, type LookupRequest, type Wording } from './answer.js';
import { askedOf, countReused, keptLookup, UNSHOWN, type Keeping } from './kept-records.js';

/** Ms. */
const FIRST_POLL = 250;
const LONGEST_POLL = 4_000;

export interface BeginDeps extends Keeping, SettleLookupDeps {
  readonly wording: Wording;
  readonly cost: Cost;
}

/** Waits for others who ask for it, and settles a doubt. Returns the number under which it may be sent, or the answer. @throws the reason of `stop` */
export async function beginLookup(
  deps: BeginDeps,
  request: LookupRequest,
): Promise<number | Lookup> {
  const { ledger, clock, cost, stop } = deps;
  const failed = (failure: ConfereError) => failedLookup(request, failure, deps.wording);
  let wanted = wantedOf(deps, request);
  let poll = FIRST_POLL;
  for (;;) {
    const at = await ledger.now();
    const found = await ledger.beginLookup({ ...wanted, cost, mayAsk: true, at });
    switch (found.verdict) {
      case 'ask':
        return found.num;
      case 'may_ask':
        return failed(new ConfereError('lookup_under_way', {}));
      case 'over_limit':
        return failed(overLimit(found, { cost: cost.alone, part: 'batch', fits: false }));
      case 'known':
        await countReused(deps, request);
        return keptLookup(request, found.record);
      case 'unshown':
        return keptLookup(request, found.record);
      case 'wait':
        if (clock.now() + poll > deps.until)
          return failed(new ConfereError('lookup_under_way', {}));
        await clock.sleep(poll, stop);
        poll = Math.min(1.25 * poll, LONGEST_POLL);
        wanted = afterWaiting(wanted, found);
        continue;
      case 'in_batch': {
        const facts = { batch: found.batch, state: found.state };
        const price = await priceOf(deps, request);
        return failed(new ConfereError('lookup_in_batch', { ...facts, price }));
      }
      case 'doubtful': {
        const settled = await settleLookup(deps, found.doubt);
        if (settled !== 'free') return failed(await inDoubt(deps, request, settled));
        wanted = { ...wanted, proved: found.doubt.num };
      }
    }
  }
}

export async function doubtAbout(
  deps: Keeping & Pick<BeginDeps, 'wording'>,
  request: LookupRequest,
): Promise<Lookup | undefined> {
  const wanted = { ...wantedOf(deps, request), mayAsk: false, at: deps.clock.now() };
  const found = await deps.ledger.beginLookup(wanted);
  if (found.verdict !== 'doubtful') return undefined;
  const { verdict } = found.doubt;
  const why: WhyDoubtful =
    verdict === null ? { why: 'not_settled' } : undecidable(deps, found.doubt, verdict);
  return failedLookup(request, await inDoubt(deps, request, why), deps.wording);
}

type Wanted = Omit<WantedLookup, 'at' | 'mayAsk' | 'cost'>;

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

/** The user's word does not cover a doubt that arises in the wait. */
function afterWaiting(
  wanted: Wanted,
  { num, begunAt }: Extract<LookupVerdict, { verdict: 'wait' }>,
): Wanted {
  const own = { ...wanted, word: undefined, waitedFor: num };
  // The record of a real-time lookup is found by its number.
  if (wanted.way === 'realtime') return own;
  return { ...own, reuseSince: Math.min(wanted.reuseSince, begunAt) };
}

async function inDoubt(deps: Keeping, request: LookupRequest, why: WhyDoubtful) {
  return new ConfereError('lookup_in_doubt', { price: await priceOf(deps, request), ...why });
}

async function priceOf(deps: Keeping, { kind, birthDate }: LookupRequest): Promise<number> {
  const prices = pricesOf(await accountPrices(deps));
  return prices[birthDate === undefined ? kind : 'realtime'];
}
