import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfereError } from '../../../src/errors.js';
import type { Ledger } from '../../../src/ledger/index.js';
import { cpfs, csv, mostOften, testWorld, type World } from '../support.js';

/** A ledger that cannot store the id of a job so many times. */
function failing(ledger: Ledger, times: number): Ledger {
  let left = times;
  return {
    ...ledger,
    keepOutcome: async (batch, job, outcome, at) => {
      left -= 1;
      if (left >= 0) throw new ConfereError('state_busy', { path: 'ledger.db' });
      return ledger.keepOutcome(batch, job, outcome, at);
    },
  };
}

const jobsOf = async (world: World) => {
  const [batch] = await world.ledger().findBatches({ most: 1 });
  return batch === undefined ? [] : world.ledger().jobsOf(batch.num);
};

describe('the id of an accepted job', () => {
  it('is stored later if the ledger is held for a while', async () => {
    const world = await testWorld();
    const path = await world.file(csv(cpfs(10)));
    const { summary } = await world.run(path, { ledger: failing(world.ledger(), 3) });
    expect(summary).toMatchObject({ state: 'complete', found: 10 });
    expect(world.clock.sleeps.slice(0, 3)).toEqual([2_000, 2_000, 2_000]);
  });

  it('waits in a file if the ledger cannot be written, and the next run brings the results home', async () => {
    const world = await testWorld();
    const path = await world.file(csv(cpfs(10)));
    const first = await world.run(path, { ledger: failing(world.ledger(), 1_000) });
    expect(first.error).toMatchObject({ code: 'ledger_unwritable', facts: { job: 1 } });
    expect(await jobsOf(world)).toMatchObject([{ state: 'submitting', jobId: null }]);
    const folder = world.ledger().folderOf(first.batch.id);
    const kept = (await readdir(folder)).filter((name) => name.startsWith('accepted'));
    expect(kept).toEqual(['accepted-1.json']);
    expect((await stat(join(folder, 'accepted-1.json'))).mode & 0o777).toBe(0o600);
    await world.restart();
    const { summary } = await world.run(path);
    expect(summary).toMatchObject({ state: 'complete', found: 10 });
    expect((await readdir(folder)).filter((name) => name.startsWith('accepted'))).toEqual([]);
    expect(world.service.count('POST')).toBe(1);
    expect(mostOften(world.service.book)).toBe(1);
  });
});
