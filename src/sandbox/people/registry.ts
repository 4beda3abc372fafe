import { isMei } from './firms.js';
import { hash } from './random.js';
import { isKnownTest } from '../faults/test-identifiers.js';

/** The approximate share of identifiers that are not found. */
const MISSING_SHARE = 0.12;

/** Whether a lookup finds a record. Only the identifier and the seed decide. */
export function isKnown(id: string, seed: number): boolean {
  const test = isKnownTest(id);
  if (test !== undefined) return test;
  if (isBranch(id) && isMei(id.slice(0, 8), seed)) return false;
  return hash(seed, 'known', id) / 2 ** 32 >= MISSING_SHARE;
}

const isBranch = (id: string) => id.length === 14 && id.slice(8, 12) !== '0001';
