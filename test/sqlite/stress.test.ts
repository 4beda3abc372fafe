import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { allEngines } from '../helpers/sqlite-engines.js';
import { openDatabase } from '../../src/sqlite/index.js';

const LENGTH = 2_000;
const ROLES = ['writer', 'writer', 'checkpointer', 'checkpointer'];

let folder = '';
let worker = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'confere-stress-'));
  // Next to the packages, so that libsql is found.
  worker = fileURLToPath(new URL(`../../node_modules/.stress-${process.pid}.cjs`, import.meta.url));
  const bundle = await rolldown({
    input: fileURLToPath(new URL('stress-worker.ts', import.meta.url)),
    platform: 'node',
    external: ['libsql'],
  });
  await bundle.write({ file: worker, format: 'cjs' });
  await bundle.close();
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await rm(worker, { force: true });
});

it.each(allEngines().map(({ name }) => name))(
  '%s keeps a file intact while several processes write and make checkpoints',
  async (name) => {
    const path = join(folder, `${name}.db`);
    const made = openDatabase(path);
    made.exec(`CREATE TABLE rows (num INTEGER PRIMARY KEY, writer, commit_no, filling);
               CREATE INDEX rows_by_filling ON rows (filling);
               CREATE TABLE touched (times); INSERT INTO touched VALUES (0)`);
    made.close();
    const told = await Promise.all(
      ROLES.map((role, seed) =>
        execa(process.execPath, [worker, role, name, path, String(LENGTH), String(seed)]),
      ),
    );
    const rows = told.map(({ stdout }) => (JSON.parse(stdout) as { rows: number }).rows);
    const db = openDatabase(path);
    const facts = {
      check: db.prepare('PRAGMA integrity_check').get(),
      rows: db.prepare('SELECT count(*) AS n FROM rows').get(),
    };
    db.close();
    expect(facts).toEqual({
      check: { integrity_check: 'ok' },
      rows: { n: rows.reduce((sum, count) => sum + count, 0) },
    });
    expect(Math.min(...rows.slice(0, 2))).toBeGreaterThan(0);
  },
  60_000,
);
