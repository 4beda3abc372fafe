import { createHash } from 'node:crypto';
import type { Place } from '../errors/config.js';
import { UsageError } from '../errors.js';

/** @throws UsageError that names the place, never the key, if the key is not valid in an HTTP header */
export function requireKey(key: string, place: Place): string {
  if (key === '') throw new UsageError('no_api_key', { place });
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new UsageError('bad_api_key', { place });
}

/** A short hash that distinguishes keys without revealing them. */
export function fingerprint(apiKey: string): string {
  return createHash('sha256').update(apiKey).digest('hex').slice(0, 12);
}
