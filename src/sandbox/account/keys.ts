import type { RefusalName } from '../faults/refusals.js';

/** The key that `confere sandbox` shows. */
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
export function keyRefusal(key: string | undefined): RefusalName | undefined {
  if (key === undefined || key === '') return 'missing-key';
  const known = KEYS.find((candidate) => candidate.key === key);
  return known === undefined ? 'unknown-key' : known.refused;
}
