import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openLedger, type Ledger } from '../../src/ledger/index.js';

export const NEW_BATCH = {
  ...{ id: 'abc', file: 'in.csv', label: null, matchKey: 'key' },
  ...{ baseUrl: 'http://127.0.0.1', keyFingerprint: 'finger', createdAt: 1 },
};

/** A folder that ends with the test; nothing is in it yet. */
export async function testFolder(): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'confere-ledger-'));
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  return join(parent, 'state', 'ledger');
}

/** Opens a ledger that is closed with the test. */
export function opened(folder: string): Ledger {
  const ledger = openLedger(folder);
  onTestFinished(() => {
    ledger.close();
  });
  return ledger;
}

export async function testLedger(): Promise<Ledger> {
  return opened(await testFolder());
}
