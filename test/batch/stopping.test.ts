import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { writeRejects } from '../../src/export/rejects.js';
import { checkFile } from '../../src/batch/check/check.js';
import { createProgress, type BatchEvent } from '../../src/batch/events.js';
import { workOnHeld } from '../../src/batch/work.js';
import { ConfereError } from '../../src/base/errors.js';
import { exitCodes } from '../../src/base/exit-codes.js';
import { errorLine } from '../../src/messages/people.js';
import { createNextSteps, noRun } from '../../src/messages/command-line.js';
import { cpfs, csv, NO_LIMITS, testWorld, type World } from './support.js';

const GOAL = { limits: NO_LIMITS, waits: true, interval: 1000 };

const ROWS = 45_000;
const CSV = csv(cpfs(ROWS));

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

/** Names of inputs and results in the ledger's folders and beside the input. */
async function filesLeft(world: World): Promise<string[]> {
  const all = await readdir(world.folder, { recursive: true });
  const isInput = /[/](input|incoming[/].+|.*\.part)$/;
  return all.filter((name) => isInput.test(name));
}

const isStep =
  (step: string, from = 0) =>
  (event: BatchEvent) =>
    event.type === 'progress' && event.step === step && event.done >= from;

describe('stopping while an input is read', () => {
  it.each([
    ['copied', 'in.csv', CSV, isStep('unpacking')],
    ['unpacked', 'in.csv.gz', gzipSync(CSV), isStep('unpacking')],
    ['read', 'in.csv', CSV, isStep('reading')],
  ] as const)(
    'a stop while an input is %s keeps nothing of it and asks the service nothing',
    async (_, name, bytes, fits) => {
      const world = await testWorld();
      const path = await world.file(bytes, name);
      const { seen, how } = stoppedAt(fits);
      const error: unknown = await world.open(path, how).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: 'interrupted', facts: { during: 'input' } });
      expect(await world.ledger().findBatches()).toEqual([]);
      expect(await filesLeft(world)).toEqual([]);
      expect(world.service.log).toEqual([]);
      // Nothing goes on but the notice that the reading has ended.
      expect(seen.after).toBeLessThanOrEqual(1);
    },
  );

  it('a stop after a batch was planned discards the batch, which was not announced yet', async () => {
    const world = await testWorld();
    const { how } = stoppedAt(() => false);
    const held = await world.open(3, how);
    const controller = new AbortController();
    controller.abort(new ConfereError('terminated', { during: 'batch' }));
    const deps = world.deps({ stop: controller.signal });
    const { trouble, summary } = await workOnHeld(deps, held, GOAL);
    expect(trouble).toMatchObject({ code: 'terminated', facts: { during: 'input' } });
    expect(summary.batch).toBeNull();
    expect(await world.ledger().findBatches()).toEqual([]);
    expect(world.events.map(({ type }) => type)).not.toContain('batch');
    expect(world.service.log).toEqual([]);
  });
});

it('a stop while a result is written leaves no part of the result', async () => {
  const world = await testWorld();
  const { batch } = await world.run(20_000);
  const { how } = stoppedAt(isStep('writing', 5000));
  await expect(world.exported(batch, {}, how)).rejects.toMatchObject({ code: 'interrupted' });
  expect((await readdir(world.folder)).filter((name) => name.includes('out-'))).toEqual([]);
});

it('a run that is stopped writes no result of records that the ledger had', async () => {
  const world = await testWorld();
  await world.run(3);
  const target = join(world.folder, 'out.csv');
  const { how } = stoppedAt(({ type }) => type === 'plan');
  const held = await world.open(6, how);
  const request = { target, excel: false, overwrite: false, partial: false, remember: true };
  const { trouble } = await workOnHeld(world.deps(how), held, GOAL, request);
  expect(trouble).toMatchObject({ code: 'interrupted', facts: { during: 'input' } });
  expect(await readdir(world.folder)).not.toContain('out.csv');
});

it('the error of a stop counts what continues at the service, and what was not sent', async () => {
  const world = await testWorld();
  const { how } = stoppedAt(({ type }) => type === 'accepted');
  const held = await world.open(6, { ...how, perJob: 2 });
  const { trouble } = await workOnHeld(world.deps(how), held, GOAL);
  const open = { jobs: 1, running: 2, unsent: 4 };
  expect(trouble?.facts).toEqual({ during: 'batch', batch: held.batch.id, open });
  const next = createNextSteps(() => ({ ...noRun, command: 'bulk watch', args: [held.batch.id] }));
  expect(errorLine(trouble, exitCodes.interrupted, false, next)).toBe(
    `confere: Stopped watching. 1 job (2 identifiers) continues at the service, which charges what it finds. 4 identifiers were not sent. To continue: 'confere bulk watch ${held.batch.id}'.\n`,
  );
});

it('a stop ends a check, and leaves no file of invalid rows', async () => {
  const world = await testWorld();
  const path = await world.file(CSV);
  const checked = { path, name: 'in.csv', input: {} };
  const { how } = stoppedAt(isStep('reading', 5000));
  const told = createProgress({ emit: how.onEvent, stop: how.stop }, 'reading', null);
  await expect(checkFile(checked, undefined, told)).rejects.toMatchObject({ code: 'interrupted' });
  const { layout } = await checkFile(checked);
  const target = { path: join(world.folder, 'no.csv'), overwrite: false, unique: 'x' };
  const writing = writeRejects(path, layout, 'in.csv', { ...target, stop: how.stop });
  await expect(writing).rejects.toMatchObject({ code: 'interrupted' });
  expect((await readdir(world.folder)).filter((name) => name.includes('no.csv'))).toEqual([]);
});
