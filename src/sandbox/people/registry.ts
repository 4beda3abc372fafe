import { isMei } from './firms.js';
import { hash } from './random.js';
import { isKnownTest } from '../faults/test-identifiers.js';

/** About this share of identifiers is in no registry. */
const MISSING_SHARE = 0.12;

/** Whether a lookup of the identifier finds a record; decided by identifier and seed alone. */
export function isKnown(id: string, seed: number): boolean {
  const test = isKnownTest(id);
  if (test !== undefined) return test;
  if (isBranch(id) && isMei(id.slice(0, 8), seed)) return false;
  return hash(seed, 'known', id) / 2 ** 32 >= MISSING_SHARE;
}

const isBranch = (id: string) => id.length === 14 && id.slice(8, 12) !== '0001';
