import type { IdentifierKind } from '../../identifiers/index.js';
import type { LookupWay } from '../operations/lookups.js';
import type { UptimeMark } from '../types.js';
import { toMark, type Row } from './row.js';
import type { UnshownRecord } from '../operations/records.js';

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
  /** When its outcome became unknown, in the uptime of the machine that noted it. */
  readonly unknownSince: UptimeMark | null;
  readonly begunTick: number;
  readonly keyFingerprint: string;
}

/** How a lookup ended. */
export type LookupEnd = 'found' | 'free' | 'given_up';

/** The open lookup of an identifier that a planned job of a batch has. */
export interface OpenInPlan extends OpenLookup {
  readonly batch: number;
  readonly job: number;
}

export function toOpenInPlan(row: Row): OpenInPlan {
  return { ...toOpen(row), batch: row['batch'] as number, job: row['job'] as number };
}

/** How a lookup stands, and the session that made it. */
export interface LookupState {
  readonly state: OpenLookup['state'] | LookupEnd;
  readonly holder: string;
  readonly verdict: string | null;
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
    unknownSince: toMark(row),
    begunTick: row['begun_tick'] as number,
    keyFingerprint: row['key_fingerprint'] as string,
  };
}

/** A record of a single lookup that was paid for, and who asked for it. */
export interface PaidRecord {
  readonly num: number;
  readonly holder: string;
  readonly isShown: boolean;
  readonly record: UnshownRecord;
}

export function toPaidRecord(row: Row): PaidRecord {
  return {
    num: row['num'] as number,
    holder: row['holder'] as string,
    isShown: row['shown_at'] !== null,
    record: toRecord(row),
  };
}

function toRecord(row: Row): UnshownRecord {
  return {
    fetchedAt: row['fetched_at'] as number,
    data: JSON.parse(row['data'] as string) as Record<string, unknown>,
    unshown: row['num'] as number,
  };
}
