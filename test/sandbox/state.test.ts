import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chooseEngine } from '../../src/sqlite/engine.js';
import { createFakeClock } from '../helpers/clocks/fake-clock.js';
import { sentenceOf } from '../helpers/sentence.js';
import { cpf, open, some, stateFile } from './support.js';

/** What SQL without any of our pragmas does to a file. */
function write(path: string, sql: string): string {
  const db = chooseEngine().open(path, { timeout: 0 });
  db.exec(sql.replaceAll('FOLDER', dirname(path)));
  db.close();
  return path;
}

function tablesIn(path: string) {
  const db = chooseEngine().open(path, { timeout: 0 });
  const tables = db.prepare('SELECT type, name, sql FROM sqlite_schema').all();
  db.close();
  return tables;
}

/** A state that this SQL has changed. */
async function stateChangedBy(sql: string, credits?: number): Promise<string> {
  const statePath = stateFile();
  const { sandbox } = await open({ statePath, credits });
  await sandbox.close();
  return write(statePath, sql);
}

const REFUSED = /^The sandbox state in .* is damaged, or confere did not make it\. Delete the file/;

describe('the state of a sandbox', () => {
  it.each([
    [
      'a table whose name goes on as SQL',
      `CREATE TABLE "x; ATTACH 'FOLDER/pwned' AS y; CREATE TABLE y.z (a)" (a); PRAGMA user_version = 3`,
    ],
    [
      'the mark of a state and a table that no state has',
      `CREATE TABLE others (id); PRAGMA user_version = 3; PRAGMA application_id = 1667658594`,
    ],
  ])('is refused, and keeps what it holds, where the file has %s', async (_, sql) => {
    const statePath = write(stateFile(), sql);
    const before = tablesIn(statePath);
    expect(await sentenceOf(open({ statePath }))).toMatch(REFUSED);
    expect(tablesIn(statePath)).toEqual(before);
    expect(existsSync(join(dirname(statePath), 'pwned'))).toBe(false);
  });

  it('is refused with a trigger in it, and where it is no database', async () => {
    const trigger = 'CREATE TRIGGER t AFTER INSERT ON jobs BEGIN DELETE FROM jobs; END';
    const noDatabase = stateFile();
    writeFileSync(noDatabase, 'no database at all '.repeat(500));
    for (const statePath of [await stateChangedBy(trigger), noDatabase])
      expect(await sentenceOf(open({ statePath }))).toMatch(REFUSED);
  });

  it.each([1, 99])('of another version (%i) is begun anew, which is told once', async (version) => {
    const sql = `DROP TABLE turns; PRAGMA user_version = ${version}`;
    const statePath = await stateChangedBy(sql);
    let resets = 0;
    const onReset = () => (resets += 1);
    const { get } = await open({ statePath, credits: 7, onReset });
    expect((await get('/quota')).body.data.remainingCredits).toBe(7);
    await open({ statePath, onReset });
    expect(resets).toBe(1);
  });

  it('survives a restart with its jobs, which advance meanwhile at their own speed', async () => {
    const clock = createFakeClock();
    const statePath = stateFile();
    const first = await open({ clock, statePath, credits: 100, jobSpeed: 1 });
    const { jobId } = (await first.post('/cpf/bulk', { cpfs: some(cpf, true, 10) })).body.data;
    await first.sandbox.close();
    clock.advance(6_000);
    const second = await open({ clock, statePath, jobSpeed: 1000, seed: 9 });
    const job = (await second.get(`/cpf/bulk/${jobId}`)).body.data;
    expect([job.status, job.cpfs.length]).toEqual(['processing', 6]);
    const { data } = (await second.get('/quota')).body;
    expect(data).toMatchObject({ usedCredits: 6, remainingCredits: 94 });
  });

  it('is shared by two sandboxes: balance, jobs and rate limit', async () => {
    const shared = { clock: createFakeClock(), statePath: stateFile(), rate: 4 };
    const first = await open({ ...shared, credits: 2 });
    const second = await open(shared);
    const [one, two, three] = some(cpf, true, 3);
    expect((await first.get(`/cpf/${one ?? ''}`)).status).toBe(200);
    expect((await second.get(`/cpf/${two ?? ''}`)).status).toBe(200);
    expect((await first.get(`/cpf/${three ?? ''}`)).status).toBe(403);
    expect((await second.post('/cpf/bulk', { cpfs: [three] })).status).toBe(403);
    expect((await first.get('/cpf/123')).status).toBe(429);
  });

  it('keeps a random key, and which keys were replaced', async () => {
    const statePath = stateFile();
    const start = (apiKey?: string) => open({ statePath, apiKey });
    const { sandbox } = await start();
    expect(sandbox.apiKey).toMatch(/^sandbox-[0-9a-f]{30}$/);
    expect((await start()).sandbox.apiKey).toBe(sandbox.apiKey);
    expect((await open({ apiKey: undefined })).sandbox.apiKey).not.toBe(sandbox.apiKey);
    const mine = await start('mine');
    expect((await mine.get('/quota', { 'x-api-key': sandbox.apiKey })).status).toBe(401);
    const { apiKey } = (await mine.post('/sandbox/replace-key', '')).body.data;
    const again = await start();
    expect(again.sandbox.apiKey).toBe(apiKey);
    expect((await again.get('/quota')).status).toBe(200);
    expect((await again.get('/quota', { 'x-api-key': 'mine' })).status).toBe(401);
  });
});
