import { randomBytes } from 'node:crypto';
import type { RefusalName } from './refusals.js';
import type { Database } from './state.js';

/**
 * The keys of the sandbox (spec, "Authentication"), by what follows the account's first key, and the answer to every
 * request with each; null: it works. All belong to one account.
 */
export const KEYS: Readonly<Record<string, RefusalName | null>> = {
  '': null,
  // Other jobs, and a rate limit of its own.
  '-2': null,
  '-replaced': 'replaced-key',
  '-suspended': 'suspended-key',
  '-inactive': 'inactive-user',
  '-blocked': 'blocked-account',
};

/** A key that no web page and no other user of the machine can guess. */
export const randomKey = (): string => `sandbox-${randomBytes(15).toString('hex')}`;

const firstKey = (db: Database): string =>
  (db.prepare('SELECT key FROM account').get() as { key: string }).key;

/** Why a key is refused; undefined if it works. */
export function keyRefusal(db: Database, key: string | undefined): RefusalName | undefined {
  if (key === undefined || key === '') return 'missing-key';
  const replacement = replacementOf(db, key);
  if (replacement !== undefined) return replacement === null ? undefined : 'replaced-key';
  const first = firstKey(db);
  const suffix = Object.keys(KEYS).find((each) => first + each === key);
  return suffix === undefined ? 'unknown-key' : (KEYS[suffix] ?? undefined);
}

/** The key that replaced this one; null if none did; undefined for a key that no replacement made or ended. */
function replacementOf(db: Database, key: string): string | null | undefined {
  const row = db.prepare('SELECT replaced_by FROM keys WHERE key = ?').get(key);
  return row?.['replaced_by'] as string | null | undefined;
}

/** The newest replacement of the first key: what `confere sandbox` shows. */
export function shownKey(db: Database): string {
  let key = firstKey(db);
  for (;;) {
    const next = replacementOf(db, key);
    if (next === undefined || next === null) return key;
    key = next;
  }
}

/** The suffix `-2` belongs to another key of the account. */
const FIRST_REPLACEMENT = 3;

/**
 * Replaces the shown key and returns the new one: the old one is refused, and its jobs belong to nobody that
 * works (spec, "Authentication"). The caller holds a transaction.
 */
export function replaceKey(db: Database): string {
  const old = shownKey(db);
  const { made } = db
    .prepare('SELECT count(*) AS made FROM keys WHERE replaced_by IS NOT NULL')
    .get() as { made: number };
  const key = `${firstKey(db)}-${FIRST_REPLACEMENT + made}`;
  db.prepare('INSERT INTO keys VALUES (?, NULL)').run(key);
  const replace =
    'INSERT INTO keys VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET replaced_by = excluded.replaced_by';
  db.prepare(replace).run(old, key);
  return key;
}
