import { describe, expect, it } from 'vitest';
import {
  ConfereError,
  CreditsError,
  InterruptedError,
  ServiceError,
  type BatchEvent,
  type Change,
} from '../../src/index.js';
import { ConfereError as KnownError } from '../../src/base/errors.js';
import { librarySentence } from '../../src/messages/programs.js';
import { makeCnpj, makeCpf, PERSON } from '../helpers/invented.js';
import { codeOf, failureOf, libraryUser, skipSleeps } from './support.js';

const QUICK = { interval: 1 };

it('the error of a budget is a CreditsError with its numbers', async () => {
  const { server, ledger, file } = await libraryUser({ maxCreditsPerDay: 1 });
  const facts = { of: 'batch', worstCase: 2, maxCredits: 1 };
  for (const [given, expected] of [
    [{ maxCredits: 1 }, { code: 'over_max_credits', facts }],
    [{}, { code: 'over_period_budget' }],
  ] as const) {
    const error = await failureOf(() => ledger.run(file, { ...QUICK, ...given }));
    expect(error).toBeInstanceOf(CreditsError);
    expect(error).toBeInstanceOf(ConfereError);
    expect(error).not.toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({ name: 'CreditsError', kind: 'credits', ...expected });
  }
  expect(server.posts).toEqual([]);
});

it('the error of an aborted call has the reason of its signal as cause', async () => {
  const { ledger } = await libraryUser();
  const reason = new Error('the user left');
  const signal = AbortSignal.abort(reason);
  const error = await failureOf(() => ledger.lookup('cpf', makeCpf(1), { signal }));
  expect(error).toBeInstanceOf(InterruptedError);
  expect(error).toMatchObject({ name: 'InterruptedError', kind: 'interrupted', cause: reason });
});

describe('the call that an error names as the next one', () => {
  it('has the limit that would cover it, and where to write a result', () => {
    const over = new KnownError('over_max_credits', { of: 'rest', worstCase: 16, maxCredits: 7 });
    const again = 'run the same call with { maxCredits: 16 }.';
    expect(librarySentence(over, { maxCredits: 9 }, 7)).toContain(again);
    const key = { madeWith: 'a', inUse: 'b', isUnderWay: false, isPlanned: true, isOwed: true };
    const other = new KnownError('other_key', { batch: '7k', file: 'a.csv', ...key });
    expect(librarySentence(other)).toContain(`'export("7k", output, { partial: true })'`);
  });

  it('keeps the limits of the call that failed', async () => {
    const { server, ledger, file } = await libraryUser();
    server.script('POST /cpf/bulk', 'drop_after');
    await failureOf(() => ledger.run(file, QUICK));
    const [{ batch } = { batch: null }] = await ledger.list();
    const given = { ...QUICK, maxCredits: 2, fitBalance: true, allowOverage: false };
    const limits = '{ maxCredits: 2, fitBalance: true }';
    const elsewhere = await failureOf(() => ledger.run([makeCpf(1)], given));
    expect(String(elsewhere)).toContain(
      `'resume("${batch}", ${limits})', or decide with 'resolve("${batch}")'`,
    );
    const undecided = await failureOf(() => ledger.resume(batch ?? '', given));
    expect(String(undecided)).toContain(`'resolve("${batch}", "abandon")'`);
    expect(String(undecided)).toContain(`'resolve("${batch}", "resubmit", ${limits})'`);
  });

  it('names what is left of the limit: to follow it agrees to nothing more', async () => {
    skipSleeps();
    const { server, ledger } = await libraryUser();
    server.script('POST /cnpj/bulk', 'drop_after');
    const ids = [makeCpf(1), makeCnpj(1)];
    const lost = await failureOf(() => ledger.run(ids, { ...QUICK, maxCredits: 3 }));
    expect(String(lost)).toContain('Run the same call with { maxCredits: 2 } again');
    expect(server.book.charged).toHaveLength(2);
    const undecided = await failureOf(() => ledger.resume(undefined, QUICK));
    expect(String(undecided)).toContain('"resubmit", { maxCredits: 2 })');
  });
});

it('events name their batch as soon as there is one, and a call has its own', async () => {
  const all: BatchEvent[] = [];
  const { ledger, folder, file } = await libraryUser({ onEvent: (event) => all.push(event) });
  const own: BatchEvent[] = [];
  const onEvent = (event: BatchEvent) => own.push(event);
  const { batch } = await ledger.run(file, { ...QUICK, onEvent });
  const batches = own.map((event) => event.batch);
  const begun = batches.findIndex((id) => id !== null);
  expect(own.slice(0, begun).map(({ type }) => type)).toContain('input');
  expect(new Set(batches.slice(begun))).toEqual(new Set([batch]));
  expect(own.find(({ type }) => type === 'plan')).toMatchObject({ batch });
  expect(all).toEqual(own);
  await ledger.export(batch ?? '', `${folder}/out.csv`, { onEvent });
  expect(own.at(-1)).toMatchObject({ type: 'exported', batch, rows: 2 });
});

describe('a list of identifiers', () => {
  it('is an input, one a row, whatever is in its texts', async () => {
    const { ledger, server } = await libraryUser();
    const ids = ['cpf', `"sem\ndocumento`, makeCpf(1), `1;${makeCpf(3)}`, `${makeCpf(2)}\n`];
    const { summary } = await ledger.check(ids, { kind: 'cpf' });
    expect(summary).toMatchObject({ rows: 5, unique: 2, invalid: 3 });
    expect(await ledger.run(ids, QUICK)).toMatchObject({ rows: 5, found: 2, state: 'complete' });
    const rows: unknown[] = [];
    for await (const { row, id, status } of ledger.results()) rows.push([row, id, status]);
    expect(rows).toEqual([
      [1, null, 'invalid'],
      [2, null, 'invalid'],
      [3, makeCpf(1), 'found'],
      [4, null, 'invalid'],
      [5, makeCpf(2), 'found'],
    ]);
    expect(await ledger.run(ids, QUICK)).toMatchObject({ credits: { now: 0 } });
    expect(server.book.charged).toHaveLength(2);
  });
});

describe('a ledger', () => {
  it('knows the balance, and what was spent', async () => {
    const { ledger, file } = await libraryUser();
    const { batch } = await ledger.run(file, QUICK);
    expect(await ledger.quota()).toMatchObject({ usedCredits: 2 });
    const { groups, total } = await ledger.spend({ by: 'batch' });
    expect(total).toMatchObject({ found: 2, charged: 2, saved: 0 });
    expect(groups).toContainEqual(
      expect.objectContaining({
        key: { of: 'batch', batch: expect.objectContaining({ id: batch }) as object },
        charged: 2,
      }),
    );
    const today = new Date();
    const tomorrow = new Date(today.getTime() + 86_400_000);
    expect((await ledger.spend({ since: today, until: today })).total.charged).toBe(2);
    expect((await ledger.spend({ since: tomorrow })).groups).toEqual([]);
  });

  it('compares two batches, change by change', async () => {
    skipSleeps();
    const { server, ledger, file } = await libraryUser();
    const [first, second, third] = [1, 2, 3].map(makeCpf) as [string, string, string];
    const older = (await ledger.run(file, QUICK)).batch ?? '';
    server.script(`GET /cpf/${first}`, {
      status: 200,
      body: { success: true, data: { cpf: first, name: 'OUTRO NOME' } },
    });
    await ledger.lookup('cpf', first, { fresh: true });
    const newer = (await ledger.run([first, third], { ...QUICK, kind: 'cpf' })).batch ?? '';
    const changes: Change[] = [];
    const onChange = (change: Change) => changes.push(change);
    const { rows, same, ...summary } = await ledger.diff(older, newer, {
      fields: ['name', 'status'],
      onChange,
    });
    expect(summary.changes).toMatchObject({ appeared: 1, disappeared: 1, changed: 1 });
    expect([rows, same]).toEqual([changes.length, 0]);
    expect(changes).toContainEqual({
      id: first,
      kind: 'cpf',
      change: 'changed',
      field: 'name',
      old: PERSON,
      new: 'OUTRO NOME',
    });
    for (const [id, change] of [
      [second, 'disappeared'],
      [third, 'appeared'],
    ])
      expect(changes).toContainEqual(expect.objectContaining({ id, change }));
  });

  it('forgets what is old, and what is about some people', async () => {
    skipSleeps();
    const { ledger, file } = await libraryUser();
    await ledger.run(file, QUICK);
    const about = [makeCpf(1)];
    const foreseen = await ledger.purge(about, { dryRun: true });
    expect(foreseen).toMatchObject({ identifiers: 1, rows: 1, records: 1, credits: 1 });
    expect((await ledger.list())[0]).toMatchObject({ found: 2 });
    expect(await ledger.purge(about)).toEqual(foreseen);
    expect((await ledger.list())[0]).toMatchObject({ found: 1, reasons: { erased: 1 } });
    expect(await codeOf(() => ledger.purge(['123']))).toBe('not_erasable');
    expect(await ledger.purge(3_600_000)).toMatchObject({ batches: 0, records: 0 });
    const { batches } = await ledger.purge(0, { dryRun: true });
    expect([batches, (await ledger.list()).length]).toEqual([1, 1]);
    expect(await ledger.purge(0)).toMatchObject({ batches: 1, records: 1, credits: 1, kept: [] });
    expect(await ledger.list()).toEqual([]);
  });

  it('is closed at the end of its block', async () => {
    const { ledger } = await libraryUser();
    {
      await using opened = ledger;
      expect([await opened.list(), (await opened.quota()).usedCredits]).toEqual([[], 0]);
    }
    for (const call of [() => ledger.quota(), () => ledger.list()])
      expect(await codeOf(call)).toBe('closed');
  });
});
