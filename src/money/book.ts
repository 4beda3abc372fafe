import {
  PRICE_KINDS,
  TOLERANCE,
  type BalanceReading,
  type ChargeableRequest,
  type PriceKind,
  type Prices,
} from '../ledger/index.js';

export { PRICE_KINDS, TOLERANCE };

/** Records that our requests found between two readings: at least `least`, at most `most` of each kind. */
export interface Charges {
  readonly least: Prices;
  readonly most: Prices;
}

const NONE: Prices = { cpf: 0, cnpj: 0, realtime: 0 };

/**
 * Counts what our requests found between two readings. A request that overlaps a reading may have been
 * charged before or after it. A doubtful request counts as charged only for what it is known to have found:
 * the caller compares the readings to find out whether there was more.
 */
export function chargesBetween(
  requests: readonly ChargeableRequest[],
  from: BalanceReading,
  to: BalanceReading,
): Charges {
  const [least, most] = [{ ...NONE }, { ...NONE }];
  for (const request of requests) {
    if (isOutside(request, from, to)) continue;
    const { kind, begun, ended, found, items, isDoubtful } = request;
    const hasEnded = ended === null ? isDoubtful : ended <= to.before;
    if (begun >= from.after && hasEnded) least[kind] += found;
    most[kind] += ended === null && !isDoubtful ? items : found;
  }
  return { least, most };
}

/** Whether the number of records between the readings is known to one. */
export function isExact({ least, most }: Charges): boolean {
  return PRICE_KINDS.every((kind) => least[kind] === most[kind]);
}

/** The kinds of which records may have been found. */
export function kindsOf({ most }: Charges): PriceKind[] {
  return PRICE_KINDS.filter((kind) => most[kind] > 0);
}

/** Whether a request cannot have been charged between two readings. */
export function isOutside(
  { begun, ended }: ChargeableRequest,
  from: BalanceReading,
  to: BalanceReading,
): boolean {
  return begun >= to.after || (ended !== null && ended <= from.before);
}

/** The plan that renews with the month (spec, "Plans and credits"). */
export const FREE_PLAN = 'Grátis';
/** How the spec's table and its other sentences write it. */
const FREE_PLANS: ReadonlySet<string> = new Set([FREE_PLAN, 'Grátis (Free)', 'Free']);

/** Whether the plan is the one without overage (spec, "Plans and credits"). */
export function isFreePlan(plan: string): boolean {
  return FREE_PLANS.has(plan.normalize('NFC'));
}

/** The month of a moment (epoch ms, UTC). */
export function monthOf(at: number): string {
  return new Date(at).toISOString().slice(0, 7);
}
