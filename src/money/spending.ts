import {
  PRICE_KINDS,
  type AccountTerms,
  type DailySpending,
  type Ledger,
  type OtherCharges,
  type PriceKind,
  type SpendingBatch,
} from '../ledger/index.js';
import { exactCredits, pricesOf } from './book.js';

export interface SpendingOwner {
  readonly profile: string;
  /** Null for the embedded sandbox. */
  readonly baseUrl: string | null;
}

interface PricedSpending extends DailySpending {
  readonly price: number;
}

/** What one ledger knows of what was spent. */
export interface LedgerSpending {
  readonly owner: SpendingOwner;
  readonly spending: readonly PricedSpending[];
  readonly others: readonly OtherCharges[];
}

/** Each request at the price that it was sent at, and what was saved at the price of now. */
export async function spendingOf(
  ledger: Ledger,
  owner: SpendingOwner,
  terms?: AccountTerms,
): Promise<LedgerSpending> {
  const prices = pricesOf(terms);
  const all = await ledger.readDailySpending();
  const spending = all.map((one) =>
    Object.assign({}, one, { price: one.price ?? prices[one.kind] }),
  );
  return { owner, spending, others: await ledger.readOtherCharges() };
}

export type Grouping = 'month' | 'day' | 'batch' | 'kind' | 'profile';

/** What a group has in common. Months and days are of UTC. */
export type GroupKey =
  | { readonly of: 'month' | 'day'; readonly name: string }
  | { readonly of: 'kind'; readonly kind: PriceKind }
  | ({ readonly of: 'profile' } & SpendingOwner)
  | { readonly of: 'batch'; readonly batch: SpendingBatch }
  | { readonly of: 'lookups' | 'deleted' };

/** Credits but for `found`. */
export interface Sums {
  readonly found: number;
  readonly charged: number;
  /** What the account was charged besides; it belongs to days and ledgers, and to no batch or kind. */
  readonly otherCharges: number;
  /** What the records of the ledger would have cost that answered instead of the service. */
  readonly saved: number;
  /** What may have been charged besides, while nothing is decided about it. */
  readonly atRisk: number;
  /** What may have been charged in requests that the user gave up, or had sent again. */
  readonly possiblyCharged: number;
}

/** Epoch ms, without the end. */
export interface Days {
  readonly since: number;
  readonly until: number;
}

export interface SpendingGroup extends Sums {
  readonly key: GroupKey;
}

export interface SpendingReport {
  readonly by: Grouping;
  readonly days: Days;
  readonly groups: readonly SpendingGroup[];
  readonly total: Sums;
}

export function spendingReport(
  ledgers: readonly LedgerSpending[],
  by: Grouping,
  days: Days,
): SpendingReport {
  const groups = new Map<string, GroupedPieces>();
  const whole: GroupedPieces = { all: [], others: 0 };
  const isIn = ({ day }: { readonly day: number }) => day >= days.since && day < days.until;
  const groupOf = (key: GroupKey): GroupedPieces => {
    const group = groups.get(orderOf(key)) ?? { key, all: [], others: 0 };
    groups.set(orderOf(key), group);
    return group;
  };
  for (const { owner, spending, others } of ledgers) {
    for (const one of spending.filter(isIn)) {
      groupOf(keyOf(one, by, owner)).all.push(one);
      whole.all.push(one);
    }
    for (const one of others.filter(isIn)) {
      if (by !== 'batch' && by !== 'kind')
        groupOf(ownerKeyOf(one, by, owner)).others += one.credits;
      whole.others += one.credits;
    }
  }
  const sorted = [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    by,
    days,
    total: sumsOf(whole),
    groups: sorted.flatMap(([, group]) =>
      group.key === undefined ? [] : [{ key: group.key, ...sumsOf(group) }],
    ),
  };
}

interface GroupedPieces {
  readonly key?: GroupKey;
  readonly all: PricedSpending[];
  /** Credits. */
  others: number;
}

function sumsOf({ all, others }: GroupedPieces): Sums {
  const sum = (of: (one: PricedSpending) => number) => sumOf(all, (one) => of(one) * one.price);
  return {
    found: all.reduce((found, one) => found + one.found, 0),
    charged: sum(({ found }) => found),
    otherCharges: exactCredits(others),
    saved: sum(({ saved }) => saved),
    atRisk: sum(({ atRisk }) => atRisk),
    possiblyCharged: sum(({ givenUp }) => givenUp),
  };
}

export function sumOf<T>(all: readonly T[], of: (one: T) => number): number {
  return exactCredits(all.reduce((sum, one) => sum + of(one), 0));
}

function keyOf(one: PricedSpending, by: Grouping, owner: SpendingOwner): GroupKey {
  switch (by) {
    case 'kind':
      return { of: 'kind', kind: one.kind };
    case 'batch':
      if (one.batch !== null) return { of: 'batch', batch: one.batch };
      return { of: one.source === 'lookups' ? 'lookups' : 'deleted' };
    case 'profile':
    case 'month':
    case 'day':
      return ownerKeyOf(one, by, owner);
  }
}

function ownerKeyOf(
  { day }: { readonly day: number },
  by: 'profile' | 'month' | 'day',
  owner: SpendingOwner,
): GroupKey {
  if (by === 'profile') return { of: 'profile', ...owner };
  return { of: by, name: new Date(day).toISOString().slice(0, by === 'month' ? 7 : 10) };
}

/** Groups are shown in this order: batches by age, then what is no batch any more. */
function orderOf(key: GroupKey): string {
  switch (key.of) {
    case 'kind':
      return String(PRICE_KINDS.indexOf(key.kind));
    case 'profile':
      return `${key.profile}\n${key.baseUrl ?? ''}`;
    case 'batch':
      return `${new Date(key.batch.createdAt).toISOString()} ${key.batch.id}`;
    case 'lookups':
    case 'deleted':
      return `~${key.of}`;
    case 'month':
    case 'day':
      return key.name;
  }
}
