// `npm run faults`: plants each fault of `test/faults` alone in a copy of the source, and prints which promise of the
// simulation, or which test, notices the fault. The unchanged source comes first: each fault must fit it, and no test
// may fail. Exits with 1 if one does, or if a fault survives. `-- --only M06,M22` plants these faults; `--sample 6`
// plants six faults that tests notice, other ones each day; `--seeds` is the number of worlds in which a fault must be
// found.
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
for (const fault of faults) applyFault(fault);
const selectedFaults =
  values.sample === undefined ? selectByName(values.only) : selectSample(Number(values.sample));
const isSound = await checkUnchangedSource();
if (isSound) await plantAll();
else process.exitCode = 1;

/** Selects the faults whose names begin with one of these words (`M06,M22`); all faults without any. */
function selectByName(only) {
  const names = only.split(',').filter((name) => name !== '');
  return faults.filter(
    ({ name }) => names.length === 0 || names.includes(name.slice(0, name.indexOf(' '))),
  );
}

/** Selects `size` faults that tests notice; after some days, every such fault was selected. */
function selectSample(size) {
  const tested = faults.filter(({ tests }) => tests !== undefined);
  const firstIndex = Math.floor(Date.now() / 86_400_000) * size;
  return Array.from({ length: size }, (_, n) => tested[(firstIndex + n) % tested.length]);
}

/** Returns whether simulation and tests find nothing in the unchanged source. */
async function checkUnchangedSource() {
  const tests = [...new Set(selectedFaults.flatMap((fault) => fault.tests ?? []))];
  const isSimulated = selectedFaults.some((fault) => fault.tests === undefined);
  const noticed = [
    isSimulated ? await runSimulation() : undefined,
    tests.length > 0 ? await runTests(tests) : undefined,
  ].filter((found) => found !== undefined);
  console.log(noticed.length === 0 ? 'the sound source holds' : `it breaks: ${noticed.join('; ')}`);
  return noticed.length === 0;
}

async function plantAll() {
  const rows = [];
  for (const fault of selectedFaults) {
    const found = await withFault(fault, () =>
      fault.tests === undefined ? runSimulation() : runTests(fault.tests),
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
  console.log(`\n${padded.join('\n')}\n${selectedFaults.length} faults, ${survivors} survived`);
  if (survivors > 0) process.exitCode = 1;
}

/** Runs `work` while the copy of the source has this fault alone. */
async function withFault(fault, work) {
  const changed = [...applyFault(fault)].map(([path, text]) => [path, readFileSync(path), text]);
  for (const [path, , text] of changed) writeFileSync(path, text);
  try {
    return await work();
  } finally {
    for (const [path, sound] of changed) writeFileSync(path, sound);
  }
}

/**
 * Returns the files that a fault changes, with their new texts. @throws if the fault does not fit the source, or its
 * test is missing
 */
function applyFault({ name, file, find, replace, also = [], tests = [] }) {
  const missingTest = tests.find((test) => !existsSync(join(copy, test)));
  if (missingTest !== undefined) throw new Error(`${name}: there is no ${missingTest}`);
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

/** Runs the simulation; returns the promise that a world breaks, and after how many worlds. */
async function runSimulation() {
  const { seeds, from, workers } = values;
  const simulateArguments = [
    '--seeds',
    seeds,
    '--from',
    from,
    '--workers',
    workers,
    '--failures',
    '1',
  ];
  const { stdout, failed } = await run(['scripts/simulate.js', ...simulateArguments]);
  const [, seed, promise] = /^seed (\d+): ([^:]+)/m.exec(stdout) ?? [];
  if (seed === undefined) return failed ? 'the simulation does not run' : undefined;
  return `${promise}, after ${Number(seed) - Number(from) + 1} worlds`;
}

/** Runs these test files; returns the first test that fails. */
async function runTests(tests) {
  const { failed, all: output } = await run(['node_modules/vitest/vitest.mjs', 'run', ...tests]);
  const [, test] = /^ *FAIL .*?(test\/.*)/m.exec(stripVTControlCharacters(output)) ?? [];
  return failed ? (test ?? tests.join(' ')) : undefined;
}

function run(args) {
  return execa(process.execPath, args, { cwd: copy, reject: false, all: true });
}
