import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfereError } from '../../src/errors.js';
import type { Ledger } from '../../src/ledger/index.js';
import { cpfs, csv, mostOften, testWorld, type World } from '../batch/support.js';

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
    const { summary } = await world.run(10, { ledger: failing(world.ledger(), 3) });
    expect(summary).toMatchObject({ state: 'complete', found: 10 });
    expect(world.clock.sleeps.slice(0, 3)).toEqual([2_000, 2_000, 2_000]);
  });

  it('that a database stored, and was lost before it said so, is not taken for one of another job', async () => {
    const world = await testWorld();
    const ledger = world.ledger();
    let isLost = false;
    const lost: Ledger = {
      ...ledger,
      keepOutcome: async (batch, job, outcome, at) => {
        await ledger.keepOutcome(batch, job, outcome, at);
        if (isLost) return;
        isLost = true;
        const facts = { database: 'd', why: 'unreachable', reason: 'terminated' } as const;
        throw new ConfereError('database_unusable', facts);
      },
    };
    const { summary, batch } = await world.run(10, { ledger: lost });
    expect(summary).toMatchObject({ state: 'complete', found: 10 });
    const left = await readdir(ledger.folderOf(batch.id));
    expect(left.filter((name) => name.startsWith('accepted'))).toEqual([]);
  });

  it('is in a file while the ledger does not answer', async () => {
    const world = await testWorld();
    const ledger = world.ledger();
    const inFolder: string[][] = [];
    const quiet: Ledger = {
      ...ledger,
      keepOutcome: async (batch, job, outcome, at) => {
        const [{ id } = { id: '' }] = await ledger.findBatches({ most: 1 });
        inFolder.push(await readdir(ledger.folderOf(id)));
        await ledger.keepOutcome(batch, job, outcome, at);
      },
    };
    const { summary, batch } = await world.run(10, { ledger: quiet });
    expect(summary).toMatchObject({ state: 'complete', found: 10 });
    expect(inFolder).toEqual([expect.arrayContaining(['accepted-1.json'])]);
    expect(await readdir(ledger.folderOf(batch.id))).not.toContain('accepted-1.json');
  });

  it('waits in a file if the ledger cannot be written, and the next run brings the results home', async () => {
    const world = await testWorld();
    const first = await world.run(10, { ledger: failing(world.ledger(), 1_000) });
    expect(first.error).toMatchObject({ code: 'ledger_unwritable', facts: { job: 1 } });
    expect(await jobsOf(world)).toMatchObject([{ state: 'submitting', jobId: null }]);
    const folder = world.ledger().folderOf(first.batch.id);
    const kept = (await readdir(folder)).filter((name) => name.startsWith('accepted'));
    expect(kept).toEqual(['accepted-1.json']);
    expect((await stat(join(folder, 'accepted-1.json'))).mode & 0o777).toBe(0o600);
    await world.restart();
    const { summary } = await world.run(10);
    expect(summary).toMatchObject({ state: 'complete', found: 10 });
    expect((await readdir(folder)).filter((name) => name.startsWith('accepted'))).toEqual([]);
    expect(world.service.count('POST')).toBe(1);
    expect(mostOften(world.service.book.submitted)).toBe(1);
  });

  it.each(['', 'null', '{"job":1,"outcome":{"is":"accepted","jobId":""},"at":1}'])(
    'in a damaged file (%s) is told of, nothing is sent, and the way out brings the results home',
    async (damaged) => {
      const world = await testWorld();
      const path = await world.file(csv(cpfs(10)));
      const { batch } = await world.run(path, { ledger: failing(world.ledger(), 1_000) });
      const file = join(world.ledger().folderOf(batch.id), 'accepted-1.json');
      const kept = JSON.parse(await readFile(file, 'utf8')) as { outcome: { jobId: string } };
      await writeFile(file, damaged);
      for (let n = 0; n < 2; n += 1) {
        const told = await world.run(path);
        expect(told.error).toMatchObject({
          ...{ kind: 'ledger', code: 'job_id_unreadable' },
          facts: { batch: batch.id, job: 1, path: file },
        });
      }
      expect(await readFile(file, 'utf8')).toBe(damaged);
      expect(await jobsOf(world)).toMatchObject([{ state: 'submitting', jobId: null }]);
      await rm(file);
      expect((await world.run(path)).kind).toBe('unconfirmed');
      await world.decide(batch, { decision: { adopt: kept.outcome.jobId } });
      expect((await world.run(path)).summary).toMatchObject({ state: 'complete', found: 10 });
      expect(world.service.count('POST')).toBe(1);
    },
  );

  it('in a file is not taken for that of a later submission of the same job', async () => {
    const world = await testWorld();
    const { batch } = await world.run(10, { ledger: failing(world.ledger(), 1_000) });
    const file = join(world.ledger().folderOf(batch.id), 'accepted-1.json');
    const kept = JSON.parse(await readFile(file, 'utf8')) as { submittedAt: number };
    const [job] = await jobsOf(world);
    expect(kept.submittedAt).toBe(job?.submittedAt);
    await writeFile(file, JSON.stringify({ ...kept, submittedAt: kept.submittedAt - 1 }));
    expect((await world.run(10)).kind).toBe('unconfirmed');
    expect(await jobsOf(world)).toMatchObject([{ state: 'unconfirmed', jobId: null }]);
  });

  it.each([
    ['brings it home', undefined, 'done', 10],
    ['is no longer needed where it is damaged', '{', 'abandoned', 0],
  ])('in a file of a job that was given up meanwhile %s', async (_, damaged, state, found) => {
    const world = await testWorld();
    const { batch } = await world.run(10, { ledger: failing(world.ledger(), 1_000) });
    await world.ledger().doubtCutShort(batch.num, '{"said":"why"}');
    await world.ledger().abandon(batch.num, [1], 2);
    const file = join(world.ledger().folderOf(batch.id), 'accepted-1.json');
    if (damaged !== undefined) await writeFile(file, damaged);
    const { error, summary } = await world.run(10);
    expect(error).toBeUndefined();
    expect(summary).toMatchObject({ found, state: 'complete' });
    expect(await jobsOf(world)).toMatchObject([{ state }]);
    expect(world.service.count('POST')).toBe(1);
  });
});
