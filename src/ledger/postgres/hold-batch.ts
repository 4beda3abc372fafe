import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../clock.js';
import { chooseEngine } from '../../sqlite/choose-engine.js';
import type { HeldLock } from '../operations/index.js';
import { holdBatch as lockBatch } from '../sqlite/holders.js';
import { patiently } from '../sqlite/patience.js';
import type { Leases } from './leases.js';

/**
 * Holds a batch against the other processes of this machine by a lock that ends with its process, and against other
 * machines by a lease. Whoever has the lock knows that an earlier process of this machine has ended, and need not wait
 * for the end of its lease.
 */
export async function holdBatch(
  leases: Leases,
  folderOf: (batchId: string) => string,
  batchId: string,
): Promise<HeldLock> {
  const path = join(folderOf(batchId), 'lock.db');
  const lock = await patiently(() => lockBatch(path, batchId, chooseEngine()));
  try {
    const lease = await leases.holdBatch(batchId);
    return {
      release: async () => {
        await lease.release();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** A name that a copy of the folder on another machine does not have, nor this machine after its next start. */
export function machineName(folder: string, clock: Pick<Clock, 'uptime'>): string {
  const { host, boot } = clock.uptime();
  return `${storedName(folder)} ${host} ${boot}`;
}

/** Made at random at the first time. Another process that is just making it has a name of its own once. */
function storedName(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'machine');
  const made = randomUUID();
  try {
    writeFileSync(path, made, { flag: 'wx', mode: 0o600 });
    return made;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return readFileSync(path, 'utf8') || made;
  }
}
