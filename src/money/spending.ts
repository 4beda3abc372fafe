import {
  PRICE_KINDS,
  type AccountTerms,
  type DailySpending,
  type Ledger,
  type OtherCharges,
  type PriceKind,
  type SpendingBatch,
} from '../ledger/index.js';
import { roundCreditSum, resolvePrices } from './book.js';

export interface SpendingOwner {
  readonly profile: string;
  /** Null for the embedded sandbox. */
  readonly baseUrl: string | null;
}

interface PricedSpending extends DailySpending {
  readonly price: number;
}

/** The charges and savings of one ledger. */
export interface LedgerSpending {
  readonly owner: SpendingOwner;
  readonly spending: readonly PricedSpending[];
  readonly otherCharges: readonly OtherCharges[];
}

/** Reads the charges and savings of a ledger: requests at the price of each request, savings at the present price. */
export async function readSpending(
  ledger: Ledger,
  owner: SpendingOwner,
  terms?: AccountTerms,
): Promise<LedgerSpending> {
  const prices = resolvePrices(terms);
  const all = await ledger.readDailySpending();
  const spending = all.map((one) =>
    Object.assign({}, one, { price: one.price ?? prices[one.kind] }),
  );
  return { owner, spending, otherCharges: await ledger.readOtherCharges() };
}

export type Grouping = 'month' | 'day' | 'batch' | 'kind' | 'profile';

/** The property that the requests of a group share. Months and days are of UTC. */
export type GroupKey =
  | { readonly of: 'month' | 'day'; readonly name: string }
  | { readonly of: 'kind'; readonly kind: PriceKind }
  | ({ readonly of: 'profile' } & SpendingOwner)
  | { readonly of: 'batch'; readonly batch: SpendingBatch }
  | { readonly of: 'lookups' | 'deleted' };

/** Sums of a group, in credits; `found` counts records. */
export interface Sums {
  readonly found: number;
  readonly charged: number;
  /** Charges of the account beyond our own records. They belong to days and ledgers, not to a batch or a kind. */
  readonly otherCharges: number;
  /** The cost of identifiers that a stored record answered instead of the service. */
  readonly saved: number;
  /** The worst case of requests whose outcome is unknown and not decided yet. */
  readonly atRisk: number;
  /** The worst case of unconfirmed requests that the user gave up or had sent again. */
  readonly possiblyCharged: number;
}

/** A period of whole UTC days, from the moment `since` to just before `until` (epoch ms). */
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

/** Groups and sums the requests of several ledgers within `days`. */
export function buildSpendingReport(
  ledgers: readonly LedgerSpending[],
  grouping: Grouping,
  days: Days,
): SpendingReport {
  const groups = new Map<string, OpenGroup>();
  const totalGroup: OpenGroup = { spending: [], otherCredits: 0 };
  const isInPeriod = ({ day }: { readonly day: number }) => day >= days.since && day < days.until;
  const findOrAddGroup = (key: GroupKey): OpenGroup => {
    const group = groups.get(buildSortKey(key)) ?? { key, spending: [], otherCredits: 0 };
    groups.set(buildSortKey(key), group);
    return group;
  };
  for (const { owner, spending, otherCharges } of ledgers) {
    for (const one of spending.filter(isInPeriod)) {
      findOrAddGroup(buildGroupKey(one, grouping, owner)).spending.push(one);
      totalGroup.spending.push(one);
    }
    for (const one of otherCharges.filter(isInPeriod)) {
      if (grouping !== 'batch' && grouping !== 'kind')
        findOrAddGroup(buildOwnerKey(one, grouping, owner)).otherCredits += one.credits;
      totalGroup.otherCredits += one.credits;
    }
  }
  const sorted = [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    by: grouping,
    days,
    total: sumGroup(totalGroup),
    groups: sorted.flatMap(([, group]) =>
      group.key === undefined ? [] : [{ key: group.key, ...sumGroup(group) }],
    ),
  };
}

/** A group to which requests and charges are added. */
interface OpenGroup {
  readonly key?: GroupKey;
  readonly spending: PricedSpending[];
  /** Credits. */
  otherCredits: number;
}

function sumGroup({ spending, otherCredits }: OpenGroup): Sums {
  const sum = (countRecords: (one: PricedSpending) => number) =>
    sumRounded(spending, (one) => countRecords(one) * one.price);
  return {
    found: spending.reduce((found, one) => found + one.found, 0),
    charged: sum(({ found }) => found),
    otherCharges: roundCreditSum(otherCredits),
    saved: sum(({ saved }) => saved),
    atRisk: sum(({ atRisk }) => atRisk),
    possiblyCharged: sum(({ givenUp }) => givenUp),
  };
}

export function sumRounded<T>(all: readonly T[], readValue: (one: T) => number): number {
  return roundCreditSum(all.reduce((sum, one) => sum + readValue(one), 0));
}

function buildGroupKey(one: PricedSpending, grouping: Grouping, owner: SpendingOwner): GroupKey {
  switch (grouping) {
    case 'kind':
      return { of: 'kind', kind: one.kind };
    case 'batch':
      if (one.batch !== null) return { of: 'batch', batch: one.batch };
      return { of: one.source === 'lookups' ? 'lookups' : 'deleted' };
    case 'profile':
    case 'month':
    case 'day':
      return buildOwnerKey(one, grouping, owner);
  }
}

function buildOwnerKey(
  { day }: { readonly day: number },
  grouping: 'profile' | 'month' | 'day',
  owner: SpendingOwner,
): GroupKey {
  if (grouping === 'profile') return { of: 'profile', ...owner };
  return {
    of: grouping,
    name: new Date(day).toISOString().slice(0, grouping === 'month' ? 7 : 10),
  };
}

/** Builds the text by which groups are sorted: batches by age, after them single lookups and deleted batches. */
function buildSortKey(key: GroupKey): string {
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
