import { PRICE_KINDS } from '../book.js';
import type { LedgerSpending, PricedSpending, SpendingOwner } from './ledger-spending.js';
import {
  exactCredits,
  isWithin,
  type Days,
  type GroupKey,
  type Grouping,
  type Sums,
} from './sums.js';

export interface SpendingGroup extends Sums {
  readonly key: GroupKey;
}

type Adding = { -readonly [Name in keyof Sums]: number };

interface Open {
  readonly key: GroupKey;
  /** Groups are shown in this order, compared as text. */
  readonly order: string;
  readonly sums: Adding;
}

/** The groups in their order, and the sums of all. What others spent belongs to no batch and to no kind. */
export function groupSpending(
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
  for (const { owner, spending, accounts } of ledgers) {
    for (const one of spending.filter(({ day }) => isWithin(day, days)))
      for (const sums of [total, sumsOf(keyOf(one, by, owner))]) add(sums, one);
    for (const { at, others } of accounts.flatMap(({ course }) => course.differences)) {
      if (others === 0 || !isWithin(at, days)) continue;
      total.others += others;
      const key = keyOfOthers(at, by, owner);
      if (key !== undefined) sumsOf(key).others += others;
    }
  }
  const groups = [...open.values()].toSorted((a, b) => (a.order < b.order ? -1 : 1));
  return { groups: groups.map(({ key, sums }) => ({ key, ...exact(sums) })), total: exact(total) };
}

function noSums(): Adding {
  return { found: 0, charged: 0, assumed: 0, saved: 0, atRisk: 0, possiblyCharged: 0, others: 0 };
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

function exact(sums: Sums): Sums {
  const { found, charged, assumed, saved, atRisk, possiblyCharged, others } = sums;
  return {
    found,
    ...{
      charged: exactCredits(charged),
      assumed: exactCredits(assumed),
      saved: exactCredits(saved),
    },
    ...{ atRisk: exactCredits(atRisk), possiblyCharged: exactCredits(possiblyCharged) },
    others: exactCredits(others),
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
      return timeKey(one.day, by);
  }
}

function keyOfOthers(at: number, by: Grouping, owner: SpendingOwner): GroupKey | undefined {
  if (by === 'kind' || by === 'batch') return undefined;
  return by === 'profile' ? { of: 'profile', ...owner } : timeKey(at, by);
}

function timeKey(at: number, of: 'month' | 'day'): GroupKey {
  return { of, name: new Date(at).toISOString().slice(0, of === 'month' ? 7 : 10) };
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
