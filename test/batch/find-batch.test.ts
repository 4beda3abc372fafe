import { describe, expect, it } from 'vitest';
import { findBatch, findPlannedBatch } from '../../src/batch/find-batch.js';
import type { Ledger } from '../../src/ledger/index.js';
import { peekBatches } from '../../src/ledger/sqlite/peek.js';
import { NEW_BATCH, opened, testFolder, testLedger } from '../ledger/support.js';

async function keep(ledger: Ledger, ...ids: readonly string[]): Promise<void> {
  for (const [at, id] of ids.entries()) {
    await ledger.claimBatch({ ...NEW_BATCH, id, matchKey: id, createdAt: at }, false);
  }
}

describe('findBatch', () => {
  it.each([
    [undefined, 'b1c'],
    ['b', 'b1c'],
    ['B1', 'b1c'],
    ['a1', 'a1c'],
    ['a2b', 'a2b'],
  ])('%s names one batch', async (prefix, id) => {
    const ledger = await testLedger();
    await keep(ledger, 'a1c', 'a2b', 'b1c');
    expect((await findBatch(ledger, prefix)).id).toBe(id);
  });

  it.each([
    ['a', 'ambiguous_batch'],
    ['', 'empty_batch_name'],
    ['1c', 'no_such_batch'],
    ['%', 'no_such_batch'],
    ['a1c0', 'no_such_batch'],
  ])('%s matches no batch, or several', async (prefix, code) => {
    const ledger = await testLedger();
    await keep(ledger, 'a1c', 'a2b', 'b1c');
    await expect(findBatch(ledger, prefix)).rejects.toMatchObject({ kind: 'usage', code });
  });
});

it('findPlannedBatch refuses a batch whose input was not read to its end', async () => {
  const ledger = await testLedger();
  await keep(ledger, 'a1c');
  const found = findPlannedBatch(ledger, 'a');
  await expect(found).rejects.toMatchObject({ kind: 'usage', code: 'batch_not_planned' });
});

it('peekBatches finds batches by the same prefixes, also older ones', async () => {
  const folder = await testFolder();
  await keep(await opened(folder), 'a1c', 'a2b', 'b1c', 'b2c');
  const ids = async (idPrefix: string, most = 2) =>
    (await peekBatches(folder, { idPrefix, most })).map(({ id }) => id);
  expect(await ids('')).toEqual(['b2c', 'b1c']);
  expect(await ids('A')).toEqual(['a2b', 'a1c']);
  expect(await ids('b', 1)).toEqual(['b2c']);
});
