import type { PriceKind } from '../../ledger/index.js';
import type { LedgerSpending, SpendingOwner, PricedSpending } from './ledger-spending.js';
import {
  exactCredits,
  isWithin,
  type Days,
  type Grouping,
  type Sums,
  type GroupKey,
} from './sums.js';
import { PRICE_KINDS } from '../book.js';

export interface AssumedPrice {
  readonly kind: PriceKind;
  readonly price: number;
}

export interface SpendingReport {
  readonly by: Grouping;
  readonly days: Days;
  readonly groups: readonly SpendingGroup[];
  readonly total: Sums;
  readonly assumedPrices: readonly AssumedPrice[];
}

export function spendingReport(
  ledgers: readonly LedgerSpending[],
  by: Grouping,
  days: Days,
): SpendingReport {
  const { groups, total } = groupSpending(ledgers, by, days);
  return { by, days, groups, total, assumedPrices: assumedIn(ledgers, days) };
}

function assumedIn(ledgers: readonly LedgerSpending[], days: Days): AssumedPrice[] {
  const assumed = new Map<string, AssumedPrice>();
  for (const { day, kind, price, isAssumed, found } of ledgers.flatMap((one) => one.spending))
    if (isAssumed && found > 0 && isWithin(day, days))
      assumed.set(`${kind} ${price}`, { kind, price });
  return [...assumed.values()];
}

export interface SpendingGroup extends Sums {
  readonly key: GroupKey;
}

type Adding = { -readonly [Name in keyof Sums]: number };

interface Open {
  readonly key: GroupKey;
  readonly order: string;
  readonly sums: Adding;
}

function groupSpending(
  ledgers: readonly LedgerSpending[],
  by: Grouping,
  days: Days,
): { readonly groups: readonly SpendingGroup[]; readonly total: Sums } {
  const total = noSums();
  const open = new Map<string, Open>();
  const sumsOf = (key: GroupKey): Adding => {
    const order = orderOf(key);
    const known = open.get(order) ?? { key, order, sums: noSums() };
    open.set(order, known);
    return known.sums;
  };
  for (const { owner, spending } of ledgers)
    for (const one of spending.filter(({ day }) => isWithin(day, days)))
      for (const sums of [total, sumsOf(keyOf(one, by, owner))]) add(sums, one);
  const groups = [...open.values()].toSorted((a, b) => (a.order < b.order ? -1 : 1));
  return { groups: groups.map(({ key, sums }) => ({ key, ...exact(sums) })), total: exact(total) };
}

function noSums(): Adding {
  return { found: 0, charged: 0, assumed: 0, saved: 0, atRisk: 0, possiblyCharged: 0 };
}

function add(sums: Adding, one: PricedSpending): void {
  const { price } = one;
  sums.found += one.found;
  sums.charged += one.found * price;
  if (one.isAssumed) sums.assumed += one.found * price;
  sums.saved += one.saved * price;
  sums.atRisk += one.atRisk * price;
  sums.possiblyCharged += one.givenUp * price;
}

function exact({ found, charged, assumed, saved, atRisk, possiblyCharged }: Sums): Sums {
  return {
    found,
    charged: exactCredits(charged),
    assumed: exactCredits(assumed),
    saved: exactCredits(saved),
    atRisk: exactCredits(atRisk),
    possiblyCharged: exactCredits(possiblyCharged),
  };
}

function keyOf(one: PricedSpending, by: Grouping, owner: SpendingOwner): GroupKey {
  switch (by) {
    case 'kind':
      return { of: 'kind', kind: one.kind };
    case 'profile':
      return { of: 'profile', ...owner };
    case 'batch':
      return one.batch === null
        ? { of: one.source === 'lookups' ? 'lookups' : 'deleted' }
        : { of: 'batch', batch: one.batch };
    case 'month':
    case 'day':
      return { of: by, name: new Date(one.day).toISOString().slice(0, by === 'month' ? 7 : 10) };
  }
}

/** Batches by age, then what is no batch any more. */
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
