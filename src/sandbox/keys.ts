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

interface Held {
  /** The account's first key. */
  readonly key: string;
  /** How often the key was replaced. */
  readonly replaced: number;
}

const held = (db: Database): Held =>
  db.prepare('SELECT key, replaced FROM account').get() as unknown as Held;

/** The suffix `-2` belongs to another key of the account. */
const replacement = (key: string, times: number) => (times === 0 ? key : `${key}-${times + 2}`);

/** Why a key is refused; undefined if it works. */
export function keyRefusal(db: Database, key: string | undefined): RefusalName | undefined {
  if (key === undefined || key === '') return 'missing-key';
  const { key: first, replaced } = held(db);
  if (key === replacement(first, replaced)) return undefined;
  const earlier = Array.from({ length: replaced }, (_, times) => replacement(first, times));
  if (earlier.includes(key)) return 'replaced-key';
  const suffix = Object.keys(KEYS).find((each) => first + each === key);
  return suffix === undefined ? 'unknown-key' : (KEYS[suffix] ?? undefined);
}

/** The newest replacement of the first key: what `confere sandbox` shows. */
export function shownKey(db: Database): string {
  const { key, replaced } = held(db);
  return replacement(key, replaced);
}

/**
 * Replaces the shown key and returns the new one: the old one is refused, and its jobs belong to nobody that
 * works (spec, "Authentication").
 */
export function replaceKey(db: Database): string {
  db.exec('UPDATE account SET replaced = replaced + 1');
  return shownKey(db);
}
