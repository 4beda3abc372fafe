import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openState } from '../../src/sandbox/state.js';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import { sentenceOf } from '../helpers/sentence.js';
import { cnpj, cpf, object, one, open, some, stateFile } from './support.js';
import { composed } from '../../src/sqlite/sql.js';

const notFound = object('Lote não encontrado.');

test('a job advances with time: its CPF counters in steps of 50, its results one by one', async () => {
  const clock = createFakeClock();
  const { get, post } = await open({ clock, jobSpeed: 10 });
  const items = Array.from({ length: 120 }, (_, n) => cpf(n));
  const sent = { cpfs: items, fileName: 'a.csv', format: 'CSV' };
  const { jobId } = (await post('/cpf/bulk', sent)).body.data;
  const job = async () => (await get(`/cpf/bulk/${jobId}`)).body.data;
  const created = new Date(clock.now()).toISOString();
  expect(await job()).toEqual({
    id: jobId,
    status: 'processing',
    file_name: 'a.csv',
    format: 'CSV',
    total_records: 120,
    processed: 0,
    found: 0,
    not_found: 0,
    skipped: 0,
    error: null,
    created_at: created,
    updated_at: created,
    cpfs: [],
  });
  clock.advance(7_550);
  const half = await job();
  expect([half.status, half.processed, half.cpfs.length]).toEqual(['processing', 50, 75]);
  const found = half.cpfs.slice(0, 50).filter((item) => item.found).length;
  expect([half.found, half.not_found]).toEqual([found, 50 - found]);
  clock.advance(60_000);
  const done = await job();
  expect([done.status, done.processed, done.cpfs.length]).toEqual(['done', 120, 120]);
  expect(done.found + done.not_found).toBe(120);
  expect(done.updated_at).toBe(new Date(Date.parse(created) + 12_000).toISOString());
  expect(done.cpfs.slice(0, 75)).toEqual(half.cpfs);
  const order = done.cpfs.map((item) => item.cpf);
  expect(order).not.toEqual(items);
  expect(order.sort()).toEqual([...items].sort());
  expect((await get('/quota')).body.data.usedCredits).toBe(done.found);
});

test('items of a job have the values of the single lookup, or none if not found', async () => {
  const clock = createFakeClock();
  const { get, post } = await open({ clock });
  const people = [one(cpf, true), one(cpf, false)];
  const companies = [one(cnpj, true), one(cnpj, false)];
  const ofPeople = (await post('/cpf/bulk', { cpfs: people })).body.data;
  const ofCompanies = (await post('/cnpj/bulk', { cnpjs: companies })).body.data;
  clock.advance(1000);
  const { cpfs, file_name } = (await get(`/cpf/bulk/${ofPeople.jobId}`)).body.data;
  const single = (await get(`/cpf/${people[0] ?? ''}`)).body.data;
  expect([file_name, cpfs.length]).toEqual([null, 2]);
  expect(cpfs).toContainEqual({ ...single, cpf: people[0], found: true });
  const { cnpjs } = (await get(`/cnpj/bulk/${ofCompanies.jobId}`)).body.data;
  const data = (await get(`/cnpj/${companies[0] ?? ''}`)).body.data;
  expect(cnpjs).toHaveLength(2);
  expect(cnpjs).toContainEqual({ cnpj: companies[0], found: true, data });
  expect(cnpjs).toContainEqual({ cnpj: companies[1], found: false, data: null });
});

test('unknown jobs and jobs of the other kind are not found', async () => {
  const { get, post } = await open();
  const { jobId } = (await post('/cpf/bulk', { cpfs: [one(cpf, true)] })).body.data;
  for (const path of [`/cnpj/bulk/${jobId}`, '/cpf/bulk/x', '/cpf/bulk/%27%3B']) {
    const { status, body } = await get(path);
    expect([status, body]).toEqual([404, notFound]);
  }
});

test('a submission must be covered by the balance, and items that single lookups have left no credits for are skipped', async () => {
  const clock = createFakeClock();
  const { get, post } = await open({ clock, credits: 20, jobSpeed: 1, costs: { cpf: 2 } });
  const items = some(cpf, true, 14);
  const refused = await post('/cpf/bulk', { cpfs: items.slice(0, 11) });
  const message = 'Créditos insuficientes para o lote: 22 necessários.';
  expect([refused.status, refused.body]).toEqual([403, object(message)]);
  const { jobId } = (await post('/cpf/bulk', { cpfs: items.slice(0, 10) })).body.data;
  clock.advance(5_000);
  for (const id of items.slice(10)) expect((await get(`/cpf/${id}`)).status).toBe(200);
  clock.advance(60_000);
  const job = (await get(`/cpf/bulk/${jobId}`)).body.data;
  expect(job).toMatchObject({ status: 'done', processed: 10, found: 6, not_found: 0, skipped: 4 });
  expect(job.cpfs).toHaveLength(6);
  expect((await get('/quota')).body.data).toMatchObject({ usedCredits: 20, remainingCredits: 0 });
});

test('state and jobs survive a restart, and a job advances during it', async () => {
  const clock = createFakeClock();
  const statePath = stateFile();
  const first = await open({ clock, statePath, credits: 100, jobSpeed: 1 });
  const { jobId } = (await first.post('/cpf/bulk', { cpfs: some(cpf, true, 10) })).body.data;
  await first.sandbox.close();
  clock.advance(6_000);
  const second = await open({ clock, statePath, jobSpeed: 1000, seed: 9 });
  const job = (await second.get(`/cpf/bulk/${jobId}`)).body.data;
  expect([job.status, job.cpfs.length]).toEqual(['processing', 6]);
  const quota = (await second.get('/quota')).body.data;
  expect(quota).toMatchObject({ usedCredits: 6, remainingCredits: 94 });
});

test('each item is charged to the period of its processing, even if the account is read later', async () => {
  const clock = createFakeClock(Date.UTC(2026, 0, 31, 23, 59, 55));
  const { get, post } = await open({ clock, plan: 'gratis', jobSpeed: 1 });
  await post('/cpf/bulk', { cpfs: some(cpf, true, 8) });
  await post('/cpf/bulk', { cpfs: some(cpf, true, 4) });
  clock.advance(60_000);
  // Processed at midnight or later: the fifth to the eighth item of the first job.
  expect((await get('/quota')).body.data.usedCredits).toBe(4);
  clock.advance(100 * 86_400_000);
  expect((await get('/quota')).body.data.usedCredits).toBe(0);
});

test('two sandboxes on one file share balance, jobs and the rate limit', async () => {
  const clock = createFakeClock();
  const statePath = stateFile();
  const first = await open({ clock, statePath, credits: 2, rate: 4 });
  const second = await open({ clock, statePath, rate: 4 });
  const [one, two, three] = some(cpf, true, 3);
  expect((await first.get(`/cpf/${one ?? ''}`)).status).toBe(200);
  expect((await second.get(`/cpf/${two ?? ''}`)).status).toBe(200);
  expect((await first.get(`/cpf/${three ?? ''}`)).status).toBe(403);
  const { status } = await second.post('/cpf/bulk', { cpfs: [three] });
  expect(status).toBe(403);
  expect((await first.get('/cpf/123')).status).toBe(429);
});

test.each([1, 99])('the state of another version (%i) is reset', async (version) => {
  const statePath = stateFile();
  const { post } = await open({ statePath });
  await post('/cpf/bulk', { cpfs: some(cpf, true, 1) });
  const other = openState(statePath);
  other.exec(composed(`DROP TABLE turns; PRAGMA user_version = ${version}`));
  other.close();
  let anew = 0;
  const onAnew = () => (anew += 1);
  const { get } = await open({ statePath, credits: 7, onAnew });
  expect((await get('/quota')).body.data.remainingCredits).toBe(7);
  await open({ statePath, onAnew });
  expect(anew).toBe(1);
});

test('a damaged state file is reported with the advice to delete it', async () => {
  const statePath = stateFile();
  writeFileSync(statePath, 'no database at all '.repeat(500));
  expect(await sentenceOf(open({ statePath }))).toMatch(
    /^The sandbox state in .* is damaged, or confere did not make it\. Delete the file/,
  );
});

test.each([
  ['cpf', cpf],
  ['cnpj', cnpj],
] as const)('%s: invalid items are counted, duplicates are not', async (kind, make) => {
  const { post } = await open();
  const [first, second] = [make(1), make(2)];
  const dotted = `${first.slice(0, 3)}.${first.slice(3)}`;
  const invalid = ['123', 7, null, `${second}x`, first.replace(/.$/, 'z')];
  const items = [first, second, first, dotted, ...invalid];
  const { status, body } = await post(`/${kind}/bulk`, { [`${kind}s`]: items });
  expect(status).toBe(202);
  const jobId = expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown;
  const data = { jobId, status: 'processing', totalRecords: 2, invalid: 5 };
  expect(body).toEqual({ success: true, data });
});
