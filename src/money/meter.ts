import type {
  ChargeableRequest,
  Measurement,
  MeasuredReading,
  MeterFacts,
  UnagreedCounts,
} from '../ledger/index.js';
import { roundCreditSum } from './book.js';

/** Two readings that show the same agree with a price, if the second one is at least this much later (ms). */
export const SECOND_READING_AFTER = 5_000;

/**
 * Measures what a reading of the balance shows beside our own requests (contract, "Money" 4, Meter and Agreement). A
 * reading is quiet if none of our requests was open while it was asked for, and each reading is compared with the last
 * quiet one. Charges are extra if neither our records, at the prices of their requests, nor what was still owed
 * explains them.
 */
export function measure(facts: MeterFacts): Measurement {
  const { base, reading, laterReadings, hasEndedLately } = facts;
  const isQuiet = facts.requests.every((request) => !isOpen(request, facts));
  const requests = facts.requests.filter(({ begun }) => begun >= (base?.after ?? 0));
  const foundCost = sumCost(requests, (one) => (hasEnded(one, reading.before) ? one.found : 0));
  const showsEveryCharge = isQuiet && !hasEndedLately;
  if (base === undefined || startsOver(facts, base)) {
    return {
      isQuiet,
      beginsAnew: true,
      owed: showsEveryCharge ? 0 : computeOwedAtStart(facts, foundCost),
      extra: 0,
      unagreed: {},
      agreed: [],
      wasChargedLess: false,
    };
  }
  const moved = reading.used - base.used;
  const explainedCredits = base.owed + (isQuiet ? foundCost : sumCost(requests, (one) => one.most));
  const surplus = roundCreditSum(moved - explainedCredits);
  const unexplainedCredits = mayBeOurs(facts, base, explainedCredits) ? surplus : 0;
  const shownBefore = laterReadings.reduce((sum, one) => sum + one.extra, 0);
  const notYetCharged = roundCreditSum(Math.max(0, base.owed + foundCost - moved));
  const unagreed = countUnagreed(base, requests);
  const agreed =
    isQuiet && surplus <= 0 && isReliable(facts, base, moved, notYetCharged)
      ? Object.keys(unagreed)
      : [];
  return {
    isQuiet,
    beginsAnew: false,
    owed: showsEveryCharge ? 0 : notYetCharged,
    extra: Math.max(0, roundCreditSum(unexplainedCredits - shownBefore)),
    unagreed: agreed.length > 0 || surplus > 0 ? {} : unagreed,
    agreed,
    wasChargedLess: agreed.length > 0 && notYetCharged > 0,
  };
}

/** Whether the request may be charged after this reading. A doubt is open until its settle time has passed. */
function isOpen(request: ChargeableRequest, { reading }: MeterFacts): boolean {
  const { openUntil } = request;
  if (openUntil !== null) return openUntil > reading.askedAt;
  return !hasEnded(request, reading.before);
}

/** Whether the request had ended at a tick. */
function hasEnded({ ended }: ChargeableRequest, tick: number): boolean {
  return (ended ?? Infinity) <= tick;
}

function sumCost(
  requests: readonly ChargeableRequest[],
  countRecords: (one: ChargeableRequest) => number,
): number {
  return requests.reduce((sum, one) => sum + one.price * countRecords(one), 0);
}

/**
 * Whether the comparison starts over from this reading: after a renewal, or if the cost of a request is unknown,
 * because it is a doubt or was one when the base was read.
 */
function startsOver(facts: MeterFacts, base: MeasuredReading): boolean {
  return hasFallen(facts, base) || findUnknownCosts(facts, base).length > 0;
}

function hasFallen({ reading, laterReadings }: MeterFacts, base: MeasuredReading): boolean {
  const used = [base, ...laterReadings, reading].map((one) => one.used);
  return used.some((credits, at) => roundCreditSum(credits - (used[at - 1] ?? 0)) < 0);
}

function findUnknownCosts({ requests }: MeterFacts, base: MeasuredReading): ChargeableRequest[] {
  return requests.filter((request) =>
    request.begun >= base.after
      ? request.openUntil !== null
      : request.openUntil === null && !hasEnded(request, base.after),
  );
}

/**
 * Returns the cost of our records that a reading which starts over may not show yet. All charges since the base count as
 * shown, except the most that requests of unknown cost may have been charged.
 */
function computeOwedAtStart(facts: MeterFacts, foundCost: number): number {
  const { base, reading } = facts;
  if (base === undefined) return roundCreditSum(foundCost);
  const unknownCost = sumCost(findUnknownCosts(facts, base), (one) => one.most);
  const shown = hasFallen(facts, base) ? 0 : Math.max(0, reading.used - base.used - unknownCost);
  return roundCreditSum(Math.max(0, base.owed + foundCost - shown));
}

/**
 * Whether our own requests may have moved the used credits: there is a cost that they explain, or the service may
 * charge late for records that were found shortly before and that no reading has agreed with. Otherwise other programs
 * did.
 */
function mayBeOurs(facts: MeterFacts, base: MeasuredReading, ours: number): boolean {
  const { hasEndedLately, hasShownExtra } = facts;
  const hasUnagreed = hasShownExtra || Object.keys(base.unagreed).length > 0;
  return ours > 0 || (hasEndedLately && hasUnagreed);
}

function countUnagreed(
  base: MeasuredReading,
  requests: readonly ChargeableRequest[],
): UnagreedCounts {
  const counts = new Map(Object.entries(base.unagreed));
  for (const { kind, price, found } of requests)
    if (found > 0) counts.set(`${kind} ${price}`, (counts.get(`${kind} ${price}`) ?? 0) + found);
  return Object.fromEntries(counts);
}

/**
 * Whether a reading without extra can be relied on: no request has ended lately, or nothing is owed and either the
 * account is charged at once, or nothing has moved since a base that is at least `SECOND_READING_AFTER` ms older. `moved`,
 * `notYetCharged`: credits since the base.
 */
function isReliable(
  { reading, hasEndedLately, terms }: MeterFacts,
  base: MeasuredReading,
  moved: number,
  notYetCharged: number,
): boolean {
  if (!hasEndedLately) return true;
  if (notYetCharged > 0) return false;
  if (terms.isSandbox === true) return true;
  const isSame = roundCreditSum(moved) === 0;
  return isSame && reading.askedAt - base.at >= SECOND_READING_AFTER;
}
