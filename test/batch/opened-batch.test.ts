import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join, dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  discardIfRefused,
  holdBatch,
  openBatch,
  type HeldBatch,
  type OpenRequest,
} from '../../src/batch/plan/open-batch.js';
import { UsageError, ConfereError } from '../../src/base/errors.js';
import { inputPath } from '../../src/ledger/batch-folder.js';
import type { Job } from '../../src/ledger/index.js';
import { cpfs, csv, testWorld, type World } from './support.js';

const TEXT = csv(cpfs(3));
const REQUEST = {
  name: 'in.csv',
  input: {},
  wantsNewBatch: false,
  reuseSince: 0,
  fresh: false,
} as const;

async function open(world: World, change: Partial<OpenRequest> = {}): Promise<HeldBatch> {
  const path = await world.file(TEXT);
  const held = await openBatch(world.deps(), { source: { path }, ...REQUEST, ...change });
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

describe('opening an input', () => {
  it('a batch is known again by its content and options, and is new by request once the last one has ended', async () => {
    const world = await testWorld();
    const { id } = (await open(world)).batch;
    const opened = async (change: Partial<OpenRequest>) => (await open(world, change)).batch.id;
    expect(await opened({ wantsNewBatch: true })).toBe(id);
    for (const change of [{ label: 'x' }, { input: { column: '2' } }, { fresh: true }])
      expect(await opened(change)).not.toBe(id);
    const wanted = { column: '2', kind: 'cpf', sheet: undefined } as const;
    const same = await opened({ input: wanted });
    expect(await opened({ input: { kind: 'cpf', column: '2' } })).toBe(same);
    await world.run(await world.file(TEXT));
    expect(await opened({ wantsNewBatch: true })).not.toBe(id);
  });
});

const no = new UsageError('no_batches', {});

describe('an input that is refused', () => {
  it('a result that cannot have so many rows discards a new batch, and leaves a known one as it was', async () => {
    const world = await testWorld();
    const refuseBadOutput: OpenRequest['refuseBadOutput'] = ({ rows }) =>
      rows > 0 ? Promise.reject(no) : Promise.resolve();
    const left = { error: no, batches: [], incoming: [], told: ['input'] };
    expect(await failing(world, open(world, { refuseBadOutput }))).toEqual(left);
    const { batch } = await open(world);
    const known = await failing(world, open(world, { refuseBadOutput }));
    expect(known.batches).toMatchObject([{ id: batch.id }]);
    await (await world.ledger().holdBatch(batch.id)).release();
  });

  it('an input that is missing or has no identifier leaves no batch and no copy', async () => {
    const world = await testWorld();
    for (const path of ['/missing.csv', await world.file('a,b\nc,d\n')]) {
      const { error, batches, incoming } = await failing(world, world.open(path));
      expect([error instanceof UsageError, batches, incoming]).toEqual([true, [], []]);
    }
  });
});

it('a batch of another key is refused, with what its jobs leave to do', async () => {
  const world = await testWorld();
  const { batch } = await open(world);
  const deps = world.deps({ keyFingerprint: 'other' });
  for (const [states, again, left] of [
    ['', false, 'nothing'],
    ['done planned', false, 'isPlanned'],
    ['done accepted', false, 'isUnderWay'],
    ['done unconfirmed', true, 'isUnderWay'],
    ['submitting planned', false, 'isUnderWay isPlanned'],
    ['done failed', true, 'isOwed'],
  ] as const) {
    const jobs = states.split(' ').map((state) => ({ state }) as Job);
    const readJobs = () => Promise.resolve(states === '' ? [] : jobs);
    const held = holdBatch({ ...deps, ledger: { ...deps.ledger, readJobs } }, batch, again);
    const facts = { inUse: 'other', isUnderWay: false, isPlanned: false, isOwed: false };
    for (const one of left.split(' ')) if (one in facts) Object.assign(facts, { [one]: true });
    await expect(held).rejects.toMatchObject({ code: 'other_key', facts });
  }
});

const credits = new ConfereError('over_max_credits', { of: 'batch', worstCase: 3, maxCredits: 1 });
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

describe('discarding a batch', () => {
  it('a new batch is discarded after any refusal before something was sent, and a known one is not', async () => {
    const world = await testWorld();
    const forgotten = new ConfereError('batch_forgotten', {});
    for (const [n, error] of [credits, forgotten, no, stopped, undefined].entries()) {
      const held = await world.open(3 + n);
      expect(await discardIfRefused(world.deps(), { ...held, isNew: false }, error)).toBe(false);
      expect(await left(world, held)).toEqual(KEPT);
      if (n === 0) await rm(inputPath(world.deps(), held.batch));
      expect(await discardIfRefused(world.deps(), held, error)).toBe(error !== undefined);
      expect(await left(world, held)).toEqual(error === undefined ? KEPT : GONE);
      await held.release();
    }
    const { batch } = await world.run(4);
    const sent = { ...(await world.open(4)), isNew: true, batch };
    expect(await discardIfRefused(world.deps(), sent, credits)).toBe(false);
    expect(await left(world, sent)).toMatchObject({ isKnown: true, hasInput: true });
  });
});
