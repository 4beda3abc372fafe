import type { ChargeableRequest, PriceKind } from '../operations/balances.js';
import type { Row } from './row.js';

export function toRequest(row: Row): ChargeableRequest {
  return {
    kind: row['kind'] as PriceKind,
    begun: row['begun'] as number,
    ended: row['ended'] as number | null,
    found: row['found'] as number,
    items: row['items'] as number,
    isDoubtful: row['doubtful'] === 1,
  };
}
