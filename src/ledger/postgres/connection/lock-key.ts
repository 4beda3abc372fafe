import { createHash } from 'node:crypto';

/** The number of the advisory lock of a ledger within its database, made of the name of its schema. */
export function lockKey(schema: string): string {
  const hash = createHash('sha256').update(`confere ledger ${schema}`).digest();
  return hash.readBigInt64BE(0).toString();
}
