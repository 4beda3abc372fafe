import {
  PRICE_KINDS,
  TOLERANCE,
  type BalanceReading,
  type ChargeableRequest,
  type PriceKind,
  type Prices,
} from '../ledger/index.js';

export { PRICE_KINDS, TOLERANCE };

/** A balance may lag behind the charges for so long (ms). */
export const BALANCE_LAG = 5_000;

/** Ms that a job given up may still take credits (spec, "Limits"). */
export const GIVEN_UP_GOES_ON = 660_000;

/** Ms between the readings that prove something: a nightly run meets the doubt of the last night. */
export const LONGEST_PROOF = 30 * 3_600_000;

/** How often (ms) is looked whether others have ended what they do. */
export const LOOK_AGAIN = 5_000;

/** Ms before a balance that was read during another request is read again. */
export const SOON = 1_000;

/** Credits without what adding fractions leaves behind. */
export function exactCredits(credits: number): number {
  return Math.round(credits * 1e6) / 1e6;
}

export interface Charges {
  readonly least: Prices;
  readonly most: Prices;
}

const NONE: Prices = { cpf: 0, cnpj: 0, realtime: 0 };

/** What our requests found between two readings; one that overlaps a reading, or ended just before the last, may have been charged before or after it, and what a user adopted may be of others. */
export function chargesBetween(
  requests: readonly ChargeableRequest[],
  from: BalanceReading,
  to: BalanceReading,
): Charges {
  const [least, most] = [{ ...NONE }, { ...NONE }];
  for (const request of requests) {
    if (isOutside(request, from, to)) continue;
    const { kind, begun, ended, found, items, isDoubtful, isAdopted } = request;
    const hasEnded = ended === null ? isDoubtful : ended <= to.before && !mayLack(to, request);
    if (begun >= from.after && hasEnded && !isAdopted) least[kind] += found;
    most[kind] += ended === null && !isDoubtful ? items : found;
  }
  return { least, most };
}

/** As they are told to the user, who has said what is ours. */
export function asTold(requests: readonly ChargeableRequest[]): ChargeableRequest[] {
  return requests.map((one) => ({ ...one, isAdopted: false }));
}

/** Whether the balance may be too late to show what the request was charged. */
export function mayLack({ at }: BalanceReading, { found, endedAt }: ChargeableRequest): boolean {
  return found > 0 && at - (endedAt ?? -Infinity) < BALANCE_LAG;
}

export function isExact({ least, most }: Charges): boolean {
  return PRICE_KINDS.every((kind) => least[kind] === most[kind]);
}

export function kindsOf({ most }: Charges): PriceKind[] {
  return PRICE_KINDS.filter((kind) => most[kind] > 0);
}

export function isOutside(
  { begun, ended }: ChargeableRequest,
  from: BalanceReading,
  to: BalanceReading,
): boolean {
  return begun >= to.after || (ended !== null && ended <= from.before);
}

/** The plan that renews with the month (spec, "Plans and credits"). */
export const FREE_PLAN = 'Grátis';
const FREE_PLANS: ReadonlySet<string> = new Set([FREE_PLAN, 'Grátis (Free)', 'Free']);

export function isFreePlan(plan: string): boolean {
  return FREE_PLANS.has(plan.normalize('NFC'));
}

export function monthOf(at: number): string {
  return new Date(at).toISOString().slice(0, 7);
}
