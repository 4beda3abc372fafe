import { TOLERANCE } from '../ledger/index.js';
import type {
  ChargeableRequest,
  Measured,
  MeasuredReading,
  MeterFacts,
  Unagreed,
} from '../ledger/index.js';
import { exactCredits } from './book.js';

/** How long (ms) after a reading a second one must show the same before they agree with a price. */
export const SECOND_READING_AFTER = 5_000;

/**
 * Measures what a reading of the balance shows beside our own requests (contract, "Money" 4, Meter and Agreement). A
 * reading is quiet if none of our requests was open while it was asked for, and each reading is compared with the last
 * quiet one. Charges are extra if neither our records, at the prices of their requests, nor what was still owed explains
 * them.
 */
export function measure(facts: MeterFacts): Measured {
  const { base, reading, since, hasEndedLately } = facts;
  const isQuiet = facts.requests.every((request) => !isOpen(request, facts));
  const requests = facts.requests.filter(({ begun }) => begun >= (base?.after ?? 0));
  const foundCost = sumCost(requests, (one) => (hasEnded(one, facts) ? one.found : 0));
  const showsEveryCharge = isQuiet && !hasEndedLately;
  if (base === undefined || startsOver(facts, base)) {
    const owed = showsEveryCharge ? 0 : exactCredits((base?.owed ?? 0) + foundCost);
    return {
      isQuiet,
      beginsAnew: true,
      owed,
      extra: 0,
      unagreed: {},
      agreed: [],
      isCheaper: false,
    };
  }
  const moved = reading.used - base.used;
  const ours = base.owed + (isQuiet ? foundCost : sumCost(requests, (one) => one.most));
  const beyond = moved - ours > TOLERANCE && mayBeOurs(facts, base, ours) ? moved - ours : 0;
  const shownBefore = since.reduce((sum, one) => sum + one.extra, 0);
  const notYetCharged = Math.max(0, base.owed + foundCost - moved);
  const unagreed = countUnagreed(base, requests);
  const agreed =
    isQuiet &&
    moved <= ours + TOLERANCE &&
    isReliable(facts, base, { moved, foundCost, notYetCharged })
      ? Object.keys(unagreed)
      : [];
  return {
    isQuiet,
    beginsAnew: false,
    owed: showsEveryCharge ? 0 : exactCredits(notYetCharged),
    extra: Math.max(0, exactCredits(beyond - shownBefore)),
    unagreed: agreed.length > 0 || moved > ours + TOLERANCE ? {} : unagreed,
    agreed,
    isCheaper: agreed.length > 0 && notYetCharged > TOLERANCE,
  };
}

/** Whether the request may be charged after this reading. A doubt is open until its settle time has passed. */
function isOpen({ ended, openUntil }: ChargeableRequest, { reading }: MeterFacts): boolean {
  if (openUntil !== null) return openUntil > reading.askedAt;
  return ended === null || ended > reading.before;
}

function hasEnded({ ended }: ChargeableRequest, { reading }: MeterFacts): boolean {
  return ended !== null && ended <= reading.before;
}

function sumCost(
  requests: readonly ChargeableRequest[],
  records: (one: ChargeableRequest) => number,
): number {
  return requests.reduce((sum, one) => sum + one.price * records(one), 0);
}

/**
 * Whether the comparison starts over from this reading: after a renewal, or if the cost of a request is unknown,
 * because it is a doubt or was one when the base was read.
 */
function startsOver({ reading, since, requests }: MeterFacts, base: MeasuredReading): boolean {
  const used = [base, ...since, reading].map((one) => one.used);
  const hasFallen = used.some((credits, at) => credits < (used[at - 1] ?? 0) - TOLERANCE);
  const isUnknown = ({ begun, ended, openUntil }: ChargeableRequest) =>
    begun >= base.after
      ? openUntil !== null
      : openUntil === null && !(ended !== null && ended <= base.after);
  return hasFallen || requests.some(isUnknown);
}

/**
 * Whether our own requests may have moved the used credits. If none of them can have, other programs did, unless the
 * service charges late for records that were found shortly before.
 */
function mayBeOurs({ hasEndedLately }: MeterFacts, base: MeasuredReading, ours: number): boolean {
  return ours > TOLERANCE || (hasEndedLately && Object.keys(base.unagreed).length > 0);
}

function countUnagreed(base: MeasuredReading, requests: readonly ChargeableRequest[]): Unagreed {
  const all = new Map(Object.entries(base.unagreed));
  for (const { kind, price, found } of requests)
    if (found > 0) all.set(`${kind} ${price}`, (all.get(`${kind} ${price}`) ?? 0) + found);
  return Object.fromEntries(all);
}

/** Credits since the base. */
interface Movement {
  /** The charges of the account. */
  readonly moved: number;
  /** The cost of our records. */
  readonly foundCost: number;
  /** The part of that cost that the balance does not show yet. */
  readonly notYetCharged: number;
}

/**
 * Whether the reading can be relied on: no request has ended lately, or nothing is owed and either the account is
 * charged at once or nothing has moved since the base, which is at least `SECOND_READING_AFTER` old.
 */
function isReliable(
  { reading, hasEndedLately, terms }: MeterFacts,
  base: MeasuredReading,
  { moved, foundCost, notYetCharged }: Movement,
): boolean {
  if (!hasEndedLately) return true;
  if (notYetCharged > TOLERANCE) return false;
  if (terms.isImmediate === true) return true;
  const isSame = foundCost === 0 && base.owed <= TOLERANCE && Math.abs(moved) <= TOLERANCE;
  return isSame && reading.askedAt - base.at >= SECOND_READING_AFTER;
}
