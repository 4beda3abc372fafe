import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { finishRemovals } from '../../src/batch/removal.js';
import { acceptLoss } from '../../src/ledger/lost.js';
import { createHolders } from '../../src/ledger/sqlite/locks.js';
import { chooseEngine } from '../../src/sqlite/engine.js';
import { newFolder } from '../helpers/files/scratch.js';
import { testLedger } from './support.js';

/** A ledger, a folder outside of it, and the name by which that is reached from the folders of batches. */
async function arranged() {
  const ledger = await testLedger();
  const outside = join(ledger.folder, '..', 'docs');
  for (const folder of [outside, ledger.batchFolder('abc0000000')]) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'input'), 'precious');
  }
  return { ledger, outside, name: '../../docs' };
}

it('folders that a database names without being asked about them are neither removed nor moved', async () => {
  const { ledger, outside, name } = await arranged();
  const names = () => Promise.resolve([name, 'incoming', 'abc0000000']);
  const lying = { ...ledger, findRemovedBatches: names, findUnknownBatches: names };
  expect(await acceptLoss(lying)).toBe(1);
  await finishRemovals(lying);
  expect(existsSync(join(outside, 'input'))).toBe(true);
  expect(existsSync(join(ledger.folder, 'batches', 'incoming'))).toBe(true);
});

it('a session that a database names by a path holds no lock, and no file at that path is removed', () => {
  const folder = newFolder();
  const outside = join(folder, 'precious.lock.db');
  writeFileSync(outside, '');
  const holders = createHolders(join(folder, 'lookups'), chooseEngine());
  expect(holders.isAlive('../precious')).toBe(false);
  expect(existsSync(outside)).toBe(true);
});
