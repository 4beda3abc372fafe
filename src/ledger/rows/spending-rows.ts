import type { IdentifierKind } from '../../identifiers/index.js';
import type { Claim, ChargeableRequest, PriceKind, Prices } from '../operations/balances.js';
import type {
  DailySpending,
  DatedRequest,
  HitRate,
  HitRates,
  SpendingBatch,
} from '../operations/spending.js';
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

/** The batches by their numbers. */
export function toSpendingBatches(rows: readonly Row[]): ReadonlyMap<number, SpendingBatch> {
  return new Map(
    rows.map(({ num, id, file, created_at: createdAt }) => [
      num as number,
      { id: id as string, file: file as string, createdAt: createdAt as number },
    ]),
  );
}

/** An account and the fingerprints of its keys. */
export interface AccountKeys {
  readonly account: string;
  readonly keys: string[];
}

export function toAccountKeys(rows: readonly Row[]): AccountKeys[] {
  const keys = new Map<string, string[]>();
  for (const { account, key_fingerprint: key } of rows)
    keys.set(account as string, [...(keys.get(account as string) ?? []), key as string]);
  return Array.from(keys, ([account, own]) => ({ account, keys: own }));
}

export function toDatedRequest(row: Row): DatedRequest {
  return {
    kind: row['kind'] as PriceKind,
    begun: row['begun'] as number,
    ended: row['ended'] as number | null,
    at: row['at'] as number,
    found: Number(row['found']),
    atRisk: Number(row['at_risk']),
  };
}

/** A row for each kind that has any. */
export function toHitRates(rows: readonly Row[]): HitRates {
  const none: HitRate = { answered: 0, found: 0 };
  const known = rows.map(({ kind, found, answered }) => [
    kind as IdentifierKind,
    { answered: Number(answered), found: Number(found) },
  ]);
  return { cpf: none, cnpj: none, ...(Object.fromEntries(known) as Partial<HitRates>) };
}

export function toDaily(row: Row, batches: ReadonlyMap<number, SpendingBatch>): DailySpending {
  return {
    day: (row['day'] as number) * DAY,
    kind: row['kind'] as PriceKind,
    keyFingerprint: row['key_fingerprint'] as string,
    source: row['source'] as DailySpending['source'],
    batch: batches.get(row['num'] as number) ?? null,
    found: Number(row['found']),
    atRisk: Number(row['at_risk']),
    givenUp: Number(row['given_up']),
    saved: Number(row['saved']),
  };
}

export function toRequest(row: Row): ChargeableRequest {
  return {
    kind: row['kind'] as PriceKind,
    begun: row['begun'] as number,
    ended: row['ended'] as number | null,
    endedAt: row['ended_at'] as number | null,
    found: row['found'] as number,
    items: row['items'] as number,
    isDoubtful: row['doubtful'] === 1,
  };
}
