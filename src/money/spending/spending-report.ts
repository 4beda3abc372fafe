import type { PriceKind, Prices } from '../../ledger/index.js';
import type { DatedCharge } from './compare-course.js';
import type { FallenCount } from './fallen-count.js';
import type {
  LedgerSpending,
  SpendingAccount,
  SpendingOwner,
  PricedSpending,
} from './ledger-spending.js';
import {
  exactCredits,
  isWithin,
  sumOf,
  type Days,
  type Grouping,
  type Sums,
  type GroupKey,
} from './sums.js';
import { PRICE_KINDS } from '../book.js';

/** How the service's own count agrees with ours. `used = charged + unconfirmed + others - fewer`, in credits. */
export interface AccountAgreement {
  readonly owner: SpendingOwner;
  readonly account: string;
  readonly prices: Prices;
  /** From the first to the last moment that was compared (epoch ms); null where nothing could be. */
  readonly span: { readonly from: number; readonly to: number } | null;
  /** What the service counted in that time. */
  readonly used: number;
  readonly charged: number;
  readonly unconfirmed: number;
  readonly others: number;
  readonly fewer: number;
  /** Charges of ours before the first reading, and where a billing period may have begun between two. */
  readonly notCompared: number;
  /** Charges of ours after the last reading. */
  readonly sinceReading: number;
  /** Where the service's count fell. */
  readonly fallen: readonly FallenCount[];
}

/** A price that the sums rest on although nothing proves it yet. */
export interface AssumedPrice {
  readonly kind: PriceKind;
  /** Credits of a found record. */
  readonly price: number;
}

export interface SpendingReport {
  readonly by: Grouping;
  readonly days: Days;
  readonly groups: readonly SpendingGroup[];
  readonly total: Sums;
  readonly assumedPrices: readonly AssumedPrice[];
  readonly accounts: readonly AccountAgreement[];
}

/** Adds up what these ledgers know, in groups. */
export function spendingReport(
  ledgers: readonly LedgerSpending[],
  by: Grouping,
  days: Days,
): SpendingReport {
  const { groups, total } = groupSpending(ledgers, by, days);
  const accounts = ledgers.flatMap(({ owner, accounts: all }) =>
    all.map((account) => agreementOf(owner, account, days)),
  );
  return { by, days, groups, total, assumedPrices: assumedIn(ledgers, days), accounts };
}

function assumedIn(ledgers: readonly LedgerSpending[], days: Days): AssumedPrice[] {
  const assumed = new Map<string, AssumedPrice>();
  for (const { day, kind, price, isAssumed, found } of ledgers.flatMap((one) => one.spending))
    if (isAssumed && found > 0 && isWithin(day, days))
      assumed.set(`${kind} ${price}`, { kind, price });
  return [...assumed.values()];
}

function agreementOf(
  owner: SpendingOwner,
  { account, prices, course }: SpendingAccount,
  days: Days,
): AccountAgreement {
  const within = <T extends { readonly at: number }>(all: readonly T[]) =>
    all.filter(({ at }) => isWithin(at, days));
  const seen = within(course.differences);
  const creditsOf = (all: readonly DatedCharge[]) => sumOf(within(all), ({ credits }) => credits);
  const charged = creditsOf(course.compared);
  const notCompared = creditsOf(course.notCompared);
  const sinceReading = creditsOf(course.sinceReading);
  const unconfirmed = sumOf(seen, (one) => one.unconfirmed);
  const others = sumOf(seen, (one) => one.others);
  const fewer = sumOf(seen, (one) => one.fewer);
  const used = exactCredits(charged + unconfirmed + others - fewer);
  const span = clipped(course.span, days);
  const parts = { used, charged, unconfirmed, others, fewer, notCompared, sinceReading };
  return { owner, account, prices, span, ...parts, fallen: within(course.fallen) };
}

function clipped(span: AccountAgreement['span'], { since, until }: Days): AccountAgreement['span'] {
  if (span === null || span.from >= until || span.to < since) return null;
  return { from: Math.max(span.from, since), to: Math.min(span.to, until - 1) };
}

interface SpendingGroup extends Sums {
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
