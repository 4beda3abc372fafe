import { createHash } from 'node:crypto';

/** Tells keys apart without being one: nothing to call the service with. */
export function fingerprint(apiKey: string): string {
  return createHash('sha256').update(apiKey).digest('hex').slice(0, 12);
}
