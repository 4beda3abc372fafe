// `npm test`: the tests and checks that every change must pass. `npm run test:full`: all tests and checks. The tests
// have a process for each of two cores; the checks run at the same time, one after the other, with a lower priority.
// The tests print as they run; a check prints its output if it fails. All of them run to the end; then come the seconds
// of the longest test files, the tests that failed, and in the last line how each check ended.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { execa, parseCommandString } from 'execa';

const startedAt = Date.now();
const isFull = process.argv.includes('--full');
const vitestArguments = process.argv.slice(2).filter((word) => word !== '--full');
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'confere-test-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** Runs a command line of package.json without npm and a shell, so that no process is left when this script ends. */
async function run(name, line, stdio, { hasLowPriority = false } = {}) {
  const startedAt = Date.now();
  const [file, ...args] = parseCommandString(line);
  const running = execa(file, args, { ...stdio, preferLocal: true, reject: false });
  if (hasLowPriority && running.pid !== undefined)
    setPriority(running.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  const { failed, all } = await running;
  if (failed && all !== undefined) console.log(`\n--- ${name} (${line})\n${all}`);
  if (!failed && name === 'simulation') console.log(`\n${all.trimEnd().split('\n').at(-1)}`);
  return { name, failed, seconds: Math.round((Date.now() - startedAt) / 1000) };
}

const captured = {
  all: true,
  stdin: 'ignore',
  env: { FORCE_COLOR: process.stdout.isTTY ? '1' : '0' },
};
const inherited = { stdio: ['ignore', 'inherit', 'inherit'] };

async function runTests(building) {
  const built = await building;
  // Without a build, all tests would fail for one reason.
  if (built.failed) return [built];
  const report = join(folder, 'tests.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const chosen = isFull ? [] : ['--project', 'quick'];
  const line = ['vitest run', ...chosen, ...reporters, ...vitestArguments].join(' ');
  const tier = isFull ? 'full' : 'quick';
  const result = await run('tests', line, { ...inherited, env: { CONFERE_TEST_TIER: tier } });
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  printLongest(testResults);
  return [built, { ...result, failures: listFailures(testResults) }];
}

/** Prints the test files that took longest, in seconds. */
function printLongest(testResults) {
  const rows = testResults
    .map(({ name, startTime, endTime }) => [(endTime - startTime) / 1000, relative('.', name)])
    .toSorted(([one], [other]) => other - one);
  const lines = rows.map(([seconds, name]) => `${seconds.toFixed(1).padStart(7)}  ${name}`);
  console.log(`\nseconds  file\n${lines.slice(0, isFull ? lines.length : 20).join('\n')}`);
}

/** Returns the lines about the tests that failed: their file and title, and the beginning of the first message. */
function listFailures(testResults) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    const tests = failed.map((test) => [test.fullName, test.failureMessages[0]]);
    // A file that cannot be loaded has no tests.
    if (status === 'failed' && tests.length === 0) tests.push(['cannot be run', message]);
    return tests.map(([title, text]) => {
      const beginning = (text ?? '').split('\n').slice(0, 12).join('\n  ');
      return `FAILED ${relative('.', name)}: ${title}\n  ${beginning}`;
    });
  });
}

async function runChecks(building) {
  const results = [];
  const names = isFull
    ? ['lint:types', 'boundaries', 'unused', 'format:check']
    : ['lint', 'types', 'format:check'];
  for (const name of names)
    results.push(await run(name, scripts[name], captured, { hasLowPriority: true }));
  if (!isFull)
    results.push(await runSimulation('--seconds 10 --workers 1', { hasLowPriority: true }));
  // This check needs the build.
  else if (!(await building).failed)
    results.push(await run('package', scripts.package, captured, { hasLowPriority: true }));
  return results;
}

function runSimulation(simulateArguments, options) {
  return run(
    'simulation',
    `${scripts.simulate} --seeds 2000 ${simulateArguments}`,
    captured,
    options,
  );
}

const building = run('build', `${scripts.build}${isFull ? '' : ' --keep-types'}`, captured);
const results = (await Promise.all([runTests(building), runChecks(building)])).flat();
if (isFull) {
  results.push(await runSimulation('--seconds 150'));
  // Many of these faults concern the modes of files, which Windows does not have.
  if (process.platform !== 'win32')
    results.push(await run('faults', `${scripts.faults} --sample 6`, captured));
}
for (const { failures = [] } of results) for (const failure of failures) console.log(failure);
const line = results.map(
  ({ name, failed, seconds }) => `${failed ? 'FAILED ' : ''}${name} ${seconds} s`,
);
console.log(`${line.join(', ')}: ${Math.round((Date.now() - startedAt) / 1000)} s`);
if (results.some(({ failed }) => failed)) process.exitCode = 1;
