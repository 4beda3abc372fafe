import type { IdentifierKind } from '../identifiers/index.js';
import type { Db } from './db.js';

/** The kinds of requests, whose records differ in price (spec, "Costs"). */
export type PriceKind = 'cpf' | 'cnpj' | 'realtime';

export const PRICE_KINDS: readonly PriceKind[] = ['cpf', 'cnpj', 'realtime'];

/** Credits of a found record, by kind. */
export type Prices = Readonly<Record<PriceKind, number>>;

/** A number of records of one kind and price: they count against a limit, or a removal says what they had cost. */
export interface Claim {
  readonly kind: PriceKind;
  /** Credits of each record, at the price with which its request was sent; null where only the kind is known. */
  readonly price: number | null;
  readonly records: number;
}

/** Amounts of credits that differ by less are equal, because a sum of fractions is not exact. */
export const TOLERANCE = 1e-6;

/** Returns the credits of all claims. `prices` are used for claims of which only the kind is known. */
export function sumCredits(claims: readonly Claim[], prices: Prices): number {
  return claims.reduce(
    (sum, { kind, price, records }) => sum + records * (price ?? prices[kind]),
    0,
  );
}

/** Returns one claim for each kind and price. */
export function mergeClaims(claims: readonly Claim[]): Claim[] {
  const merged = new Map<string, Claim>();
  for (const claim of claims) {
    const key = `${claim.kind} ${String(claim.price)}`;
    const records = claim.records + (merged.get(key)?.records ?? 0);
    merged.set(key, { ...claim, records });
  }
  return [...merged.values()];
}

/** Prices (credits) of real-time lookups, by the moment (epoch ms) at which each found its record. */
export type RealtimePrices = ReadonlyMap<number, number>;

export async function readRealtimePrices(db: Db): Promise<RealtimePrices> {
  const rows: { at: number; price: number }[] = await db.all(
    "SELECT fetched_at AS at, price FROM lookups WHERE way = 'realtime' AND fetched_at IS NOT NULL",
  );
  return new Map(rows.map(({ at, price }) => [at, price]));
}

/** A record that no job found. `single`: 1 if a simple lookup found it (the name of the column). */
interface LookedUpRecord {
  readonly kind: IdentifierKind;
  readonly fetchedAt: number;
  readonly single: number;
}

/** Returns what one record had cost. A record does not name its lookup: a real-time one is recognized by its moment. */
export function priceLookedUp(
  { kind, fetchedAt, single }: LookedUpRecord,
  prices: RealtimePrices,
): Claim {
  const isRealtime = single === 0 && kind === 'cpf' && prices.has(fetchedAt);
  const price = isRealtime ? (prices.get(fetchedAt) ?? null) : null;
  return { kind: isRealtime ? 'realtime' : kind, price, records: 1 };
}
