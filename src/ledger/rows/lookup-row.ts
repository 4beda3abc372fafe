import type { IdentifierKind } from '../../identifiers/index.js';
import type { LookupWay } from '../operations/lookups.js';
import type { Row } from './row.js';

/** A lookup that has no answer: being asked, or doubtful. */
export interface OpenLookup {
  readonly num: number;
  readonly kind: IdentifierKind;
  readonly id: string;
  readonly way: LookupWay;
  readonly holder: string;
  readonly state: 'asking' | 'doubtful';
  readonly verdict: string | null;
  readonly begunAt: number;
  readonly doubtedAt: number | null;
  readonly begunTick: number;
  readonly keyFingerprint: string;
}

export function toOpen(row: Row): OpenLookup {
  return {
    num: row['num'] as number,
    kind: row['kind'] as IdentifierKind,
    id: row['id'] as string,
    way: row['way'] as LookupWay,
    holder: row['holder'] as string,
    state: row['state'] as OpenLookup['state'],
    verdict: row['verdict'] as string | null,
    begunAt: row['begun_at'] as number,
    doubtedAt: row['doubted_at'] as number | null,
    begunTick: row['begun_tick'] as number,
    keyFingerprint: row['key_fingerprint'] as string,
  };
}
