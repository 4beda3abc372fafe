import type { RefusalName } from '../faults/refusals.js';
import type { Database } from '../state.js';

/** The first key that `confere sandbox` shows; later it shows the key that replaced it. */
export const API_KEY = 'sandbox-key';

interface Key {
  readonly key: string;
  /** Its row in the documentation. */
  readonly does: string;
  /** The answer to every request with this key. */
  readonly refused?: RefusalName;
}

/** The keys of the sandbox (spec, "Authentication"). All belong to one account. */
export const KEYS: readonly Key[] = [
  { key: API_KEY, does: 'works' },
  {
    key: 'sandbox-key-2',
    does: 'works; the same account, but other jobs and a rate limit of its own',
  },
  { key: 'sandbox-key-replaced', does: '401 `API Key inativa`', refused: 'replaced-key' },
  { key: 'sandbox-key-suspended', does: '403, code `SUSPENDED_API_KEY`', refused: 'suspended-key' },
  { key: 'sandbox-key-inactive', does: '403 `Usuário inativo. …`', refused: 'inactive-user' },
  { key: 'sandbox-key-blocked', does: '403 `Conta bloqueada. …`', refused: 'blocked-account' },
];

/** Why a key is refused; undefined if it works. */
export function keyRefusal(db: Database, key: string | undefined): RefusalName | undefined {
  if (key === undefined || key === '') return 'missing-key';
  const replacement = replacementOf(db, key);
  if (replacement !== undefined) return replacement === null ? undefined : 'replaced-key';
  const known = KEYS.find((candidate) => candidate.key === key);
  return known === undefined ? 'unknown-key' : known.refused;
}

/** The key that replaced this one; null if none did; undefined for a key that no replacement made or ended. */
function replacementOf(db: Database, key: string): string | null | undefined {
  const row = db.prepare('SELECT replaced_by FROM keys WHERE key = ?').get(key);
  return row?.['replaced_by'] as string | null | undefined;
}

/** The newest replacement of the first key. */
export function shownKey(db: Database): string {
  let key = API_KEY;
  for (;;) {
    const next = replacementOf(db, key);
    if (next === undefined || next === null) return key;
    key = next;
  }
}

/** `sandbox-key-2` is another key of the account. */
const FIRST_REPLACEMENT = 3;

/**
 * Replaces the shown key: from now on the old one is refused, and its jobs belong to nobody that works
 * (spec, "Authentication" and "GET /cpf/bulk/{jobId}"). Returns the new key. The caller must hold a
 * transaction.
 */
export function replaceKey(db: Database): string {
  const old = shownKey(db);
  const { made } = db
    .prepare('SELECT count(*) AS made FROM keys WHERE replaced_by IS NOT NULL')
    .get() as { made: number };
  const key = `sandbox-key-${FIRST_REPLACEMENT + made}`;
  db.prepare('INSERT INTO keys VALUES (?, NULL)').run(key);
  const replace =
    'INSERT INTO keys VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET replaced_by = excluded.replaced_by';
  db.prepare(replace).run(old, key);
  return key;
}
