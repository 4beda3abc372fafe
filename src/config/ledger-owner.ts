import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readJson, writePrivateFile } from '../base/flush.js';
import type { LedgerIdentity, LedgerPlace } from './folders.js';

const FILE = 'owner.json';

/** Stores whose ledger a folder has. After a failure, the next command that opens the ledger writes the file. */
export async function storeOwner({ folder, identity }: LedgerPlace): Promise<void> {
  const path = join(folder, FILE);
  if (!existsSync(path))
    await writePrivateFile(path, JSON.stringify(identity)).catch(() => undefined);
}

/** Returns the owners of all ledgers on this machine, also those of removed profiles. */
export async function findOwners(state: string): Promise<LedgerIdentity[]> {
  const folder = join(state, 'ledgers');
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  const read = names.map((name) => readJson<LedgerIdentity>(join(folder, name, FILE)));
  return (await Promise.all(read)).filter(isIdentity);
}

function isIdentity(read: Partial<LedgerIdentity> | undefined): read is LedgerIdentity {
  const { profile, baseUrl } = read ?? {};
  return typeof profile === 'string' && (baseUrl === null || typeof baseUrl === 'string');
}
