// `npm run faults`: plants each fault of `test/faults` alone in a copy of the source, and prints which promise of the
// simulation, or which test, notices it. The sound source comes first: every fault has its place in it, and it has to hold.
// Exits with 1 if it does not, or if a fault survives. `-- --only M06,M22` plants some; `--sample 6` six of those that tests
// notice, others each day; `--seeds` says in how many worlds a fault has to be found.
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { execa } from 'execa';
import doubt from '../test/faults/doubt.js';
import files from '../test/faults/files.js';
import limits from '../test/faults/limits.js';
import money from '../test/faults/money.js';
import records from '../test/faults/records.js';
import results from '../test/faults/results.js';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    sample: { type: 'string' },
    seeds: { type: 'string', default: '2000' },
    from: { type: 'string', default: '1' },
    workers: { type: 'string', default: '1' },
  },
});

const root = fileURLToPath(new URL('..', import.meta.url));
const copy = mkdtempSync(join(tmpdir(), 'confere-faults-'));
process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
for (const name of [
  'src',
  'test',
  'scripts',
  'bin',
  'dist',
  'schemas',
  'fixtures',
  'docs',
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
])
  cpSync(join(root, name), join(copy, name), { recursive: true });
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));

const faults = [...doubt, ...records, ...limits, ...money, ...files, ...results];
for (const fault of faults) textsWith(fault);
const all = values.sample === undefined ? named(values.only) : sampleOf(Number(values.sample));
const isSound = await checkSound();
if (isSound) await plantAll();
else process.exitCode = 1;

/** Those whose names begin with one of these words; all of them without any. */
function named(only) {
  const wanted = only.split(',').filter((name) => name !== '');
  return faults.filter(
    ({ name }) => wanted.length === 0 || wanted.includes(name.slice(0, name.indexOf(' '))),
  );
}

/** As many of those that tests notice; with the days all of them have their turn. */
function sampleOf(size) {
  const tested = faults.filter(({ tests }) => tests !== undefined);
  const first = Math.floor(Date.now() / 86_400_000) * size;
  return Array.from({ length: size }, (_, n) => tested[(first + n) % tested.length]);
}

/** What finds faults must find nothing in the source as it is. */
async function checkSound() {
  const tests = [...new Set(all.flatMap((fault) => fault.tests ?? []))];
  const isSimulated = all.some((fault) => fault.tests === undefined);
  const noticed = [
    isSimulated ? await simulated() : undefined,
    tests.length > 0 ? await tested(tests) : undefined,
  ].filter((found) => found !== undefined);
  console.log(noticed.length === 0 ? 'the sound source holds' : `it breaks: ${noticed.join('; ')}`);
  return noticed.length === 0;
}

async function plantAll() {
  const rows = [];
  for (const fault of all) {
    const found = await withFault(fault, () =>
      fault.tests === undefined ? simulated() : tested(fault.tests),
    );
    rows.push([fault.name, fault.breaks, found ?? 'SURVIVES']);
    console.log(`${fault.name}: ${found ?? 'SURVIVES'}`);
  }
  const survivors = rows.filter(([, , found]) => found === 'SURVIVES').length;
  const table = [['fault', 'breaks', 'found by'], ...rows];
  const widths = [0, 1].map((column) => Math.max(...table.map((row) => row[column].length)));
  const padded = table.map(([fault, breaks, found]) =>
    [fault.padEnd(widths[0]), breaks.padEnd(widths[1]), found].join('  '),
  );
  console.log(`\n${padded.join('\n')}\n${all.length} faults, ${survivors} survived`);
  if (survivors > 0) process.exitCode = 1;
}

/** The source with this fault alone, while `work` runs. */
async function withFault(fault, work) {
  const changed = [...textsWith(fault)].map(([path, text]) => [path, readFileSync(path), text]);
  for (const [path, , text] of changed) writeFileSync(path, text);
  try {
    return await work();
  } finally {
    for (const [path, sound] of changed) writeFileSync(path, sound);
  }
}

/** The texts that the fault changes, by their paths. Throws if it does not fit the source any more, or names no test. */
function textsWith({ name, file, find, replace, also = [], tests = [] }) {
  const lost = tests.find((test) => !existsSync(join(copy, test)));
  if (lost !== undefined) throw new Error(`${name}: there is no ${lost}`);
  const changed = new Map();
  for (const change of [{ find, replace }, ...also]) {
    const path = join(copy, change.file ?? file);
    const text = changed.get(path) ?? readFileSync(path, 'utf8');
    const times = text.split(change.find).length - 1;
    if (times !== 1) throw new Error(`${name}: ${path} has ${change.find} ${times} times`);
    changed.set(
      path,
      text.replace(change.find, () => change.replace),
    );
  }
  return changed;
}

/** The promise that a world breaks, and after how many. */
async function simulated() {
  const { seeds, from, workers } = values;
  const one = ['--seeds', seeds, '--from', from, '--workers', workers, '--failures', '1'];
  const { stdout, failed } = await run(['scripts/simulate.js', ...one]);
  const [, seed, promise] = /^seed (\d+): ([^:]+)/m.exec(stdout) ?? [];
  if (seed === undefined) return failed ? 'the simulation does not run' : undefined;
  return `${promise}, after ${Number(seed) - Number(from) + 1} worlds`;
}

/** The first test that fails, of these files. */
async function tested(tests) {
  const { failed, all } = await run(['node_modules/vitest/vitest.mjs', 'run', ...tests]);
  const [, test] = /^ *FAIL .*?(test\/.*)/m.exec(stripVTControlCharacters(all)) ?? [];
  return failed ? (test ?? tests.join(' ')) : undefined;
}

function run(args) {
  return execa(process.execPath, args, { cwd: copy, reject: false, all: true });
}
