// `npm test`: what every change has to stand. `npm run test:full`: all of it and the rest. The tests have a process for
// each of two cores; the other checks run beside them, one after the other, in the time that these leave. The tests print
// as they go; a check prints what it has to say when it fails. All of them run to the end; then come the seconds of the
// longest files, and the last line says how each check ended.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { execa, parseCommandString } from 'execa';

const begun = Date.now();
const isFull = process.argv.includes('--full');
const given = process.argv.slice(2).filter((word) => word !== '--full');
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'confere-test-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** A command line as package.json has it, run without npm and a shell: nothing is left when this ends. */
async function run(name, line, stdio, { isBeside = false } = {}) {
  const since = Date.now();
  const [file, ...args] = parseCommandString(line);
  const running = execa(file, args, { ...stdio, preferLocal: true, reject: false });
  if (isBeside && running.pid !== undefined)
    setPriority(running.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  const { failed, all } = await running;
  if (failed && all !== undefined) console.log(`\n--- ${name} (${line})\n${all}`);
  if (!failed && name === 'simulation') console.log(`\n${all.trimEnd().split('\n').at(-1)}`);
  return { name, failed, seconds: Math.round((Date.now() - since) / 1000) };
}

const quietly = {
  all: true,
  stdin: 'ignore',
  env: { FORCE_COLOR: process.stdout.isTTY ? '1' : '0' },
};
const openly = { stdio: ['ignore', 'inherit', 'inherit'] };

async function theTests(building) {
  const built = await building;
  // Without a build they would all fail for one reason.
  if (built.failed) return [built];
  const report = join(folder, 'tests.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const chosen = isFull ? [] : ['--project', 'quick'];
  const line = ['vitest run', ...chosen, ...reporters, ...given].join(' ');
  const tier = isFull ? 'full' : 'quick';
  const ended = await run('tests', line, { ...openly, env: { CONFERE_TEST_TIER: tier } });
  tellLongest(report);
  return [built, ended];
}

/** The files that took longest, in seconds. */
function tellLongest(report) {
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  const rows = testResults
    .map(({ name, startTime, endTime }) => [(endTime - startTime) / 1000, relative('.', name)])
    .toSorted(([one], [other]) => other - one);
  const lines = rows.map(([seconds, name]) => `${seconds.toFixed(1).padStart(7)}  ${name}`);
  console.log(`\nseconds  file\n${lines.slice(0, isFull ? lines.length : 20).join('\n')}`);
}

async function theChecks(building) {
  const ended = [];
  const names = isFull
    ? ['lint:types', 'boundaries', 'unused', 'format:check']
    : ['lint', 'types', 'format:check'];
  for (const name of names) ended.push(await run(name, scripts[name], quietly, { isBeside: true }));
  if (!isFull) ended.push(await simulation('--seconds 10 --workers 1', { isBeside: true }));
  // It looks at what the build made.
  else if (!(await building).failed)
    ended.push(await run('package', scripts.package, quietly, { isBeside: true }));
  return ended;
}

function simulation(choice, how) {
  return run('simulation', `${scripts.simulate} --seeds 2000 ${choice}`, quietly, how);
}

const building = run('build', `${scripts.build}${isFull ? '' : ' --keep-types'}`, quietly);
const ended = (await Promise.all([theTests(building), theChecks(building)])).flat();
if (isFull) {
  ended.push(await simulation('--seconds 150'));
  // Windows has no modes of files, which many of them are about.
  if (process.platform !== 'win32')
    ended.push(await run('faults', `${scripts.faults} --sample 6`, quietly));
}
const line = ended.map(
  ({ name, failed, seconds }) => `${failed ? 'FAILED ' : ''}${name} ${seconds} s`,
);
console.log(`${line.join(', ')}: ${Math.round((Date.now() - begun) / 1000)} s`);
if (ended.some(({ failed }) => failed)) process.exitCode = 1;
