// The requests of four machines on one ledger in each clock minute of about four, against the limit of 30.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpf } from '../inputs.js';
import { confere, run } from '../measure.js';
import { startPostgres } from '../postgres.js';
import { startServer } from '../server.js';

const MACHINES = 4;
const LIMIT = 30;
/** Two whole minutes, and those before and after. */
const EACH = Math.ceil((LIMIT * 3.5) / MACHINES);

export async function minute() {
  const database = await startPostgres();
  if (database === undefined) return [];
  const server = await startServer();
  const folder = mkdtempSync(join(tmpdir(), 'confere-bench-'));
  try {
    await Promise.all(
      Array.from({ length: MACHINES }, (_, at) => machine({ server, database, folder }, at)),
    );
    const counts = perMinute(server.times);
    // The first and the last minute were not begun or not ended with work to do.
    const whole = counts.slice(1, -1);
    const row = { reference: 'the limit', unit: '/min', theirs: LIMIT };
    const what = `requests a minute, ${MACHINES} machines`;
    return [
      { ...row, what: `${what}, the fullest`, reach: '≤ 30', ours: Math.max(...counts) },
      { ...row, what: `${what}, the emptiest`, reach: '≥ 29', ours: Math.min(...whole) },
    ];
  } finally {
    server.close();
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Each machine has a home of its own. */
async function machine({ server, database, folder }, at) {
  const list = join(folder, `list-${at}.txt`);
  const ids = Array.from({ length: EACH }, (_, n) => cpf(at * EACH + n));
  writeFileSync(list, `${ids.join('\n')}\n`);
  const env = {
    CONFERE_HOME: join(folder, `home-${at}`),
    CONFERE_BASE_URL: server.url,
    CONFERE_API_KEY: 'key',
    CONFERE_LEDGER: database.url,
  };
  await run(confere(['cpf', '-', '--deadline', '10m', '-q'], { env, stdin: list }));
}

function perMinute(times) {
  const counts = new Map();
  for (const at of times) {
    const own = Math.floor(at / 60_000);
    counts.set(own, (counts.get(own) ?? 0) + 1);
  }
  return [...counts.keys()].sort((a, b) => a - b).map((own) => counts.get(own));
}
