import { hash } from './random.js';
import { isKnownTest } from './test-identifiers.js';

/** About this share of identifiers is in no registry. */
const MISSING_SHARE = 0.12;

/** Whether a lookup of the identifier finds a record; decided by identifier and seed alone. */
export function isKnown(id: string, seed: number): boolean {
  return isKnownTest(id) ?? hash(seed, 'known', id) / 2 ** 32 >= MISSING_SHARE;
}
