// A ledger in PostgreSQL, with a ledger on this machine as the reference: a batch, its memory, and single lookups of
// several processes.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCsv, makeCpf } from '../inputs.js';
import { confereCommand, run, measureInTurns } from '../measure.js';
import { startPostgres } from '../postgres.js';
import { startServer } from '../server.js';

const TIMES = Number(process.env['CONFERE_BENCH_TIMES'] ?? 3);
const LOOKUPS = Number(process.env['CONFERE_BENCH_LOOKUPS'] ?? 200);
const FAST_OPTIONS = ['--rate', '1000000', '--interval', '50ms', '-q'];

/** `CONFERE_BENCH_ROWS`: rows of the batch. */
export async function ledgers(rows = Number(process.env['CONFERE_BENCH_ROWS'] ?? 1_000_000)) {
  const database = await startPostgres();
  if (database === undefined) return [];
  const server = await startServer();
  const folder = mkdtempSync(join(tmpdir(), 'confere-bench-'));
  const setup = { server, folder, database, rows, input: await createCsv(rows) };
  try {
    return [
      ...(await measureBatches(setup)),
      ...(await measurePeaks(setup)),
      ...(await measureLookups(setup, 1)),
      ...(await measureLookups(setup, 4)),
      ...(await measureLookups(setup, 16)),
    ];
  } finally {
    server.close();
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

let profileCount = 0;

/** Creates the environment of a new profile, and so of a new ledger. */
function createEnv({ server, folder, database }, isShared) {
  profileCount += 1;
  return {
    CONFERE_HOME: folder,
    CONFERE_BASE_URL: server.url,
    CONFERE_API_KEY: 'key',
    CONFERE_PROFILE: `p${profileCount}`,
    // execa leaves out undefined variables.
    CONFERE_LEDGER: isShared ? database.url : undefined,
  };
}

async function measureBatches(setup) {
  const { folder, input, rows, server } = setup;
  const timeCommand = async (args, env, until) =>
    (await run(confereCommand(args, { env }), until)).ms;
  const timeSubmit = (isShared) => () =>
    timeCommand(['bulk', 'submit', input, '-q'], createEnv(setup, isShared), server.firstPost);
  const prepareExport = async (isShared) => {
    const env = createEnv(setup, isShared);
    await timeCommand(['bulk', 'run', input, '-o', nextOutput(folder), ...FAST_OPTIONS], env);
    return () =>
      timeCommand(['bulk', 'export', '-o', join(folder, 'again.csv'), '--overwrite', '-q'], env);
  };
  const timeResults = async (isShared) => {
    const env = createEnv(setup, isShared);
    await timeCommand(['bulk', 'submit', input, ...FAST_OPTIONS], env);
    return timeCommand(['bulk', 'watch', '--interval', '50ms', '-q'], env);
  };
  const measureRow = async (what, ours, theirs) => ({
    what: `${what}, ${rows} rows, PostgreSQL`,
    reference: 'SQLite',
    reach: '≤ 2.5',
    ...(await measureInTurns(ours, theirs, TIMES)),
  });
  return [
    await measureRow('bulk submit to the first request', timeSubmit(true), timeSubmit(false)),
    await measureRow(
      'results of all jobs',
      () => timeResults(true),
      () => timeResults(false),
    ),
    await measureRow('bulk export', await prepareExport(true), await prepareExport(false)),
  ];
}

/** Measures the peak memory of each command of a batch. */
async function measurePeaks(setup) {
  const [ours, theirs] = [await measurePeaksOf(setup, true), await measurePeaksOf(setup, false)];
  return Object.keys(ours).map((command) => ({
    what: `bulk ${command}, memory, ${setup.rows} rows, PostgreSQL`,
    reference: 'SQLite',
    reach: '< 350 MB',
    unit: 'MB',
    ours: ours[command],
    theirs: theirs[command],
  }));
}

async function measurePeaksOf(setup, isShared) {
  const env = createEnv(setup, isShared);
  const measurePeakMb = async (args) =>
    (await run(confereCommand(['bulk', ...args], { env, measurePeak: true }))).peakMb;
  const submit = await measurePeakMb(['submit', setup.input, ...FAST_OPTIONS]);
  const watch = await measurePeakMb(['watch', '--interval', '50ms', '-q']);
  return {
    submit,
    watch,
    export: await measurePeakMb(['export', '-o', nextOutput(setup.folder), '-q']),
  };
}

let outputCount = 0;

function nextOutput(folder) {
  outputCount += 1;
  return join(folder, `out-${outputCount}.csv`);
}

/** Measures single lookups of several processes on one ledger; each lookup is three transactions. */
async function measureLookups(setup, processes) {
  const lists = Array.from({ length: processes }, (_, at) => {
    const path = join(setup.folder, `list-${at}.txt`);
    const ids = Array.from({ length: LOOKUPS }, (__, n) => makeCpf(at * LOOKUPS + n));
    writeFileSync(path, `${ids.join('\n')}\n`);
    return path;
  });
  const measureRate = async (isShared) => {
    const env = createEnv(setup, isShared);
    const started = performance.now();
    await Promise.all(
      lists.map((list) =>
        run(confereCommand(['cpf', '-', '--rate', '1000000', '-q'], { env, stdin: list })),
      ),
    );
    return (processes * LOOKUPS * 1000) / (performance.now() - started);
  };
  const sides = await measureInTurns(
    () => measureRate(true),
    () => measureRate(false),
    TIMES,
  );
  const what = `lookups a second, ${processes} processes, PostgreSQL`;
  return [{ what, reference: 'SQLite', reach: 'none', unit: '/s', ...sides }];
}
