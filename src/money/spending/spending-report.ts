import type { PriceKind, Prices } from '../../ledger/index.js';
import type { DatedCharge } from './compare-course.js';
import type { FallenCount } from './fallen-count.js';
import { groupSpending, type SpendingGroup } from './group-spending.js';
import type { LedgerSpending, SpendingAccount, SpendingOwner } from './ledger-spending.js';
import { exactCredits, isWithin, sumOf, type Days, type Grouping, type Sums } from './sums.js';

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
