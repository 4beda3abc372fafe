import type { Place } from '../errors/config.js';
import { UsageError } from '../errors.js';

/** @throws UsageError naming the place, never the key, when no header could carry it */
export function requireKey(key: string, place: Place): string {
  if (key === '') throw new UsageError('no_api_key', { place });
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new UsageError('bad_api_key', { place });
}
