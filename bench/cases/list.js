// `bulk list` of 1,000 batches of 500 identifiers, compared with one batch.
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpf } from '../inputs.js';
import { confere, run, sideBySide } from '../measure.js';
import { startServer } from '../server.js';

const BATCHES = 1_000;
const IDENTIFIERS = 500;
const TIMES = 5;

export async function list() {
  const folder = mkdtempSync(join(tmpdir(), 'confere-bench-'));
  const server = await startServer();
  const of = (home) => ({ CONFERE_HOME: home, CONFERE_BASE_URL: server.url, CONFERE_API_KEY: 'k' });
  const [one, many] = [join(folder, 'one'), join(folder, 'many')];
  const input = join(folder, 'in.csv');
  writeFileSync(
    input,
    `cpf\n${Array.from({ length: IDENTIFIERS }, (_, n) => cpf(n)).join('\n')}\n`,
  );
  await run(confere(['bulk', 'run', input, '--interval', '50ms', '-q'], { env: of(one) }));
  cpSync(one, many, { recursive: true });
  multiply(ledgerIn(many), BATCHES);
  const listing = (home, flags) => async () =>
    (await run(confere(['bulk', 'list', ...flags], { env: of(home) }))).ms;
  const measure = async (flags) => ({
    what: ['bulk list', ...flags].join(' ') + `, ${BATCHES} batches of ${IDENTIFIERS}`,
    reference: 'one batch',
    reach: '< 500 ms',
    ...(await sideBySide(listing(many, flags), listing(one, flags), TIMES)),
  });
  const rows = [await measure([]), await measure(['--json'])];
  server.close();
  rmSync(folder, { recursive: true });
  return rows;
}

function ledgerIn(home) {
  const found = readdirSync(home, { recursive: true }).find((path) => path.endsWith('ledger.db'));
  return join(home, found);
}

/** Copies the only batch of a ledger, and changes only the values that must be unique. */
function multiply(path, count) {
  const db = openSqlite(path);
  const numbers = `WITH RECURSIVE n (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM n WHERE n < ${count})`;
  const columns = (table) =>
    db
      .prepare(`SELECT name FROM pragma_table_info('${table}')`)
      .all()
      .map(({ name }) => name);
  const copy = (table, own) => {
    const values = columns(table).map((name) => own[name] ?? name);
    db.exec(`${numbers} INSERT INTO ${table} SELECT ${values.join(', ')} FROM n, ${table}`);
  };
  db.exec('BEGIN');
  copy('batches', { num: 'n', id: 'id || n', match_key: 'match_key || n' });
  copy('jobs', { batch: 'n', job_id: 'job_id || n' });
  copy('items', { batch: 'n' });
  db.exec('COMMIT');
  db.close();
}

/** The libraries read each other's files. */
function openSqlite(path) {
  const own = process.getBuiltinModule('node:sqlite');
  if (own !== undefined) return new own.DatabaseSync(path);
  const Libsql = createRequire(import.meta.url)('libsql');
  return new Libsql(path);
}
