import { overLimit } from '../money/budget.js';
import { pricesOf } from '../money/price.js';
import { accountPrices } from '../money/read-balance.js';
import { ConfereError } from '../errors.js';
import type { WhyDoubtful } from '../errors/lookups.js';
import type {
  Cost,
  DoubtfulLookup,
  LookupVerdict,
  OverLimit,
  WantedLookup,
} from '../ledger/index.js';
import { askedOf, keptLookup, noteReused, UNSHOWN, type Keeping } from './kept-records.js';
import { failedLookup, type Lookup, type LookupRequest, type Wording } from './answer.js';
import {
  settleDoubt,
  undecidable,
  type SettleDeps,
  type Settling,
} from '../money/settle-lookup.js';

/** How long (ms) a session waits before it looks for the first time whether another one has its answer, and at most. */
const FIRST_POLL = 250;
const LONGEST_POLL = 4_000;

/** An identifier is asked for that a job of this batch had, which was given up and may have been charged. */
export interface GivenUp {
  readonly type: 'given_up';
  readonly id: string;
  readonly batch: string;
}

/** What a session tells while it works. */
export type LookupEvent = Settling | GivenUp;

export interface BeginDeps extends Keeping, SettleDeps {
  readonly wording: Wording;
  readonly tell: (event: LookupEvent) => void;
  /** What it may cost, and the limits that must cover it. */
  readonly cost: Cost;
}

/** What may be done about a lookup: send it under this number, or nothing, because there is an answer. */
export type Beginning =
  | { readonly is: 'begun'; readonly num: number }
  | { readonly is: 'answered'; readonly lookup: Lookup };

/**
 * Begins a lookup in the ledger. Waits for another process that is asking for the same identifier, and settles an
 * earlier lookup with an unknown outcome.
 *
 * @throws the reason of `stop`
 */
export async function beginLookup(deps: BeginDeps, request: LookupRequest): Promise<Beginning> {
  let wanted = wantedOf(deps, request);
  let poll = FIRST_POLL;
  for (;;) {
    const found = await decide(deps, wanted);
    switch (found.verdict) {
      case 'ask':
        if (found.givenUpIn !== undefined)
          deps.tell({ type: 'given_up', id: request.id, batch: found.givenUpIn });
        return { is: 'begun', num: found.num };
      case 'may_ask':
        return failed(deps, request, underWay());
      case 'over_limit':
        return failed(deps, request, refusedBy(deps, found));
      case 'known':
        await noteReused(deps, request);
        return answered(keptLookup(request, found.record));
      case 'unshown':
        return answered(keptLookup(request, found.record));
      case 'wait':
        if (deps.clock.now() + poll > deps.until) return failed(deps, request, underWay());
        await deps.clock.sleep(poll, deps.stop);
        poll = Math.min(1.25 * poll, LONGEST_POLL);
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

type Wanted = Omit<WantedLookup, 'at' | 'mayAsk' | 'cost'>;

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

async function decide({ ledger, cost }: BeginDeps, wanted: Wanted): Promise<LookupVerdict> {
  return ledger.beginLookup({ ...wanted, cost, mayAsk: true, at: await ledger.now() });
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

function refusedBy({ cost }: BeginDeps, over: OverLimit): ConfereError {
  return overLimit(over, { cost: cost.alone, part: 'batch', fits: false });
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
  const prices = pricesOf(await accountPrices(deps));
  return prices[birthDate === undefined ? kind : 'realtime'];
}

function whyOf(deps: Keeping, doubt: DoubtfulLookup): WhyDoubtful {
  const { verdict } = doubt;
  return verdict === null ? { why: 'not_settled' } : undecidable(deps, doubt, verdict);
}
