// Compares two batches, and two results, of a million rows with csv-parse reading both results; then the memory of the
// comparison.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execaSync } from 'execa';
import { createCsv } from '../inputs.js';
import { CONFERE, confereCommand, nodeCommand, run, measureInTurns } from '../measure.js';
import { startServer } from '../server.js';

const TIMES = 3;
const PARSE_SCRIPT = fileURLToPath(new URL('../references/parse.js', import.meta.url));

export async function diff(rows = 1_000_000, smallRows = 100_000) {
  const size = `${rows / 1_000_000}M`;
  const large = await createTwoBatches(rows);
  const readBoth = async () => {
    const [first, second] = [
      await run(nodeCommand([PARSE_SCRIPT, large.files[0]])),
      await run(nodeCommand([PARSE_SCRIPT, large.files[1]])),
    ];
    return first.ms + second.ms;
  };
  const timeDiff = (sides) => async () =>
    (await run(confereCommand(['bulk', 'diff', ...sides, '-q'], { env: large.env }))).ms;
  const reference = 'reading both with csv-parse';
  const results = [
    {
      what: `bulk diff of two ${size} batches`,
      reference,
      reach: '≤ 2',
      ...(await measureInTurns(timeDiff(large.ids), readBoth, TIMES)),
    },
    {
      what: `bulk diff of two ${size} results`,
      reference,
      reach: '≤ 2',
      ...(await measureInTurns(timeDiff(large.files), readBoth, TIMES)),
    },
  ];
  const small = await createTwoBatches(smallRows);
  for (const sides of ['ids', 'files']) {
    const what = sides === 'ids' ? 'batches' : 'results';
    results.push({
      what: `bulk diff of two ${size} ${what}, memory`,
      reference: `${smallRows} rows`,
      unit: 'MB',
      reach: '≤ 1.5',
      ours: await measurePeakMb(large, sides),
      theirs: await measurePeakMb(small, sides),
    });
  }
  for (const { home } of [large, small]) rmSync(home, { recursive: true });
  return results;
}

async function measurePeakMb(batches, sides) {
  const args = ['bulk', 'diff', ...batches[sides], '-q'];
  return (await run(confereCommand(args, { env: batches.env, measurePeak: true }))).peakMb;
}

/** Creates two batches of the same rows, each paid for, and their results. */
async function createTwoBatches(rows) {
  const input = await createCsv(rows);
  let version = 0;
  const server = await startServer({ makeRecord: (id) => makePerson(id, version) });
  const home = mkdtempSync(join(tmpdir(), 'confere-bench-'));
  const env = { CONFERE_HOME: home, CONFERE_BASE_URL: server.url, CONFERE_API_KEY: 'key' };
  const rate = ['--rate', '100000', '--interval', '50ms', '-q', '--json', '--settle', '1s'];
  const files = [];
  for (const name of ['older', 'newer']) {
    version += 1;
    files.push(join(home, `${name}.csv`));
    const flags = [...rate, '--again', '--fresh', '-o', files.at(-1)];
    await runToTheEnd(confereCommand(['bulk', 'run', input, ...flags], { env }));
  }
  server.close();
  return { home, env, files, ids: listBatchIds(env) };
}

/** Runs a command until it succeeds: on a busy machine an answer may be lost, and the same command continues. */
async function runToTheEnd(command, tries = 5) {
  try {
    await run(command);
  } catch (error) {
    if (tries === 0) throw error;
    await runToTheEnd(command, tries - 1);
  }
}

/** Makes a person; every hundredth has another name in the second batch. */
function makePerson(cpf, version) {
  const name = cpf.endsWith('00') ? `Pessoa De Teste ${version}` : 'Pessoa De Teste';
  const born = { birthDate: '02/03/1980', day: 2, month: 3, year: 1980 };
  return { cpf, name, nameUpper: name.toUpperCase(), gender: 'F', ...born };
}

/** Lists the ids of the batches, the oldest first. */
function listBatchIds(env) {
  const { stdout } = execaSync(process.execPath, [CONFERE, 'bulk', 'list', '--json'], { env });
  return JSON.parse(stdout)
    .map(({ batch }) => batch)
    .reverse();
}
