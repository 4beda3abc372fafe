import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { writeRejects } from '../../src/export/rejects.js';
import { checkFile } from '../../src/batch/check/check.js';
import { createProgress, type BatchEvent } from '../../src/batch/events.js';
import { workOnHeld } from '../../src/batch/work.js';
import { ConfereError } from '../../src/base/errors.js';
import { cpfs, csv, NO_LIMITS, testWorld } from './support.js';

const GOAL = { limits: NO_LIMITS, waits: true, interval: 1000 };

const CSV = csv(cpfs(45_000));

/** The user stops when the first event comes that fits; the number of events until the end. */
function stoppedAt(fits: (event: BatchEvent) => boolean) {
  const controller = new AbortController();
  const seen = { after: 0 };
  const onEvent = (event: BatchEvent) => {
    if (controller.signal.aborted) seen.after += 1;
    else if (fits(event)) controller.abort(new ConfereError('interrupted', { during: 'batch' }));
  };
  return { seen, how: { stop: controller.signal, onEvent } };
}

const isStep =
  (step: string, from = 0) =>
  (event: BatchEvent) =>
    event.type === 'progress' && event.step === step && event.done >= from;

it.each([
  ['unpacked', 'in.csv.gz', gzipSync(CSV), isStep('unpacking')],
  ['read', 'in.csv', CSV, isStep('reading')],
] as const)(
  'a stop while an input is %s keeps nothing of it and asks the service nothing',
  async (_, name, bytes, fits) => {
    const world = await testWorld();
    const { seen, how } = stoppedAt(fits);
    const stopped = { code: 'interrupted', facts: { during: 'input' } };
    await expect(world.open(await world.file(bytes, name), how)).rejects.toMatchObject(stopped);
    const left = await readdir(world.folder, { recursive: true });
    expect(left.filter((one) => /[/](input|incoming[/].+|.*\.part)$/.test(one))).toEqual([]);
    expect([await world.ledger().findBatches(), world.service.log]).toEqual([[], []]);
    // Nothing goes on but the notice that the reading has ended.
    expect(seen.after).toBeLessThanOrEqual(1);
  },
);

it('a stop before something is sent discards a new batch, which was not announced, and writes no result', async () => {
  const world = await testWorld();
  await world.run(3);
  world.events.length = 0;
  const target = join(world.folder, 'out.csv');
  const request = { target, excel: false, overwrite: false, partial: false, isOwnResult: true };
  const early = AbortSignal.abort(new ConfereError('terminated', { during: 'batch' }));
  for (const { how, code } of [
    { how: stoppedAt(({ type }) => type === 'plan').how, code: 'interrupted' },
    { how: { stop: early }, code: 'terminated' },
  ]) {
    const held = await world.open(6);
    const { trouble, summary } = await workOnHeld(world.deps(how), held, GOAL, request);
    expect(trouble).toMatchObject({ code, facts: { during: 'input' } });
    expect(summary.batch).toBeNull();
    await held.release();
  }
  expect(await world.ledger().findBatches()).toHaveLength(1);
  expect(world.events.map(({ type }) => type)).not.toContain('batch');
  expect(world.service.count('POST')).toBe(1);
  expect(await readdir(world.folder)).not.toContain('out.csv');
});

it('the error of a stop counts what continues at the service, and what was not sent', async () => {
  const world = await testWorld();
  const { how } = stoppedAt(({ type }) => type === 'accepted');
  const held = await world.open(6, { ...how, perJob: 2 });
  const { trouble } = await workOnHeld(world.deps(how), held, GOAL);
  const open = { jobs: 1, running: 2, unsent: 4 };
  expect(trouble?.facts).toEqual({ during: 'batch', batch: held.batch.id, open });
});

it('a stop ends a check, and leaves no part of a result or a file of invalid rows', async () => {
  const world = await testWorld();
  const input = { column: 'cpf', kind: 'cpf' } as const;
  const path = await world.file(csv([...cpfs(1), ...Array<string>(6_000).fill('x')]));
  const checked = { path, name: 'in.csv', input };
  const { how } = stoppedAt(isStep('reading', 5000));
  const told = createProgress({ emit: how.onEvent, stop: how.stop }, 'reading', null);
  await expect(checkFile(checked, undefined, told)).rejects.toMatchObject({ code: 'interrupted' });
  const { layout } = await checkFile(checked);
  const target = { path: join(world.folder, 'no.csv'), overwrite: false, temporaryId: 'x' };
  const writing = writeRejects(path, layout, 'in.csv', { ...target, stop: how.stop });
  await expect(writing).rejects.toMatchObject({ code: 'interrupted' });
  const { batch } = await world.run(path, { input });
  const exporting = world.exported(batch, {}, stoppedAt(isStep('writing', 5000)).how);
  await expect(exporting).rejects.toMatchObject({ code: 'interrupted' });
  const left = await readdir(world.folder);
  expect(left.filter((name) => /no\.csv|out-/.test(name))).toEqual([]);
});
