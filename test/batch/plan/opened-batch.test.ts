import { existsSync } from 'node:fs';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, dirname } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cpfs, csv, testWorld, type World } from '../support.js';
import {
  holdBatch,
  openBatch,
  type HeldBatch,
  type OpenRequest,
  discardIfRefused,
} from '../../../src/batch/plan/open-batch.js';
import { UsageError, ConfereError } from '../../../src/base/errors.js';
import { inputPath } from '../../../src/ledger/batch-folder.js';
import { openLedger, type Job, type Ledger } from '../../../src/ledger/index.js';

const TEXT = csv(cpfs(3));
const REQUEST = { name: 'in.csv', input: {}, again: false, reuseSince: 0, fresh: false } as const;

async function open(world: World, change: Partial<OpenRequest> = {}): Promise<HeldBatch> {
  const path = await world.file(TEXT);
  const held = await openBatch(world.deps(), {
    source: { path },
    ...REQUEST,
    ...change,
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
    incoming: await readdir(world.ledger().incomingFolder()),
    told: world.events.map(({ type }) => type).filter((type) => type !== 'progress'),
  };
}

const happened = (world: World, type: string) => world.events.filter((one) => one.type === type);

describe('opening an input', () => {
  it('a new input is described, and its batch is not announced yet', async () => {
    const world = await testWorld();
    const held = await open(world);
    expect(held).toMatchObject({ isNew: true, batch: { rows: 3 } });
    expect(JSON.stringify(happened(world, 'input'))).toContain('in.csv: UTF-8');
    expect(happened(world, 'batch')).toEqual([]);
    expect(happened(world, 'progress')[0]).toEqual({
      type: 'progress',
      step: 'unpacking',
      done: 0,
      of: null,
    });
    expect(await readdir(world.ledger().incomingFolder())).toEqual([]);
  });

  it('a known input is not read again, and its batch is announced', async () => {
    const world = await testWorld();
    const { batch } = await open(world);
    world.events.length = 0;
    expect(await open(world)).toMatchObject({ isNew: false, batch });
    expect(happened(world, 'batch')).toEqual([
      { type: 'batch', id: batch.id, isNew: false, createdAt: batch.createdAt, ended: null },
    ]);
    expect(happened(world, 'input')).toEqual([]);
  });

  it('a known input gets a new batch only if the user wants one and the last one has ended', async () => {
    const world = await testWorld();
    const { batch } = await open(world);
    expect(await open(world, { again: true })).toMatchObject({ isNew: false });
    await world.run(await world.file(TEXT));
    const another = await open(world, { again: true });
    expect(another).toMatchObject({ isNew: true });
    expect(another.batch.id).not.toBe(batch.id);
  });

  it.each<[string, Partial<OpenRequest>]>([
    ['another label', { label: 'x' }],
    ['other options', { input: { column: '2' } }],
    ['`fresh`', { fresh: true }],
  ])('the same input with %s is another batch', async (_, change) => {
    const world = await testWorld();
    const { batch } = await open(world);
    expect((await open(world, change)).batch.id).not.toBe(batch.id);
  });

  it('the order of the options, and undefined ones, do not make another batch', async () => {
    const world = await testWorld();
    const wanted = { column: '2', kind: 'cpf', sheet: undefined } as const;
    const { batch } = await open(world, { input: wanted });
    const { isNew, batch: same } = await open(world, { input: { kind: 'cpf', column: '2' } });
    expect([isNew, same.id]).toEqual([false, batch.id]);
  });
});

describe('the private copy of a known input', () => {
  it('a sound private copy stays as it is', async () => {
    const world = await testWorld();
    const path = inputPath(world.deps(), (await open(world)).batch);
    const { ino } = await stat(path);
    await open(world);
    expect((await stat(path)).ino).toBe(ino);
  });

  it.each<[string, (path: string) => Promise<void>]>([
    ['damaged', (path) => writeFile(path, 'nome,cpf\n')],
    ['missing', (path) => rm(path)],
  ])('a %s private copy is made anew', async (_, harm) => {
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
    error: no,
    batches: [],
    incoming: [],
    told: ['unread'],
  });
  expect(asked).toMatchObject([{ kind: 'cpf', rows: 0, outputs: {}, reading: { column: 1 } }]);
});

it('a result that cannot have so many rows discards a new batch, and leaves a known one as it was', async () => {
  const world = await testWorld();
  const refuse: OpenRequest['refuse'] = ({ rows }) =>
    rows > 0 ? Promise.reject(no) : Promise.resolve();
  const refused = { error: no, batches: [], incoming: [], told: ['input'] };
  expect(await failing(world, open(world, { refuse }))).toEqual(refused);
  const { batch } = await open(world);
  expect((await failing(world, open(world, { refuse }))).batches).toMatchObject([{ id: batch.id }]);
  await (await world.ledger().holdBatch(batch.id)).release();
});

describe('inputs that cannot be used', () => {
  it.each([
    ['a missing input', (world: World) => world.open('/missing.csv')],
    [
      'an input without identifiers',
      async (world: World) => world.open(await world.file('a,b\nc,d\n')),
    ],
  ])('%s leaves nothing behind', async (_, opening) => {
    const world = await testWorld();
    const { error, ...left } = await failing(world, opening(world));
    expect(error).toBeInstanceOf(UsageError);
    expect(left).toMatchObject({ batches: [], incoming: [] });
  });

  it('an input that fails while it is planned leaves no batch, no copy and no lock', async () => {
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
    expect(existsSync(world.ledger().batchFolder('b000000002'))).toBe(true);
    expect(existsSync(`${world.ledger().batchFolder('b000000002')}/input`)).toBe(false);
    await (await world.ledger().holdBatch('b000000002')).release();
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
  const ledger = { ...deps.ledger, readJobs: () => Promise.resolve(states.map(job)) };
  const held = holdBatch({ ...deps, ledger }, batch, again);
  await expect(held).rejects.toMatchObject({
    code: 'other_key',
    facts: { ...left, inUse: 'other' },
  });
});

it('a batch that another run discards before this one has the lock is not planned, and leaves nothing', async () => {
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

const credits = new ConfereError('over_max_credits', { of: 'batch', worstCase: 3, maxCredits: 1 });
const usage = new UsageError('no_batches', {});
const stopped = new ConfereError('interrupted', { during: 'batch' });

/** What is left of a batch. */
async function left(world: World, { batch }: HeldBatch) {
  return {
    isKnown: (await world.ledger().findBatches({ num: batch.num })).length > 0,
    hasFolder: existsSync(join(dirname(world.ledger().incomingFolder()), batch.id)),
    hasInput: existsSync(inputPath(world.deps(), batch)),
  };
}

const GONE = { isKnown: false, hasInput: false, hasFolder: false };
const KEPT = { isKnown: true, hasInput: true, hasFolder: true };

async function opened(): Promise<{ world: World; held: HeldBatch }> {
  const world = await testWorld();
  return { world, held: await world.open(3) };
}

it.each([
  ['a new batch that is refused for credits is discarded', true, credits, GONE],
  [
    'a new batch that another run has is discarded',
    true,
    new ConfereError('batch_forgotten', {}),
    GONE,
  ],
  ['a new batch whose output is refused is discarded', true, usage, GONE],
  ['a new batch that is stopped is discarded', true, stopped, GONE],
  ['a known batch that is refused stays', false, credits, KEPT],
  ['a new batch without trouble stays', true, undefined, KEPT],
])('%s', async (_, isNew, error, wanted) => {
  const { world, held } = await opened();
  const isDiscarded = await discardIfRefused(world.deps(), { ...held, isNew }, error);
  expect([isDiscarded, await left(world, held)]).toEqual([wanted === GONE, wanted]);
});

it('a refused batch is discarded although its input is missing, and stays if something was sent', async () => {
  const { world, held } = await opened();
  await rm(inputPath(world.deps(), held.batch));
  expect(await discardIfRefused(world.deps(), held, credits)).toBe(true);
  expect(await left(world, held)).toEqual(GONE);
  const { batch } = await world.run(4);
  const sent = { ...held, batch };
  expect(await discardIfRefused(world.deps(), sent, credits)).toBe(false);
  expect(await left(world, sent)).toMatchObject({ isKnown: true, hasInput: true });
});

it('a batch whose discarding was interrupted sends nothing, and the next run plans it again', async () => {
  const world = await testWorld();
  const held = await world.open(60);
  const discardBatch = () => Promise.reject(new Error('killed'));
  const cut: Ledger = { ...world.ledger(), discardBatch };
  await expect(discardIfRefused(world.deps({ ledger: cut }), held, credits)).rejects.toThrow();
  await held.release();
  await world.restart();
  const [half] = await world.ledger().findBatches({ num: held.batch.num });
  expect(half).toMatchObject({ plannedAt: null });
  expect(await world.ledger().readJobs(held.batch.num)).toEqual([]);
  const again = await world.open(60);
  expect(again).toMatchObject({ isNew: true, batch: { num: held.batch.num, rows: 60 } });
  expect(await world.ledger().readJobs(held.batch.num)).toMatchObject([{ items: 60 }]);
  // It is refused as the first run was, and nothing is left.
  expect(await discardIfRefused(world.deps(), again, credits)).toBe(true);
  expect(await left(world, again)).toEqual(GONE);
});
