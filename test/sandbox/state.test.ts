import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { chooseEngine } from '../../src/sqlite/engine.js';
import { sentenceOf } from '../helpers/sentence.js';
import { open, stateFile } from './support.js';

/** A file of SQLite without any of our pragmas. */
function written(sql: string): string {
  const path = stateFile();
  const db = chooseEngine().open(path, { timeout: 0 });
  db.exec(sql.replaceAll('FOLDER', dirname(path)));
  db.close();
  return path;
}

const REFUSED = /^The sandbox state in .* is damaged, or confere did not make it\. Delete the file/;

test.each([
  [
    'a table whose name goes on as SQL',
    `CREATE TABLE "x; ATTACH 'FOLDER/pwned' AS y; CREATE TABLE y.z (a)" (a); PRAGMA user_version = 3`,
  ],
  ['the tables of another program', 'CREATE TABLE jobs (id); PRAGMA user_version = 6'],
  ['a view', `CREATE VIEW account AS SELECT 1 AS id, '{}' AS value`],
  [
    'the mark of a state and a table that no state has',
    `CREATE TABLE others (id); PRAGMA user_version = 3; PRAGMA application_id = 1667658594`,
  ],
])('a file with %s is refused and keeps what it holds', async (_, sql) => {
  const statePath = written(sql);
  const before = dump(statePath);
  expect(await sentenceOf(open({ statePath }))).toMatch(REFUSED);
  expect(dump(statePath)).toEqual(before);
  expect(existsSync(join(dirname(statePath), 'pwned'))).toBe(false);
});

function dump(path: string) {
  const db = chooseEngine().open(path, { timeout: 0 });
  const tables = db.prepare('SELECT type, name, sql FROM sqlite_schema').all();
  db.close();
  return tables;
}

test('a state that also has a trigger is refused', async () => {
  const statePath = stateFile();
  const { sandbox } = await open({ statePath });
  await sandbox.close();
  const db = chooseEngine().open(statePath, { timeout: 0 });
  db.exec('CREATE TRIGGER t AFTER INSERT ON jobs BEGIN DELETE FROM jobs; END');
  db.close();
  expect(await sentenceOf(open({ statePath }))).toMatch(REFUSED);
});

test('a link in the place of the state is refused, and its target keeps every byte', async () => {
  const target = written('CREATE TABLE precious (id); PRAGMA user_version = 3');
  const statePath = stateFile();
  symlinkSync(target, statePath);
  const before = readFileSync(target);
  expect(await sentenceOf(open({ statePath }))).toMatch(REFUSED);
  expect(readFileSync(target)).toEqual(before);
});

test('a state from before application ids is taken over with its credits', async () => {
  const statePath = stateFile();
  const { sandbox } = await open({ statePath, credits: 7 });
  await sandbox.close();
  const db = chooseEngine().open(statePath, { timeout: 0 });
  db.exec('PRAGMA application_id = 0');
  db.close();
  expect((await (await open({ statePath })).get('/quota')).body.data.remainingCredits).toBe(7);
});
