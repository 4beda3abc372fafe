import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { BatchEvent } from '../../src/batch/events.js';
import { cpfs, csv, testWorld, type RunOptions, type World } from './support.js';
import { some } from '../helpers/runs.js';

/** Backups of the ledger file of a world, without the folders beside it. */
function backupsOf({ folder }: World) {
  const own = join(folder, 'ledger');
  const backup = join(folder, 'backup');
  const files = (place: string) =>
    readdirSync(place).filter((name) => name.startsWith('ledger.db'));
  return {
    save: () => {
      rmSync(backup, { recursive: true, force: true });
      mkdirSync(backup);
      for (const name of files(own)) cpSync(join(own, name), join(backup, name));
    },
    restore: () => {
      for (const name of files(own)) rmSync(join(own, name));
      for (const name of files(backup)) cpSync(join(backup, name), join(own, name));
    },
  };
}

interface Case {
  readonly name: string;
  /** The event after which the backup was made; without one, nothing had been sent. */
  readonly when?: (event: BatchEvent) => boolean;
  readonly rows: number;
  readonly jobs: number;
  readonly how: RunOptions;
}

const isOf = (type: BatchEvent['type'], job: number) => (event: BatchEvent) =>
  event.type === type && 'seq' in event && event.seq === job;
const SIX = { rows: 60, jobs: 6, how: { perJob: 10 } };

/** A run whose first job is small, because no charge showed the price yet. */
const LIMITED: RunOptions = { limits: { maxCredits: 60 } };

const CASES: readonly Case[] = [
  { name: 'the fourth of six was about to be sent', when: isOf('submitting', 4), ...SIX },
  { name: 'the batch was planned', ...SIX },
  { name: 'the first job was about to be sent', when: isOf('submitting', 1), ...SIX },
  { name: 'three of six jobs were accepted', when: isOf('accepted', 3), ...SIX },
  { name: 'the last one was accepted', when: isOf('accepted', 6), ...SIX },
  {
    name: 'the job was not split yet',
    rows: 60,
    jobs: 2,
    how: LIMITED,
  },
];
it.each(some(CASES))(
  'nothing is paid for twice after a backup is restored from when $name',
  async (given) => {
    const world = await testWorld();
    const { save, restore } = backupsOf(world);
    const path = await world.file(csv(cpfs(given.rows)));
    const held = await world.open(path, given.how);
    await held.release();
    save();
    const onEvent = (event: BatchEvent) => {
      if (given.when?.(event) === true) save();
    };
    const { batch, error } = await world.run(path, { ...given.how, onEvent });
    expect(error).toBeUndefined();
    const { length: posts } = world.service.posts;
    expect(posts).toBeGreaterThanOrEqual(given.jobs);
    await world.restart(restore);
    const again = await world.run(path, { limits: given.how.limits ?? {} });
    expect([again.batch.id, again.error]).toEqual([batch.id, undefined]);
    expect(again.summary).toMatchObject({ state: 'complete', found: given.rows });
    expect(world.service.posts).toHaveLength(posts);
    expect(world.service.book.charged).toHaveLength(given.rows);
    // The same backup comes back once more.
    await world.restart(restore);
    expect((await world.run(path)).summary).toMatchObject({ state: 'complete', found: given.rows });
    expect(world.service.posts).toHaveLength(posts);
  },
);
