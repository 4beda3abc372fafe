import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { matchKeyOf, openBatch } from '../../../src/batch/plan/open-batch.js';
import { openLedger, type Ledger } from '../../../src/ledger/index.js';
import { cpfs, csv, testWorld, type World } from '../support.js';

/** The ledger, opened by another run. */
async function ofAnotherRun(world: World): Promise<Ledger> {
  const ledger = await openLedger(join(world.folder, 'ledger'), world.clock);
  onTestFinished(() => ledger.close());
  return ledger;
}

/** Opens the file; another run does `meanwhile` between the claim of its batch and the lock. */
async function openWhile(
  world: World,
  path: string,
  meanwhile: (id: string) => Promise<void>,
): Promise<unknown> {
  const deps = world.deps();
  const held = async (id: string) => {
    await meanwhile(id);
    return deps.ledger.holdBatch(id);
  };
  const opened = openBatch(
    { ...deps, ledger: { ...deps.ledger, holdBatch: held } },
    { source: { path }, name: 'in.csv', input: {}, again: false, reuseSince: 0, fresh: false },
  );
  return opened.catch((error: unknown) => error);
}

const FORGOTTEN = { kind: 'locked', code: 'batch_forgotten' };

describe('a batch that another run discarded or removed before this one had its lock', () => {
  it('is not planned, and leaves nothing behind', async () => {
    const world = await testWorld();
    const path = await world.file(csv(cpfs(3)));
    const other = await ofAnotherRun(world);
    const error = await openWhile(world, path, async () => {
      const [batch] = await other.findBatches();
      await other.discardBatch(batch?.num ?? 0);
    });
    expect(error).toMatchObject(FORGOTTEN);
    expect(await other.findBatches()).toEqual([]);
    expect((await world.run(path)).summary).toMatchObject({ found: 3, state: 'complete' });
  });
});

it('a file is known again whether an option was left out or is undefined', () => {
  const wanted = { fresh: false, input: { kind: 'cpf' } } as const;
  const open = { ...wanted, label: undefined, input: { column: undefined, kind: 'cpf' } } as const;
  expect(matchKeyOf(open, 'hash')).toBe(matchKeyOf(wanted, 'hash'));
});
