import type { IdentifierKind } from '../../identifiers/index.js';
import type { LookupWay } from '../operations/lookups.js';
import type { UptimeMark } from '../types.js';

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
