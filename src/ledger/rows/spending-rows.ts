import type { Claim, PriceKind, Prices } from '../operations/balances.js';
import type { Row } from './row.js';

/** Milliseconds of a UTC day. */
export const DAY = 86_400_000;

export const PRICE_KINDS: readonly PriceKind[] = ['cpf', 'cnpj', 'realtime'];

/** Differences below this come from adding fractions: credits may be fractional (1.5 for a real-time lookup). */
export const TOLERANCE = 1e-6;

/** A row that counts `n` records of a `kind` at a `price`. */
export function toClaim(row: Row): Claim {
  const price = row['price'];
  return {
    kind: row['kind'] as PriceKind,
    price: price == null ? null : Number(price),
    records: Number(row['n']),
  };
}

/** Credits of these records. */
export function creditsOf(claims: readonly Claim[], unpriced: Prices): number {
  return claims.reduce(
    (sum, { kind, price, records }) => sum + records * (price ?? unpriced[kind]),
    0,
  );
}
