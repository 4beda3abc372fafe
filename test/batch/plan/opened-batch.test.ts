import { existsSync } from 'node:fs';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  holdBatch,
  inputPath,
  openBatch,
  type HeldBatch,
  type OpenRequest,
} from '../../../src/batch/plan/open-batch.js';
import { UsageError } from '../../../src/errors.js';
import { openLedger, type Job } from '../../../src/ledger/index.js';
import { cpfs, csv, testWorld, type World } from '../support.js';

const TEXT = csv(cpfs(3));
const REQUEST = { name: 'in.csv', input: {}, again: false, reuseSince: 0, fresh: false } as const;

async function open(world: World, change: Partial<OpenRequest> = {}): Promise<HeldBatch> {
  const path = await world.file(TEXT);
  const held = await openBatch(world.deps(), {
    ...{ source: { path }, ...REQUEST, ...change },
  });
  await held.release();
  return held;
}

/** Opens it in a way that fails, and shows what is left afterwards. */
async function failing(world: World, opening: Promise<unknown>) {
  const error: unknown = await opening.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return {
    error,
    batches: await world.ledger().findBatches(),
    incoming: await readdir(world.ledger().folderOf('incoming')),
    told: world.events.map(({ type }) => type).filter((type) => type !== 'progress'),
  };
}

const happened = (world: World, type: string) => world.events.filter((one) => one.type === type);

describe('an opened input', () => {
  it('that is new is described, and its id is not told yet', async () => {
    const world = await testWorld();
    const held = await open(world);
    expect(held).toMatchObject({ isNew: true, batch: { rows: 3 } });
    expect(JSON.stringify(happened(world, 'input'))).toContain('in.csv: UTF-8');
    expect(happened(world, 'batch')).toEqual([]);
    expect(happened(world, 'progress')[0]).toEqual({
      ...{ type: 'progress', step: 'unpacking', done: 0, of: null },
    });
    expect(await readdir(world.ledger().folderOf('incoming'))).toEqual([]);
  });

  it('that is known is not read again, and its id is told', async () => {
    const world = await testWorld();
    const { batch } = await open(world);
    world.events.length = 0;
    expect(await open(world)).toMatchObject({ isNew: false, batch });
    expect(happened(world, 'batch')).toEqual([
      { type: 'batch', id: batch.id, isNew: false, createdAt: batch.createdAt, ended: null },
    ]);
    expect(happened(world, 'input')).toEqual([]);
  });

  it('is another batch only where one is wanted and the last one has ended', async () => {
    const world = await testWorld();
    const { batch } = await open(world);
    expect(await open(world, { again: true })).toMatchObject({ isNew: false });
    await world.run(await world.file(TEXT));
    const another = await open(world, { again: true });
    expect(another).toMatchObject({ isNew: true });
    expect(another.batch.id).not.toBe(batch.id);
  });

  it.each<[string, Partial<OpenRequest>]>([
    ['label', { label: 'x' }],
    ['options', { input: { column: '2' } }],
    ['wish for fresh answers', { fresh: true }],
  ])('with another %s is another batch', async (_, change) => {
    const world = await testWorld();
    const { batch } = await open(world);
    expect((await open(world, change)).batch.id).not.toBe(batch.id);
  });

  it('is the same batch in whatever order its options stand, left out or undefined', async () => {
    const world = await testWorld();
    const wanted = { column: '2', kind: 'cpf', sheet: undefined } as const;
    const { batch } = await open(world, { input: wanted });
    const { isNew, batch: same } = await open(world, { input: { kind: 'cpf', column: '2' } });
    expect([isNew, same.id]).toEqual([false, batch.id]);
  });
});

describe('the private copy', () => {
  it('that is whole stays as it is', async () => {
    const world = await testWorld();
    const path = inputPath(world.deps(), (await open(world)).batch);
    const { ino } = await stat(path);
    await open(world);
    expect((await stat(path)).ino).toBe(ino);
  });

  it.each<[string, (path: string) => Promise<void>]>([
    ['damaged', (path) => writeFile(path, 'nome,cpf\n')],
    ['missing', (path) => rm(path)],
  ])('that is %s is made anew', async (_, harm) => {
    const world = await testWorld();
    const path = inputPath(world.deps(), (await open(world)).batch);
    await harm(path);
    await open(world);
    expect(await readFile(path, 'utf8')).toBe(TEXT);
  });
});

const no = new UsageError('no_batches', {});

it('a result that could not be written is refused before a batch is made', async () => {
  const world = await testWorld();
  const asked: unknown[] = [];
  const refuse: OpenRequest['refuse'] = (batch) => {
    asked.push(batch);
    return Promise.reject(no);
  };
  expect(await failing(world, open(world, { refuse }))).toEqual({
    ...{ error: no, batches: [], incoming: [], told: ['unread'] },
  });
  expect(asked).toEqual([{ kind: 'cpf', rows: 0, output: null, outputs: {} }]);
});

describe('an input that cannot be used', () => {
  it.each([
    ['that is missing', (world: World) => world.open('/missing.csv')],
    ['without identifiers', async (world: World) => world.open(await world.file('a,b\nc,d\n'))],
  ])('%s leaves nothing behind', async (_, opening) => {
    const world = await testWorld();
    const { error, ...left } = await failing(world, opening(world));
    expect(error).toBeInstanceOf(UsageError);
    expect(left).toMatchObject({ batches: [], incoming: [] });
  });

  it('while it is planned leaves no batch, no copy and no lock', async () => {
    const world = await testWorld();
    const path = await world.file(TEXT);
    const broken = new UsageError('no_batches', {});
    const opening = world.open(path, {
      onEvent: ({ type }) => {
        if (type === 'input') throw broken;
      },
    });
    const { error, batches, incoming } = await failing(world, opening);
    expect([error, batches, incoming]).toEqual([broken, [], []]);
    // The second id: the first one named the copy.
    expect(existsSync(world.ledger().folderOf('b0002'))).toBe(true);
    expect(existsSync(`${world.ledger().folderOf('b0002')}/input`)).toBe(false);
    await (await world.ledger().holdBatch('b0002')).release();
  });
});

const job = (state: Job['state']) => ({ state }) as Job;

it.each<[Job['state'][], boolean, object]>([
  [[], false, { isUnderWay: false, isPlanned: false, isOwed: false }],
  [['done', 'planned'], false, { isUnderWay: false, isPlanned: true, isOwed: false }],
  [['done', 'accepted'], false, { isUnderWay: true, isPlanned: false, isOwed: false }],
  [['done', 'unconfirmed'], true, { isUnderWay: true, isPlanned: false, isOwed: false }],
  [['submitting', 'planned'], false, { isUnderWay: true, isPlanned: true, isOwed: false }],
  [['done', 'failed'], true, { isUnderWay: false, isPlanned: false, isOwed: true }],
])('a batch of another key with jobs %j is refused (again: %s)', async (states, again, left) => {
  const world = await testWorld();
  const { batch } = await open(world);
  const deps = world.deps({ keyFingerprint: 'other' });
  const ledger = { ...deps.ledger, jobsOf: () => Promise.resolve(states.map(job)) };
  const held = holdBatch({ ...deps, ledger }, batch, again);
  await expect(held).rejects.toMatchObject({
    ...{ code: 'other_key', facts: { ...left, inUse: 'other' } },
  });
});

it('a batch that another run discarded before this one had its lock is not planned, and leaves nothing', async () => {
  const world = await testWorld();
  const deps = world.deps();
  const other = await openLedger(join(world.folder, 'ledger'), world.clock);
  onTestFinished(() => other.close());
  const held = async (id: string) => {
    await other.discardBatch((await other.findBatches())[0]?.num ?? 0);
    return deps.ledger.holdBatch(id);
  };
  const path = await world.file(TEXT);
  const late = { ...deps, ledger: { ...deps.ledger, holdBatch: held } };
  const gone = { kind: 'locked', code: 'batch_forgotten' };
  await expect(openBatch(late, { source: { path }, ...REQUEST })).rejects.toMatchObject(gone);
  expect(await other.findBatches()).toEqual([]);
  expect((await world.run(path)).summary).toMatchObject({ found: 3, state: 'complete' });
});
