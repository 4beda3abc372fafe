import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readJson, writePrivateFile } from '../base/flush.js';
import type { LedgerIdentity, LedgerPlace } from './folders.js';

const OWNER_FILE = 'owner.json';

/**
 * Stores the profile and service of a ledger in its folder. After a failure, the next command that opens it tries
 * again.
 */
export async function storeOwner({ folder, identity }: LedgerPlace): Promise<void> {
  const path = join(folder, OWNER_FILE);
  if (!existsSync(path))
    await writePrivateFile(path, JSON.stringify(identity)).catch(() => undefined);
}

/** Returns the owners of all ledgers on this machine, also those of removed profiles. */
export async function findOwners(state: string): Promise<LedgerIdentity[]> {
  const folder = join(state, 'ledgers');
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  const contents = names.map((name) => readJson<LedgerIdentity>(join(folder, name, OWNER_FILE)));
  return (await Promise.all(contents)).filter(isIdentity);
}

function isIdentity(content: Partial<LedgerIdentity> | undefined): content is LedgerIdentity {
  const { profile, baseUrl } = content ?? {};
  return typeof profile === 'string' && (baseUrl === null || typeof baseUrl === 'string');
}
