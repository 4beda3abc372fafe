import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfereError } from '../../src/base/errors.js';
import { readJson } from '../../src/base/flush.js';
import { computeSentCheck } from '../../src/ledger/accepted.js';
import type { Batch, Job, LateOutcome, Ledger } from '../../src/ledger/index.js';
import {
  acceptLostJobs,
  storeWaitingOutcomes,
  markOutcomeDelivered,
  recoverJobIds,
  storeJobId,
  writeWaitingOutcome,
} from '../../src/money/outbox.js';
import { cpfs, csv, testWorld } from '../batch/support.js';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import { accepted, testLedger } from '../ledger/support.js';

const NOW = 1_000_000;
const BUSY = new ConfereError('state_busy', { path: 'ledger.db' });
const HELD = new ConfereError('batch_held', { batch: 'abc0000000', by: null });
const TERMINATED = { database: 'd', why: 'unreachable', reason: 'terminated' } as const;
/** The database is away, or is lost after it has stored something. */
const [AWAY, LOST] = [
  new ConfereError('database_unusable', TERMINATED),
  new ConfereError('database_unusable', TERMINATED),
];

/** A ledger with planned batches of two jobs; the submission of the first one was begun at the moment 3. */
async function begun(...ids: string[]) {
  const clock = createFakeClock(NOW);
  const ledger = await testLedger(clock);
  const batches: Batch[] = [];
  for (const id of ids) {
    const batch = await ledger.plannedBatch([`${id}1`, `${id}2`], { id });
    await ledger.splitJob(batch.num, 1, 1);
    batches.push(batch);
  }
  const [batch] = batches as [Batch];
  await ledger.begin(batch.num, { at: 3 });
  const folder = ledger.batchFolder(batch.id);
  const firstJob = async () => (await ledger.readJobs(batch.num))[0];
  return { clock, ledger, batch, batches, folder, firstJob };
}

const SUBMISSION = { jobId: 'new', totalRecords: 2, invalid: 1 };
const SENT = { ids: ['abc1'], price: 2 };
/** As earlier versions wrote it. */
const FILE = {
  job: 1,
  submittedAt: 3,
  at: NOW,
  outcome: { is: 'accepted', jobId: 'new', rejected: 1 },
};
/** As it is written now. */
const WRITTEN = {
  ...FILE,
  items: 1,
  price: 2,
  check: expect.stringMatching(/^[\da-f]{64}$/) as string,
};
const KEPT = { state: 'accepted', jobId: 'new', acceptedAt: NOW, rejected: 1 };
const OPEN = { state: 'submitting', jobId: null };

/** Stores the id `new` of the first job in a ledger whose writing fails like this, one time after the other. */
async function storeIn(its: Awaited<ReturnType<typeof begun>>, errors: readonly Error[]) {
  const { clock, ledger, batch, folder } = its;
  const left = [...errors];
  const inFile: unknown[] = [];
  const storeOutcome: Ledger['storeOutcome'] = async (...outcome) => {
    inFile.push(await readJson(join(folder, 'accepted-1.json')));
    const error = left.shift();
    if (error === undefined || error === LOST) await ledger.storeOutcome(...outcome);
    if (error !== undefined) throw error;
  };
  const job = (await its.firstJob()) as Job;
  const stored = storeJobId(
    { clock, ledger: { ...ledger, storeOutcome } },
    batch,
    job,
    SUBMISSION,
    SENT,
  );
  const result = await stored.catch((error: unknown) => error);
  return {
    result,
    inFile,
    after: await its.firstJob(),
    sleeps: clock.sleeps,
    left: await readdir(folder),
  };
}

/** A ledger that cannot store the id of a job. */
const failing = (ledger: Ledger): Ledger => ({
  ...ledger,
  storeOutcome: () => Promise.reject(BUSY),
});

const six = (error: Error) => Array.from({ length: 6 }, () => error);
/** A folder of this name is in the way of the file. */
const UNWRITABLE = 'accepted-1.json.new';
const PAUSES = [2_000, 2_000, 2_000, 2_000, 2_000];

describe('the id of an accepted job', () => {
  it.each([
    ['is stored at once', [], true, 0],
    ['is stored once the ledger is no longer busy', [BUSY, BUSY, HELD], true, 3],
    ['is stored although the connection breaks before the database says so', [LOST], true, 0],
    ['is stored although its file cannot be written', [], false, 0],
  ])('the id of an accepted job %s', async (_, errors, isWritable, pauses) => {
    const its = await begun('abc0000000');
    if (!isWritable) await mkdir(join(its.folder, UNWRITABLE));
    const { after, ...told } = await storeIn(its, errors);
    expect(told).toEqual({
      result: 'stored',
      inFile: Array(pauses + 1).fill(isWritable ? WRITTEN : undefined),
      sleeps: PAUSES.slice(0, pauses),
      left: [isWritable ? 'accepted-1.json' : UNWRITABLE],
    });
    expect(after).toMatchObject(KEPT);
  });

  it.each([
    ['the ledger stays busy', six(BUSY), true, false, PAUSES],
    ['the database is away: the file keeps the id', six(AWAY), true, true, PAUSES],
    ['the database is away, and no file can be written', six(AWAY), false, false, PAUSES],
    ['the program has a defect', [new Error('defect')], true, false, []],
  ])(
    'the error names a job id that cannot be stored because %s',
    async (_, errors, isWritable, waits, pauses) => {
      const its = await begun('abc0000000');
      if (!isWritable) await mkdir(join(its.folder, UNWRITABLE));
      const { result, after, sleeps, left } = await storeIn(its, errors);
      const facts = { of: 'job_id', batch: 'abc0000000', job: 1, jobId: 'new', waits };
      expect(result).toMatchObject({ code: 'ledger_unwritable', facts, cause: errors[0] });
      expect([sleeps, left]).toEqual([pauses, [isWritable ? 'accepted-1.json' : UNWRITABLE]]);
      expect(after).toMatchObject(OPEN);
    },
  );

  it('a job id is not stored if another job of this or another batch has it', async () => {
    for (const [owner, seq] of [
      [0, 2],
      [1, 1],
    ] as const) {
      const its = await begun('abc0000000', 'other');
      await its.ledger.accept(its.batches[owner]?.num ?? 0, seq, 'new');
      const { result, after, left } = await storeIn(its, []);
      expect([result, left]).toEqual(['taken', []]);
      expect(after).toMatchObject(OPEN);
    }
  });

  it('a job id waits in a file while the ledger cannot be written, and the next run fetches its results', async () => {
    const world = await testWorld();
    const path = await world.file(csv(cpfs(10)));
    const { batch, error } = await world.run(path, { ledger: failing(world.ledger()) });
    expect(error).toMatchObject({ code: 'ledger_unwritable', facts: { job: 1 } });
    const file = join(world.ledger().batchFolder(batch.id), 'accepted-1.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const kept = await readFile(file);
    await writeFile(file, '');
    await world.restart();
    // Nothing is sent while it is damaged.
    expect((await world.run(path)).error).toMatchObject({
      kind: 'ledger',
      code: 'job_id_unreadable',
      facts: { batch: batch.id, job: 1, path: file },
    });
    await writeFile(file, kept);
    expect((await world.run(path)).summary).toMatchObject({ state: 'complete', found: 10 });
    expect(world.service.count('POST')).toBe(1);
  });
});

const given = (more: object) => JSON.stringify({ ...FILE, ...more });
const outcome = (more: object) => given({ outcome: { ...FILE.outcome, ...more } });
const idOf = (id: string) =>
  given({ submittedAt: undefined, outcome: { ...FILE.outcome, jobId: `of ${id}` } });
const GIVEN_UP = { state: 'abandoned', jobId: null };
const CHECK = computeSentCheck({ id: 'abc0000000', inputHash: null }, 'new', ['abc00000001']);
const SENT_FILE = given({ items: 1, price: 2, check: CHECK });

describe('a file with the id of a job', () => {
  /** Not of a job of this ledger. */
  const OTHERS = ['accepted-1.json.new', 'old-accepted-1.json'];
  /** A batch whose first job is in this state, and a file for it. */
  async function waiting(state: string, text: string) {
    const its = await begun('abc0000000');
    const { ledger, batch } = its;
    if (state === 'accepted') await ledger.storeOutcome(batch.num, 1, accepted('own'), 4);
    if (state === 'planned') await ledger.storeOutcome(batch.num, 1, { is: 'refused' }, 4);
    if (state !== 'submitting') await ledger.markInterruptedJobs(batch.num, '{"said":"why"}');
    if (state === 'abandoned') await ledger.abandon(batch.num, [1], 4);
    for (const name of ['accepted-1.json', ...OTHERS])
      await writeFile(join(its.folder, name), text);
    return its;
  }

  const OWN = { state: 'accepted', jobId: 'own' };
  it.each([
    ['stored', 'submitting', given({}), KEPT],
    ['stored for a job in doubt', 'unconfirmed', given({}), KEPT],
    ['stored for a job that was given up', 'abandoned', given({}), KEPT],
    ['ignored if it is of an earlier submission', 'submitting', given({ submittedAt: 2 }), OPEN],
    ['ignored if another job has it', 'submitting', outcome({ jobId: 'own2' }), OPEN],
    ['ignored, even if damaged, if the job has an id', 'accepted', '{', OWN],
    ['removed if it is damaged and the job was given up', 'abandoned', '{', GIVEN_UP],
    [
      'stored if an old backup of the ledger does not know the submission',
      'planned',
      SENT_FILE,
      KEPT,
    ],
  ])('a job id in a file is %s', async (_, state, text, after) => {
    const { ledger, batch, folder, firstJob } = await waiting(state, text);
    await ledger.accept(batch.num, 2, 'own2');
    expect(await recoverJobIds(ledger, batch)).toBe(state === 'planned');
    expect(await firstJob()).toMatchObject(after);
    const stays = after === KEPT || state === 'accepted';
    const left = stays ? ['accepted-1.json', ...OTHERS] : OTHERS;
    expect((await readdir(folder)).toSorted()).toEqual(left);
  });

  it.each([
    ...['', 'null', given({ job: 2 }), outcome({ is: 'refused' }), outcome({ jobId: '' })],
    ...[outcome({ jobId: 5 }), outcome({ rejected: '1' })],
  ])('a damaged file with a job id stays: %s', async (text) => {
    const { ledger, batch, folder, firstJob } = await waiting('submitting', text);
    const path = join(folder, 'accepted-1.json');
    const damaged = { code: 'job_id_unreadable', facts: { batch: 'abc0000000', job: 1, path } };
    await expect(recoverJobIds(ledger, batch)).rejects.toMatchObject(damaged);
    expect(await firstJob()).toMatchObject(OPEN);
    expect(await readFile(path, 'utf8')).toBe(text);
  });

  it.each([
    [1, given({ items: 1, check: 'of others' }), given({})],
    [1, '{'],
    [2, '{'],
    [9, '{'],
  ])(
    'job %i, which the ledger does not know, stops all until the user accepts that: %s',
    async (seq, text, kept = text) => {
      const { ledger, batch, folder } = await waiting(seq === 1 ? 'planned' : 'submitting', '{');
      const name = `accepted-${seq}.json`;
      await rm(join(folder, 'accepted-1.json'));
      await writeFile(join(folder, name), text);
      await ledger.plannedBatch(['z'], { id: 'elsewhere0' });
      const facts = { why: 'jobs', batch: batch.id, jobs: 1 };
      const refusal = { code: 'ledger_lost', facts };
      await expect(recoverJobIds(ledger, batch)).rejects.toMatchObject(refusal);
      await expect(storeWaitingOutcomes(ledger)).rejects.toMatchObject(refusal);
      expect(await acceptLostJobs(ledger)).toBe(1);
      const lost = join(ledger.folder, 'lost', batch.id);
      expect(await readFile(join(lost, name), 'utf8')).toBe(kept);
      expect((await stat(lost)).mode & 0o777).toBe(0o700);
      expect(await readdir(folder)).not.toContain(name);
      const holdBatch = () => Promise.reject(HELD);
      expect(await acceptLostJobs({ ...ledger, holdBatch })).toBe(0);
      expect(await readdir(join(ledger.folder, 'batches'))).toEqual([batch.id]);
    },
  );

  it('a job id is delivered unless another process holds the batch', async () => {
    const { ledger, batches, folder } = await begun(
      'ab00000000',
      'abc0000000',
      'busy000000',
      'none000000',
    );
    for (const { num, id } of batches.slice(0, 3)) {
      if (id !== 'ab00000000') await ledger.begin(num, { at: 3 });
      await writeFile(join(ledger.batchFolder(id), 'accepted-1.json'), idOf(id));
    }
    await writeFile(join(ledger.batchFolder('gone000000'), 'accepted-1.json'), given({}));
    for (const id of ['ab00000000', 'none000000'])
      await writeFile(join(ledger.batchFolder(id), 'input'), '');
    const held: string[] = [];
    const holdBatch: Ledger['holdBatch'] = (id) => {
      held.push(id);
      return id === 'busy000000' ? Promise.reject(HELD) : ledger.holdBatch(id);
    };
    await storeWaitingOutcomes({ ...ledger, holdBatch });
    expect(held.toSorted()).toEqual(['ab00000000', 'abc0000000', 'busy000000']);
    const jobs = await Promise.all(batches.map(({ num }) => ledger.readJobs(num)));
    expect(jobs.map(([job]) => job?.jobId)).toEqual(['of ab00000000', 'of abc0000000', null, null]);
    expect(await ledger.findHeldBatches()).toEqual([]);
    await storeWaitingOutcomes(ledger);
    expect((await ledger.readJobs(batches[2]?.num ?? 0))[0]).toMatchObject({
      jobId: 'of busy000000',
    });
    // What the ledger has is not asked for again.
    await storeWaitingOutcomes({ ...ledger, holdBatch: () => Promise.reject(new Error('held')) });
    expect(await readdir(folder)).toContain('accepted-1.json');
  });
});

describe('the outcome of a lookup', () => {
  const record = { kind: 'cpf', id: 'a', data: { n: 1 }, fetchedAt: NOW, single: true } as const;
  const late = { num: 1, holder: 'h', outcome: { is: 'found', record } } as const;
  const free = { ...late, num: 2, outcome: { is: 'free' } } as const;

  it('the outcome of a lookup waits while the database is away, and is delivered once', async () => {
    const ledger = await testLedger(createFakeClock(NOW));
    const folder = join(ledger.folder, 'waiting');
    for (const [n, one] of [late, free].entries()) {
      expect(await ledger.begunLookup(`a${n}`)).toBe(one.num);
      expect(await writeWaitingOutcome(ledger, one, AWAY)).toBe(true);
    }
    await markOutcomeDelivered(ledger, 1, 7);
    const names = ['lookup-1-h.json', 'lookup-2-h.json'];
    expect(await readdir(folder)).toEqual(names);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    const delivered: LateOutcome[] = [];
    const deliverTo = (endLateLookup: Ledger['endLateLookup']) =>
      storeWaitingOutcomes({ ...ledger, endLateLookup });
    await deliverTo(() => Promise.reject(AWAY));
    expect(await readdir(folder)).toEqual(names);
    await deliverTo(async (one) => {
      delivered.push(one);
      await ledger.endLateLookup(one);
      // Another process delivers it at the same time.
      await rm(join(folder, `lookup-${one.num}-h.json`));
    });
    expect(delivered).toEqual([{ ...late, shownAt: 7 }, free]);
    expect(await ledger.findNewestRecord('cpf', 'a', 0)).toMatchObject({ data: { n: 1 } });
    expect(await writeWaitingOutcome(ledger, free, AWAY)).toBe(true);
    await storeWaitingOutcomes(ledger);
    expect(await readdir(folder)).toEqual([]);
  });

  it('the outcome of a lookup waits only for a database that is away, in a folder that can be written', async () => {
    const ledger = await testLedger();
    expect(await writeWaitingOutcome(ledger, late, BUSY)).toBe(false);
    expect(await writeWaitingOutcome(ledger, late, new Error('defect'))).toBe(false);
    await writeFile(join(ledger.folder, 'waiting'), '');
    expect(await writeWaitingOutcome(ledger, late, AWAY)).toBe(false);
    const findWithoutJobIds = () => Promise.reject(new Error('asked without a batch'));
    await storeWaitingOutcomes({ ...ledger, findWithoutJobIds });
    expect(await readFile(join(ledger.folder, 'waiting'), 'utf8')).toBe('');
  });

  it('a damaged file with an outcome stays: it may be the only trace of a paid record', async () => {
    const ledger = await testLedger();
    const folder = join(ledger.folder, 'waiting');
    await mkdir(folder);
    const damaged = [
      ...[{}, { ...free, num: '2' }, { ...free, holder: 1 }, { ...free, outcome: undefined }],
      ...[{ ...free, outcome: { is: 'unknown' } }, null],
    ];
    for (const [n, one] of [...damaged, free].entries())
      await writeFile(join(folder, `${n}.json`), JSON.stringify(one));
    await writeFile(join(folder, 'whole.json.new'), JSON.stringify(free));
    await storeWaitingOutcomes(ledger);
    expect(await readdir(folder)).toEqual([
      ...damaged.map((_, n) => `${n}.json`),
      'whole.json.new',
    ]);
  });
});
