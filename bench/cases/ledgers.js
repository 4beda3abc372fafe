// A ledger in PostgreSQL beside one of this machine, in one run: a batch, its memory, and single lookups of several processes.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { csvOf, cpf } from '../inputs.js';
import { confere, run, sideBySide } from '../measure.js';
import { startPostgres } from '../postgres.js';
import { startServer } from '../server.js';

const TIMES = Number(process.env['CONFERE_BENCH_TIMES'] ?? 3);
const LOOKUPS = Number(process.env['CONFERE_BENCH_LOOKUPS'] ?? 200);
const FAST = ['--rate', '1000000', '--interval', '50ms', '-q'];

/** `CONFERE_BENCH_ROWS`: rows of the batch. */
export async function ledgers(rows = Number(process.env['CONFERE_BENCH_ROWS'] ?? 1_000_000)) {
  const database = await startPostgres();
  if (database === undefined) return [];
  const server = await startServer();
  const folder = mkdtempSync(join(tmpdir(), 'confere-bench-'));
  const place = { server, folder, database, rows, input: await csvOf(rows) };
  try {
    return [
      ...(await batches(place)),
      ...(await peaks(place)),
      ...(await lookups(place, 1)),
      ...(await lookups(place, 4)),
      ...(await lookups(place, 16)),
    ];
  } finally {
    server.close();
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

let profiles = 0;

/** Each profile has a ledger of its own. */
function newEnv({ server, folder, database }, isShared) {
  profiles += 1;
  return {
    CONFERE_HOME: folder,
    CONFERE_BASE_URL: server.url,
    CONFERE_API_KEY: 'key',
    CONFERE_PROFILE: `p${profiles}`,
    // execa leaves out what is undefined.
    CONFERE_LEDGER: isShared ? database.url : undefined,
  };
}

async function batches(place) {
  const { folder, input, rows, server } = place;
  const time = async (args, env, until) => (await run(confere(args, { env }), until)).ms;
  const submit = (isShared) => () =>
    time(['bulk', 'submit', input, '-q'], newEnv(place, isShared), server.firstPost);
  const filled = async (isShared) => {
    const env = newEnv(place, isShared);
    await time(['bulk', 'run', input, '-o', out(folder), ...FAST], env);
    return () =>
      time(['bulk', 'export', '-o', join(folder, 'again.csv'), '--overwrite', '-q'], env);
  };
  const results = async (isShared) => {
    const env = newEnv(place, isShared);
    await time(['bulk', 'submit', input, ...FAST], env);
    return time(['bulk', 'watch', '--interval', '50ms', '-q'], env);
  };
  const row = async (what, ours, theirs) => ({
    what: `${what}, ${rows} rows, PostgreSQL`,
    reference: 'SQLite',
    reach: '≤ 2.5',
    ...(await sideBySide(ours, theirs, TIMES)),
  });
  return [
    await row('bulk submit to the first request', submit(true), submit(false)),
    await row(
      'results of all jobs',
      () => results(true),
      () => results(false),
    ),
    await row('bulk export', await filled(true), await filled(false)),
  ];
}

/** The peak memory of each command of a batch. */
async function peaks(place) {
  const [ours, theirs] = [await peaksOf(place, true), await peaksOf(place, false)];
  return Object.keys(ours).map((command) => ({
    what: `bulk ${command}, memory, ${place.rows} rows, PostgreSQL`,
    reference: 'SQLite',
    reach: '< 350 MB',
    unit: 'MB',
    ours: ours[command],
    theirs: theirs[command],
  }));
}

async function peaksOf(place, isShared) {
  const env = newEnv(place, isShared);
  const peakOf = async (args) =>
    (await run(confere(['bulk', ...args], { env, measurePeak: true }))).peakMb;
  const submit = await peakOf(['submit', place.input, ...FAST]);
  const watch = await peakOf(['watch', '--interval', '50ms', '-q']);
  return { submit, watch, export: await peakOf(['export', '-o', out(place.folder), '-q']) };
}

let outputs = 0;

function out(folder) {
  outputs += 1;
  return join(folder, `out-${outputs}.csv`);
}

/** Single lookups of several processes on one ledger; each is three transactions. */
async function lookups(place, processes) {
  const lists = Array.from({ length: processes }, (_, at) => {
    const path = join(place.folder, `list-${at}.txt`);
    const ids = Array.from({ length: LOOKUPS }, (__, n) => cpf(at * LOOKUPS + n));
    writeFileSync(path, `${ids.join('\n')}\n`);
    return path;
  });
  const rate = async (isShared) => {
    const env = newEnv(place, isShared);
    const started = performance.now();
    await Promise.all(
      lists.map((list) =>
        run(confere(['cpf', '-', '--rate', '1000000', '-q'], { env, stdin: list })),
      ),
    );
    return (processes * LOOKUPS * 1000) / (performance.now() - started);
  };
  const sides = await sideBySide(
    () => rate(true),
    () => rate(false),
    TIMES,
  );
  const what = `lookups a second, ${processes} processes, PostgreSQL`;
  return [{ what, reference: 'SQLite', reach: 'none', unit: '/s', ...sides }];
}
