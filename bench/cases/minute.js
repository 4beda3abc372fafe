// The requests that four machines with one ledger send in each of some four clock minutes; the limit is 30 a minute.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCpf } from '../inputs.js';
import { confereCommand, run } from '../measure.js';
import { startPostgres } from '../postgres.js';
import { startServer } from '../server.js';

const MACHINES = 4;
const LIMIT = 30;
/** Enough for two whole minutes and a part of the minute before and after. */
const LOOKUPS_PER_MACHINE = Math.ceil((LIMIT * 3.5) / MACHINES);

export async function minute() {
  const database = await startPostgres();
  if (database === undefined) return [];
  const server = await startServer();
  const folder = mkdtempSync(join(tmpdir(), 'confere-bench-'));
  try {
    await Promise.all(
      Array.from({ length: MACHINES }, (_, at) => runMachine({ server, database, folder }, at)),
    );
    const counts = countPerMinute(server.times);
    // In the first and the last minute, the machines had work for a part of the minute only.
    const wholeMinutes = counts.slice(1, -1);
    const row = { reference: 'the limit', unit: '/min', theirs: LIMIT };
    const what = `requests a minute, ${MACHINES} machines`;
    return [
      { ...row, what: `${what}, the fullest`, reach: '≤ 30', ours: Math.max(...counts) },
      { ...row, what: `${what}, the emptiest`, reach: '≥ 29', ours: Math.min(...wholeMinutes) },
    ];
  } finally {
    server.close();
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs the lookups of one machine, which has its own home folder. */
async function runMachine({ server, database, folder }, at) {
  const list = join(folder, `list-${at}.txt`);
  const ids = Array.from({ length: LOOKUPS_PER_MACHINE }, (_, n) =>
    makeCpf(at * LOOKUPS_PER_MACHINE + n),
  );
  writeFileSync(list, `${ids.join('\n')}\n`);
  const env = {
    CONFERE_HOME: join(folder, `home-${at}`),
    CONFERE_BASE_URL: server.url,
    CONFERE_API_KEY: 'key',
    CONFERE_LEDGER: database.url,
  };
  await run(confereCommand(['cpf', '-', '--deadline', '10m', '-q'], { env, stdin: list }));
}

function countPerMinute(times) {
  const counts = new Map();
  for (const at of times) {
    const clockMinute = Math.floor(at / 60_000);
    counts.set(clockMinute, (counts.get(clockMinute) ?? 0) + 1);
  }
  return [...counts.keys()].sort((a, b) => a - b).map((clockMinute) => counts.get(clockMinute));
}
