import { getEventListeners } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  cpf,
  type BatchEvent,
  type Change,
  type PlanNumbers,
  type Summary,
} from '../../src/index.js';
import { makeCpf, PERSON } from '../helpers/invented.js';
import type { RefereeOptions } from '../helpers/referee/index.js';
import { newUser } from '../helpers/run-confere.js';
import { codeOf, failureOf, libraryUser, QUICK, skipSleeps } from './support.js';

const IDS = [1, 2, 1, 3].map(makeCpf);
const FILE = `nome,cpf\n${IDS.map((id, n) => `p${n},${id}\n`).join('')}x,52998224724\n`;

async function opened(service: RefereeOptions = {}) {
  const events: BatchEvent[] = [];
  const user = await libraryUser({ onEvent: (event) => events.push(event) }, service);
  await writeFile(user.file, FILE);
  return { ...user, events };
}

const chargedNothing = (summary: Summary) => ({
  ...summary,
  credits: { ...summary.credits, now: 0 },
});

describe('a file', () => {
  it('is checked without a request, also as bytes', async () => {
    const { server, ledger, file } = await opened();
    const { summary, description } = await ledger.check(file);
    expect(summary).toMatchObject({ rows: 5, unique: 3, duplicates: 1, invalid: 1 });
    expect(summary.credits.estimated).toBe(3);
    expect(description).toContain('cpf');
    const bytes = async function* () {
      yield await Promise.resolve(Buffer.from(FILE));
    };
    expect((await ledger.check(bytes())).summary).toEqual({ ...summary, file: 'input' });
    expect([server.log, await ledger.list()]).toEqual([[], []]);
  });

  it('is run, returned, exported and removed, and the same call again sends nothing', async () => {
    const { server, ledger, folder, file, events } = await opened({ missing: [makeCpf(3)] });
    const output = join(folder, 'out.csv');
    const summary = await ledger.run(file, { ...QUICK, output });
    expect(summary).toMatchObject({ state: 'complete', found: 2, notFound: 1, output });
    const lines = (await readFile(output, 'utf8')).trimEnd().split('\n');
    expect(lines).toHaveLength(6);
    expect(lines[1]).toMatch(new RegExp(`^p0,${makeCpf(1)},found,,api,.*${PERSON}`));
    const rows = [];
    for await (const { row, id, status, data } of ledger.results()) {
      rows.push([row, id, status, data?.['name'] ?? null]);
    }
    expect(rows).toEqual([
      [1, makeCpf(1), 'found', PERSON],
      [2, makeCpf(2), 'found', PERSON],
      [3, makeCpf(1), 'found', PERSON],
      [4, makeCpf(3), 'not_found', null],
      [5, null, 'invalid', null],
    ]);
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['batch', 'plan', 'submitting', 'accepted', 'job_ended', 'exported']),
    );
    expect(await ledger.run(file, { ...QUICK, output })).toEqual(chargedNothing(summary));
    expect([server.posts.length, server.book.charged.length]).toEqual([1, 2]);
    const other = join(folder, 'out.jsonl');
    expect(await ledger.export(undefined, other, { only: ['found'], fields: ['name'] })).toBe(3);
    expect(JSON.parse((await readFile(other, 'utf8')).split('\n')[0] ?? '')).toMatchObject({
      lookup_name: PERSON,
    });
    await ledger.remove(summary.batch ?? '');
    expect(await ledger.list()).toEqual([]);
  });

  it('and what is stored about a person in it are in the log, with the purpose of each program', async () => {
    const { file, open } = await opened();
    const ledger = await open({ purpose: 'audit' });
    const { batch } = await ledger.run(file, QUICK);
    await ledger.lookup('cpf', makeCpf(1));
    await ledger.close();
    const later = await open({ purpose: 'appeal' });
    for await (const { row } of later.results()) expect(row).toBeGreaterThan(0);
    expect(await later.log()).toMatchObject([
      { request: 'batch', batch, found: 3, credits: 3, purpose: 'audit' },
      { request: 'lookup', id: cpf.mask(makeCpf(1)), reused: 1, purpose: 'audit' },
      { request: 'batch_use', batch, purpose: 'appeal' },
    ]);
    expect(await later.log({ since: new Date(Date.now() + 60_000) })).toEqual([]);
    expect((await later.log({ full: true }))[1]).toMatchObject({ id: makeCpf(1) });
    expect(await later.about(makeCpf(1))).toMatchObject({
      kind: 'cpf',
      records: [{ data: { name: PERSON } }],
      requests: [{ answer: 'charged' }, { answer: 'reused' }, { request: 'batch_use' }],
      places: [{ what: 'copy', rows: 2 }],
    });
    expect(await codeOf(() => later.about('1'))).toBe('not_an_identifier');
  });

  it('that confirm refuses, or with an existing output, sends nothing', async () => {
    const { server, ledger, file } = await opened();
    const confirm = ({ worstCase }: PlanNumbers) => Promise.resolve(worstCase < 3);
    expect(await codeOf(() => ledger.run(file, { ...QUICK, confirm }))).toBe('declined');
    const output = file;
    expect(await codeOf(() => ledger.run(IDS, { ...QUICK, output }))).toBe('output_exists');
    expect([server.posts, server.book.charged]).toEqual([[], []]);
    expect(await readFile(output, 'utf8')).toBe(FILE);
  });

  it('whose submission got no answer is sent once, until the user decides', async () => {
    const { server, ledger, file } = await opened();
    server.script('POST /cpf/bulk', 'drop_after');
    for (let call = 0; call < 2; call += 1)
      expect(await failureOf(() => ledger.run(file, QUICK))).toMatchObject({ kind: 'unconfirmed' });
    const { batch, jobs, ...summary } = await ledger.summarize();
    expect(summary).toMatchObject({ state: 'unconfirmed', unconfirmed: 3 });
    expect(jobs[0]?.error).toBe(
      'The connection broke before the whole answer arrived; it may have been charged: check the balance, then call again.',
    );
    expect(server.posts).toHaveLength(1);
    const jobId = server.jobIds()[0] ?? '';
    const adopted = await ledger.resolve(batch ?? '', { adopt: jobId });
    expect(adopted).toMatchObject({ state: 'complete', found: 3 });
    expect(server.book.charged).toHaveLength(3);
    // The same decision again affirms it; another one is refused.
    expect(await ledger.resolve(batch ?? '', { adopt: jobId })).toEqual(adopted);
    const abandoning = await codeOf(() => ledger.resolve(batch ?? '', 'abandon'));
    expect(abandoning).toBe('nothing_unconfirmed');
  });

  it('adds one listener to a signal, for any number of calls', async () => {
    const { ledger, file } = await opened();
    const { signal } = new AbortController();
    await ledger.run(file, { ...QUICK, signal });
    for (let i = 0; i < 5; i += 1) await ledger.watch(undefined, { ...QUICK, signal });
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  });
});

it('a list of identifiers is an input, one a row, whatever is in its texts', async () => {
  const { ledger, server } = await libraryUser();
  const ids = ['cpf', `"sem\ndocumento`, makeCpf(1), `1;${makeCpf(3)}`, `${makeCpf(2)}\n`];
  const { summary } = await ledger.check(ids, { kind: 'cpf' });
  expect(summary).toMatchObject({ rows: 5, unique: 2, invalid: 3 });
  expect(await ledger.run(ids, QUICK)).toMatchObject({ rows: 5, found: 2, state: 'complete' });
  const found: unknown[] = [];
  for await (const { row, id, status } of ledger.results())
    if (status === 'found') found.push([row, id]);
  expect(found).toEqual([
    [3, makeCpf(1)],
    [5, makeCpf(2)],
  ]);
  expect(await ledger.run(ids, QUICK)).toMatchObject({ credits: { now: 0 } });
  expect(server.book.charged).toHaveLength(2);
});

describe('a ledger', () => {
  it('returns stored results without a key, and sends nothing without one', async () => {
    const { ledger, file, open } = await opened();
    const summary = await ledger.run(file, QUICK);
    const reader = await open({ apiKey: undefined });
    expect(await reader.summarize(summary.batch ?? undefined)).toEqual(chargedNothing(summary));
    expect(await codeOf(() => reader.watch())).toBe('no_api_key');
  });

  it("is the same as the command's, in the same folder", async () => {
    const { server, ledger, open } = await opened();
    await using user = await newUser(server);
    const shared = await open({ folder: join(user.folder, 'home', 'state') });
    const summary = await shared.run(await user.file('in.csv', FILE), QUICK);
    const { stdout } = await user.run(['bulk', 'status', '--json']);
    expect(JSON.parse(stdout)).toEqual(chargedNothing(summary));
    expect(await ledger.list()).toEqual([]);
    await shared.close();
  });

  it('knows the balance, and what was spent', async () => {
    const { ledger, file } = await libraryUser();
    const { batch } = await ledger.run(file, QUICK);
    expect(await ledger.quota()).toMatchObject({ usedCredits: 2 });
    const { groups, total } = await ledger.spend({ by: 'batch' });
    expect(total).toMatchObject({ found: 2, charged: 2, saved: 0 });
    const id = expect.objectContaining({ id: batch }) as object;
    expect(groups).toMatchObject([{ key: { of: 'batch', batch: id }, charged: 2 }]);
    const tomorrow = new Date(Date.now() + 86_400_000);
    expect((await ledger.spend({ since: tomorrow })).groups).toEqual([]);
  });

  it('compares two batches, change by change', async () => {
    skipSleeps();
    const { ledger, file } = await libraryUser();
    const [first = '', second = '', third = ''] = [1, 2, 3].map(makeCpf);
    const { batch: older } = await ledger.run(file, QUICK);
    const { batch: newer } = await ledger.run([second, third], { ...QUICK, kind: 'cpf' });
    const changes: Change[] = [];
    const onChange = (change: Change) => changes.push(change);
    const given = { fields: ['name', 'status'], onChange };
    const summary = await ledger.diff(older ?? '', newer ?? '', given);
    expect(summary).toMatchObject({ rows: 2, same: 1, changes: { appeared: 1, disappeared: 1 } });
    const kind = { kind: 'cpf', company: '', field: 'lookup_status' };
    expect(changes).toEqual([
      { ...kind, id: first, change: 'disappeared', old: 'found', new: null },
      { ...kind, id: third, change: 'appeared', old: null, new: 'found' },
    ]);
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
    expect(await ledger.purge(0)).toMatchObject({ batches: 1, records: 1, credits: 1, kept: [] });
    expect(await ledger.list()).toEqual([]);
  });
});
