// Compares two batches, and two results, of a million rows with csv-parse reading both results; and the memory of it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execaSync } from 'execa';
import { csvOf } from '../inputs.js';
import { CONFERE, confere, node, run, sideBySide } from '../measure.js';
import { startServer } from '../server.js';

const TIMES = 3;
const PARSE = fileURLToPath(new URL('../references/parse.js', import.meta.url));

export async function diff(rows = 1_000_000, few = 100_000) {
  const size = `${rows / 1_000_000}M`;
  const large = await twoBatches(rows);
  const both = async () => {
    const [first, second] = [
      await run(node([PARSE, large.files[0]])),
      await run(node([PARSE, large.files[1]])),
    ];
    return first.ms + second.ms;
  };
  const comparing = (sides) => async () =>
    (await run(confere(['bulk', 'diff', ...sides, '-q'], { env: large.env }))).ms;
  const reference = 'reading both with csv-parse';
  const results = [
    {
      what: `bulk diff of two ${size} batches`,
      reference,
      reach: '≤ 2',
      ...(await sideBySide(comparing(large.ids), both, TIMES)),
    },
    {
      what: `bulk diff of two ${size} results`,
      reference,
      reach: '≤ 2',
      ...(await sideBySide(comparing(large.files), both, TIMES)),
    },
  ];
  const small = await twoBatches(few);
  for (const sides of ['ids', 'files']) {
    const what = sides === 'ids' ? 'batches' : 'results';
    results.push({
      what: `bulk diff of two ${size} ${what}, memory`,
      reference: `${few} rows`,
      unit: 'MB',
      reach: '≤ 1.5',
      ours: await peakOf(large, sides),
      theirs: await peakOf(small, sides),
    });
  }
  for (const { home } of [large, small]) rmSync(home, { recursive: true });
  return results;
}

async function peakOf(batches, sides) {
  const args = ['bulk', 'diff', ...batches[sides], '-q'];
  return (await run(confere(args, { env: batches.env, measurePeak: true }))).peakMb;
}

/** Two batches of the same rows, each paid for, and their results. */
async function twoBatches(rows) {
  const input = await csvOf(rows);
  let version = 0;
  const server = await startServer({ record: (id) => person(id, version) });
  const home = mkdtempSync(join(tmpdir(), 'confere-bench-'));
  const env = { CONFERE_HOME: home, CONFERE_BASE_URL: server.url, CONFERE_API_KEY: 'key' };
  const rate = ['--rate', '100000', '--interval', '50ms', '-q', '--json', '--settle', '1s'];
  const files = [];
  for (const name of ['older', 'newer']) {
    version += 1;
    files.push(join(home, `${name}.csv`));
    const flags = [...rate, '--again', '--fresh', '-o', files.at(-1)];
    await toTheEnd(confere(['bulk', 'run', input, ...flags], { env }));
  }
  server.close();
  return { home, env, files, ids: idsOf(env) };
}

/** On a busy machine an answer may be lost; the same command goes on. */
async function toTheEnd(command, tries = 5) {
  try {
    await run(command);
  } catch (error) {
    if (tries === 0) throw error;
    await toTheEnd(command, tries - 1);
  }
}

/** Every hundredth has another name in the second batch. */
function person(cpf, version) {
  const name = cpf.endsWith('00') ? `Pessoa De Teste ${version}` : 'Pessoa De Teste';
  const born = { birthDate: '02/03/1980', day: 2, month: 3, year: 1980 };
  return { cpf, name, nameUpper: name.toUpperCase(), gender: 'F', ...born };
}

/** The ids of the batches, the oldest first. */
function idsOf(env) {
  const { stdout } = execaSync(process.execPath, [CONFERE, 'bulk', 'list', '--json'], { env });
  return JSON.parse(stdout)
    .map(({ batch }) => batch)
    .reverse();
}
