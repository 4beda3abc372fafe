// `npm run faults`: plants each fault of `test/faults` alone in a copy of the source, and prints which promise of the
// simulation, or which test, notices it. Exits with 1 if one survives. `-- --only M06,M22` plants some; `--seeds` says how
// many worlds a fault has to be found in.
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { execa } from 'execa';
import doubt from '../test/faults/doubt.js';
import limits from '../test/faults/limits.js';
import records from '../test/faults/records.js';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    seeds: { type: 'string', default: '2000' },
    from: { type: 'string', default: '1' },
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
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
])
  cpSync(join(root, name), join(copy, name), { recursive: true });
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));

const wanted = values.only.split(',').filter((name) => name !== '');
const all = [...doubt, ...records, ...limits].filter(
  ({ name }) => wanted.length === 0 || wanted.includes(name.split(' ')[0]),
);
let survivors = 0;
for (const fault of all) {
  const found = await withFault(fault, () => whoNotices(fault));
  if (found === undefined) survivors += 1;
  console.log(`${found === undefined ? 'SURVIVES' : 'found   '}  ${fault.name}: ${found ?? '-'}`);
}
console.log(`${all.length} faults, ${survivors} survived`);
if (survivors > 0) process.exitCode = 1;

/** The source with this fault alone, while `work` runs. */
async function withFault({ name, file, find, replace, also = [] }, work) {
  const path = join(copy, file);
  const sound = readFileSync(path, 'utf8');
  let faulty = sound;
  for (const change of [{ find, replace }, ...also]) {
    const times = faulty.split(change.find).length - 1;
    if (times !== 1) throw new Error(`${name}: ${file} has its text ${times} times`);
    faulty = faulty.replace(change.find, () => change.replace);
  }
  writeFileSync(path, faulty);
  try {
    return await work();
  } finally {
    writeFileSync(path, sound);
  }
}

/** Who notices the fault that is planted now. */
async function whoNotices({ caughtBy, tests = [] }) {
  if (caughtBy !== 'unit') return simulated();
  const { failed } = await run(['node_modules/vitest/vitest.mjs', 'run', ...tests]);
  return failed ? tests.join(' ') : undefined;
}

/** The promise that a world breaks, and after how many. */
async function simulated() {
  const { seeds, from } = values;
  const one = ['--seeds', seeds, '--from', from, '--workers', '1', '--failures', '1'];
  const { stdout } = await run(['scripts/simulate.js', ...one]);
  const [, seed, promise] = /^seed (\d+): ([^:]+)/m.exec(stdout) ?? [];
  if (seed === undefined) return undefined;
  return `${promise}, after ${Number(seed) - Number(from) + 1} worlds`;
}

function run(args) {
  return execa(process.execPath, args, { cwd: copy, reject: false });
}
