import { createHash } from 'node:crypto';

/** A short hash that distinguishes keys without revealing them. */
export function fingerprint(apiKey: string): string {
  return createHash('sha256').update(apiKey).digest('hex').slice(0, 12);
}
