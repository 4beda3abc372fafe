// npm test: everything that is checked. The tests have a process for each of two cores; the other checks run beside
// them, one after the other, in the time that these leave. The simulation comes last and has every core. The tests
// print as they go; a check prints what it has to say when it fails. All of them run to the end, and the last line says
// how each one ended.
import { readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { execa, parseCommandString } from 'execa';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));

/** A command line as package.json has it, run without npm and a shell: nothing is left when this ends. */
async function run(name, line, stdio, { isBeside = false } = {}) {
  const begun = Date.now();
  const [file, ...args] = parseCommandString(line);
  const running = execa(file, args, { ...stdio, preferLocal: true, reject: false });
  if (isBeside && running.pid !== undefined)
    setPriority(running.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  const { failed, all } = await running;
  if (failed && all !== undefined) console.log(`\n--- ${name} (${line})\n${all}`);
  if (!failed && name === 'simulation') console.log(`\n${all.trimEnd().split('\n').at(-1)}`);
  return { name, failed, seconds: Math.round((Date.now() - begun) / 1000) };
}

/** `npm run simulate` runs as many as one wants; here is what every change has to stand, on a slow machine less. */
const SIMULATED = '--seeds 2000 --seconds 150';

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
  const line = ['vitest run', ...process.argv.slice(2)].join(' ');
  return [built, await run('tests', line, openly)];
}

async function theChecks(building) {
  const ended = [];
  // `lint` checks the types as well.
  for (const name of ['lint', 'boundaries', 'unused', 'format:check'])
    ended.push(await run(name, scripts[name], quietly, { isBeside: true }));
  // It looks at what the build made.
  if (!(await building).failed)
    ended.push(await run('package', scripts.package, quietly, { isBeside: true }));
  return ended;
}

const building = run('build', scripts.build, quietly);
const ended = (await Promise.all([theTests(building), theChecks(building)])).flat();
ended.push(await run('simulation', `${scripts.simulate} ${SIMULATED}`, quietly));
const line = ended.map(
  ({ name, failed, seconds }) => `${failed ? 'FAILED ' : ''}${name} ${seconds} s`,
);
console.log(line.join(', '));
if (ended.some(({ failed }) => failed)) process.exitCode = 1;
