// `bulk list` of 1,000 batches of 500 identifiers, compared with one batch.
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCpf } from '../inputs.js';
import { confereCommand, run, measureInTurns } from '../measure.js';
import { startServer } from '../server.js';

const BATCHES = 1_000;
const IDENTIFIERS = 500;
const TIMES = 5;

export async function list() {
  const folder = mkdtempSync(join(tmpdir(), 'confere-bench-'));
  const server = await startServer();
  const buildEnv = (home) => ({
    CONFERE_HOME: home,
    CONFERE_BASE_URL: server.url,
    CONFERE_API_KEY: 'k',
  });
  const [one, many] = [join(folder, 'one'), join(folder, 'many')];
  const input = join(folder, 'in.csv');
  writeFileSync(
    input,
    `cpf\n${Array.from({ length: IDENTIFIERS }, (_, n) => makeCpf(n)).join('\n')}\n`,
  );
  await run(
    confereCommand(['bulk', 'run', input, '--interval', '50ms', '-q'], { env: buildEnv(one) }),
  );
  cpSync(one, many, { recursive: true });
  multiplyBatch(findLedger(many), BATCHES);
  const timeList = (home, flags) => async () =>
    (await run(confereCommand(['bulk', 'list', ...flags], { env: buildEnv(home) }))).ms;
  const measure = async (flags) => ({
    what: ['bulk list', ...flags].join(' ') + `, ${BATCHES} batches of ${IDENTIFIERS}`,
    reference: 'one batch',
    reach: '< 500 ms',
    ...(await measureInTurns(timeList(many, flags), timeList(one, flags), TIMES)),
  });
  const rows = [await measure([]), await measure(['--json'])];
  server.close();
  rmSync(folder, { recursive: true });
  return rows;
}

function findLedger(home) {
  const found = readdirSync(home, { recursive: true }).find((path) => path.endsWith('ledger.db'));
  return join(home, found);
}

/** Copies the only batch of a ledger, and changes only the values that must be unique. */
function multiplyBatch(path, count) {
  const db = openSqlite(path);
  const numbers = `WITH RECURSIVE n (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM n WHERE n < ${count})`;
  const columns = (table) =>
    db
      .prepare(`SELECT name FROM pragma_table_info('${table}')`)
      .all()
      .map(({ name }) => name);
  const copy = (table, changed) => {
    const values = columns(table).map((name) => changed[name] ?? name);
    db.exec(`${numbers} INSERT INTO ${table} SELECT ${values.join(', ')} FROM n, ${table}`);
  };
  db.exec('BEGIN');
  copy('batches', { num: 'n', id: 'id || n', match_key: 'match_key || n' });
  copy('jobs', { batch: 'n', job_id: 'job_id || n' });
  copy('items', { batch: 'n' });
  db.exec('COMMIT');
  db.close();
}

/** Opens a ledger with either library: each reads the files of the other. */
function openSqlite(path) {
  const builtin = process.getBuiltinModule('node:sqlite');
  if (builtin !== undefined) return new builtin.DatabaseSync(path);
  const Libsql = createRequire(import.meta.url)('libsql');
  return new Libsql(path);
}
