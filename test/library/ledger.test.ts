import { getEventListeners } from 'node:events';
import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  CreditsError,
  InvalidIdentifierError,
  KeyRefusedError,
  ServiceError,
  type BatchEvent,
  type PlanNumbers,
  type Summary,
} from '../../src/index.js';
import { makeCpf, PERSON } from '../helpers/invented.js';
import { codeOf, failureOf, libraryUser } from './support.js';
import { newUser } from '../helpers/run-confere.js';
import type { RefereeOptions } from '../helpers/referee/index.js';
import { newDatabase } from '../helpers/postgres/databases.js';
import { HAS_SERVER } from '../helpers/postgres/shared.js';

/** Intervals that take no time; the service finishes at once. */
const QUICK = { interval: 1 };
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
  it('is checked without a request', async () => {
    const { server, ledger, file } = await opened();
    const { summary, description } = await ledger.check(file);
    expect(summary).toMatchObject({ rows: 5, unique: 3, duplicates: 1, invalid: 1 });
    expect(summary.credits.estimated).toBe(3);
    expect(description).toContain('cpf');
    const bytes = async function* () {
      await Promise.resolve();
      yield Buffer.from(FILE);
    };
    expect((await ledger.check(bytes())).summary).toEqual({ ...summary, file: 'input' });
    expect(server.log).toEqual([]);
    expect(await ledger.list()).toEqual([]);
  });

  it('is run, its rows are returned, and the same call again sends nothing', async () => {
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
    expect(server.posts).toHaveLength(1);
    expect(server.book.charged).toEqual([makeCpf(1), makeCpf(2)]);
  });

  it('that confirm refuses, or with an existing output, sends nothing', async () => {
    const { server, ledger, folder, file } = await opened();
    const confirm = ({ worstCase }: PlanNumbers) => Promise.resolve(worstCase < 3);
    expect(await codeOf(() => ledger.run(file, { ...QUICK, confirm }))).toBe('declined');
    const output = join(folder, 'mine.csv');
    await writeFile(output, 'mine');
    expect(await codeOf(() => ledger.run(file, { ...QUICK, output }))).toBe('output_exists');
    expect([server.posts, server.book.charged]).toEqual([[], []]);
    expect(await readFile(output, 'utf8')).toBe('mine');
  });

  it('whose submission got no answer is sent once, until the user decides', async () => {
    const { server, ledger, file } = await opened();
    server.script('POST /cpf/bulk', 'drop_after');
    for (let call = 0; call < 2; call += 1)
      expect(await failureOf(() => ledger.run(file, QUICK))).toMatchObject({ kind: 'unconfirmed' });
    const summary = await ledger.summarize();
    expect(summary).toMatchObject({ state: 'unconfirmed', unconfirmed: 3 });
    expect(summary.jobs[0]?.error).toBe(
      'The connection broke before the whole answer arrived; it may have been charged: check the balance, then call again.',
    );
    expect(server.posts).toHaveLength(1);
    const [{ batch } = { batch: null }] = await ledger.list();
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
    const listeners = getEventListeners(signal, 'abort').length;
    for (let i = 0; i < 20; i += 1) await ledger.watch(undefined, { ...QUICK, signal });
    expect([listeners, getEventListeners(signal, 'abort').length]).toEqual([1, 1]);
  });

  it('is exported and removed', async () => {
    const { ledger, folder, file } = await opened();
    const { batch } = await ledger.run(file, QUICK);
    const output = join(folder, 'out.jsonl');
    expect(await ledger.export(undefined, output, { only: ['found'], fields: ['name'] })).toBe(4);
    expect(JSON.parse((await readFile(output, 'utf8')).split('\n')[0] ?? '')).toMatchObject({
      lookup_name: PERSON,
    });
    await ledger.remove(batch ?? '');
    expect(await ledger.list()).toEqual([]);
  });
});

describe('a lookup', () => {
  it('is paid for once, also by a batch', async () => {
    const { server, ledger, file } = await opened({ missing: [makeCpf(9)] });
    await ledger.run(file, QUICK);
    const known = await ledger.lookup('cpf', makeCpf(1));
    expect(known).toMatchObject({ status: 'found', source: 'ledger', data: { name: PERSON } });
    expect(await ledger.lookup('cpf', makeCpf(1), { fresh: true })).toMatchObject({
      source: 'api',
    });
    const none = await ledger.lookup('cpf', makeCpf(9));
    expect(none).toMatchObject({ status: 'not_found', id: makeCpf(9) });
    expect(server.book.charged).toHaveLength(4);
  });

  it('that fails throws the error', async () => {
    const { server, ledger } = await opened();
    const invalid = await failureOf(() => ledger.lookup('cpf', '1'));
    expect(invalid).toBeInstanceOf(InvalidIdentifierError);
    server.script('GET /cpf/', 'drop_after');
    const signal = AbortSignal.abort();
    for (const [n, given, kind] of [
      [1, {}, 'unconfirmed'],
      [2, { signal }, 'interrupted'],
    ] as const)
      expect(await failureOf(() => ledger.lookup('cpf', makeCpf(n), given))).toMatchObject({
        kind,
      });
    expect(server.log).toEqual(['GET /quota', `GET /cpf/${makeCpf(1)}`]);
  });
});

describe('a ledger', () => {
  it('rejects with the error class of what the service answers', async () => {
    const { open } = await opened();
    const stranger = await open({ apiKey: 'another' });
    const error = await failureOf(() => stranger.quota());
    expect(error).toBeInstanceOf(KeyRefusedError);
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).not.toBeInstanceOf(CreditsError);
    expect(error).toMatchObject({ name: 'KeyRefusedError', kind: 'auth', httpStatus: 401 });
  });

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

  it.skipIf(process.platform === 'win32')(
    'is not opened in a folder that others can change, or whose files they can',
    async () => {
      const { folder: state, open } = await opened();
      const inside = await readdir(state, { recursive: true });
      const database = inside.find((path) => path.endsWith('ledger.db')) ?? '';
      for (const path of [state, join(state, database)]) {
        const { mode } = await stat(path);
        await chmod(path, 0o777);
        const error = await failureOf(() => open());
        expect(error).toMatchObject({ code: 'open_place', facts: { path, why: 'writable' } });
        expect(String(error)).toContain('other users of this machine can change');
        await chmod(path, mode);
      }
    },
  );
});

it('a folder that is a file is told as the command tells it, and is no defect', async () => {
  const { file, open } = await opened();
  const error = await failureOf(() => open({ folder: file }));
  expect(error).toMatchObject({ kind: 'ledger', code: 'state_unusable' });
  expect(String(error)).toMatch(/cannot be used.* In another folder the ledger starts empty: /);
  expect(String(error)).not.toContain('CONFERE_HOME');
});

it.runIf(HAS_SERVER)(
  'a ledger that several machines share gives one the results of a file that another sent',
  async () => {
    const { url } = await newDatabase();
    const { server, ledger, file, folder, open } = await libraryUser({ ledger: url });
    await ledger.run(file, QUICK);
    const other = await open({ folder: join(folder, 'other') });
    const rows: unknown[] = [];
    for await (const { id, status } of other.results()) rows.push([id, status]);
    expect(rows).toEqual([1, 2].map((n) => [makeCpf(n), 'found']));
    expect(server.book.charged).toHaveLength(2);
  },
);
