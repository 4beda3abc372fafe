import { existsSync } from 'node:fs';
import { open, readFile, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readResults } from '../../src/batch/export-batch.js';
import { cpfs, csv, testWorld } from '../batch/support.js';

const ROWS = 1_201;

/** A batch that has ended, and the path of its private copy. */
async function ended(content = csv(cpfs(40))) {
  const world = await testWorld();
  const original = await world.file(content);
  const { batch } = await world.run(original);
  const copy = join(world.ledger().batchFolder(batch.id), 'input');
  return { world, batch, original, copy };
}

const half = async (copy: string) => {
  const text = await readFile(copy, 'utf8');
  await truncate(copy, text.indexOf('\n', text.length / 2) + 1);
};
const otherByte = async (copy: string) => {
  const bytes = await readFile(copy);
  bytes[bytes.indexOf('p3,')] = 'q'.charCodeAt(0);
  await writeFile(copy, bytes);
};

const damages = [
  ['changed in one byte', otherByte],
  ['gone', (copy: string) => rm(copy)],
] as const;

describe.each(damages)('a private copy that is %s', (_, damage) => {
  it('gives no result, no byte to a stream, and no row to a program', async () => {
    const { world, batch, copy } = await ended();
    await damage(copy);
    const target = join(world.folder, 'result');
    for (const how of [{}, { partial: true }, { only: ['found' as const] }, { format: 'xlsx' }]) {
      await expect(world.exported(batch, { target, ...how })).rejects.toMatchObject({
        kind: 'ledger',
        code: 'copy_damaged',
        facts: { batch: batch.id },
      });
    }
    expect((await readdir(world.folder)).filter((name) => name.includes('result'))).toEqual([]);
    const stream = new PassThrough();
    const refused = { code: 'copy_damaged' };
    await expect(world.exported(batch, { target: stream })).rejects.toMatchObject(refused);
    expect(stream.readableLength).toBe(0);
    const rows = readResults(world.deps(), batch);
    await expect(rows.next()).rejects.toMatchObject(refused);
  });

  it('is repaired by the same run with the original file, for free', async () => {
    const { world, batch, original, copy } = await ended();
    const before = await world.exported(batch);
    const paid = new Map(world.service.book.submitted);
    await damage(copy);
    await world.run(original);
    expect(await world.exported(batch)).toEqual(before);
    expect(world.service.book.submitted).toEqual(paid);
  });
});

it('rows are counted where they are written, too: a copy that nothing else finds damaged gives no result', async () => {
  const { world, batch, copy } = await ended();
  await half(copy);
  const target = join(world.folder, 'result');
  for (const how of [{}, { partial: true }, { only: ['not_found' as const] }])
    await expect(
      world.exported({ ...batch, inputHash: null }, { target, ...how }),
    ).rejects.toMatchObject({
      kind: 'ledger',
      code: 'rows_differ',
      facts: { rows: 40, found: 21 },
    });
  expect((await readdir(world.folder)).filter((name) => name.includes('result'))).toEqual([]);
});

it.each([
  ['plain', csv(cpfs(ROWS))],
  ['quoted', csv(cpfs(ROWS)).replaceAll(/^(p\d+)/gm, '"$1"')],
])(
  'a result with more rows than one chunk has each of them once, in order: %s',
  async (_, content) => {
    const { world, batch } = await ended(content);
    const lines = (await world.exported(batch)).toString().trimEnd().split('\n').slice(1);
    expect(lines.map((line) => line.split(',')[0]?.replaceAll('"', ''))).toEqual(
      Array.from({ length: ROWS }, (_, index) => `p${index}`),
    );
    const rows = [];
    for await (const { row } of readResults(world.deps(), batch)) rows.push(row.number);
    expect(rows).toEqual(Array.from({ length: ROWS }, (_, index) => index + 1));
    expect((await world.exported(batch, { only: ['invalid'] })).toString()).not.toContain('p1');
  },
);

/** Records what each flush to disk was for, and what `look` returned at that moment. */
async function flushes<T>(folder: string, look: () => T | Promise<T>) {
  const seen: { isFolder: boolean; size: number; then: T }[] = [];
  const handle = await open(folder, 'r');
  const methods = Object.getPrototypeOf(handle) as typeof handle;
  await handle.close();
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called on the handle below
  const { sync } = methods;
  const spy = vi.spyOn(methods, 'sync').mockImplementation(async function (this: typeof handle) {
    const facts = await this.stat();
    seen.push({ isFolder: facts.isDirectory(), size: facts.size, then: await look() });
    await sync.call(this);
  });
  onTestFinished(() => {
    spy.mockRestore();
  });
  return seen;
}

describe.skipIf(process.platform === 'win32')('what must survive a power cut', () => {
  it('of a result: its bytes are flushed before the rename, then the name', async () => {
    const { world, batch } = await ended();
    const target = join(world.folder, 'result.csv');
    const seen = await flushes(world.folder, () => existsSync(target));
    const { length } = await world.exported(batch, { target });
    expect(seen).toMatchObject([
      { isFolder: false, size: length, then: false },
      { isFolder: true, then: true },
    ]);
  });

  it('of an input: the private copy and its folders are flushed before the plan', async () => {
    const world = await testWorld();
    const original = await world.file(csv(cpfs(3)));
    const planned = async () => (await world.ledger().findBatches({ limit: 1 }))[0]?.plannedAt;
    const seen = await flushes(world.folder, planned);
    const { batch, release } = await world.open(original);
    await release();
    expect(await planned()).not.toBeNull();
    expect(seen[0]).toMatchObject({ isFolder: false, size: batch.inputSize });
    expect(seen.slice(1).map(({ isFolder }) => isFolder)).toEqual([true, true, true]);
    expect(seen.every(({ then }) => then === null)).toBe(true);
    expect(dirname(world.ledger().batchFolder(batch.id))).toBe(
      join(world.folder, 'ledger', 'batches'),
    );
  });
});
