// Submits, watches and exports 100,000 CPFs in the sandbox. The references are the time that the service needs and a
// plain script.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { createCsv } from '../inputs.js';
import { CONFERE, confereCommand, median, nodeCommand, run } from '../measure.js';

const PLAIN_SCRIPT = fileURLToPath(new URL('../references/plain.js', import.meta.url));
const TIMES = 3;
const IDENTIFIERS = 100_000;
const IDENTIFIERS_PER_JOB = 10_000;
/** Items per second of each job. The sandbox processes all jobs at the same time. */
const JOB_SPEED = 5_000;
const POLL_INTERVAL = 5_000;

export async function endToEnd() {
  const input = await createCsv(IDENTIFIERS);
  const [runs, plainTimes] = [[], []];
  // The two run in turns, so that other load slows both equally.
  for (let i = 0; i < TIMES; i += 1) {
    runs.push(await runConfere(input));
    plainTimes.push(await runPlainScript(input));
  }
  const counts = Object.entries(runs[0].requests).map(([what, n]) => `${n} ${what}`);
  console.error(`requests: ${counts.join(', ')}`);
  const ours = median(runs.map(({ ms }) => ms));
  return [
    {
      what: `100,000 CPFs end to end (${counts.join(', ')})`,
      reference: "the service's processing, and one poll",
      reach: '≤ 1.25; Node 24: ≤ 1.15',
      ours,
      theirs: (IDENTIFIERS_PER_JOB / JOB_SPEED) * 1000 + POLL_INTERVAL,
    },
    {
      what: '100,000 CPFs end to end',
      reference: 'a plain script without a ledger',
      reach: '≤ 1.15',
      ours,
      theirs: median(plainTimes),
    },
  ];
}

async function runConfere(input) {
  return withSandbox(async (env, home) => {
    const out = join(home, 'out.csv');
    // A run that knows no price waits for its first job, and for the balance after the job.
    await run(confereCommand(['config', 'set', 'cost-cpf', '1'], { env }));
    const { ms, stderr } = await run(
      confereCommand(['bulk', 'run', input, '--rate', '1000', '-v', '-o', out], { env }),
    );
    return { ms, requests: countRequests(stderr) };
  });
}

async function runPlainScript(input) {
  return withSandbox(async ({ CONFERE_BASE_URL, CONFERE_API_KEY }, home) => {
    const out = join(home, 'out.csv');
    const args = [PLAIN_SCRIPT, input, out, CONFERE_BASE_URL, CONFERE_API_KEY, `${POLL_INTERVAL}`];
    return (await run(nodeCommand(args))).ms;
  });
}

async function withSandbox(work) {
  const home = mkdtempSync(join(tmpdir(), 'confere-bench-'));
  const sandbox = await startSandbox(home);
  try {
    return await work({ CONFERE_HOME: home, ...sandbox.env }, home);
  } finally {
    sandbox.close();
    rmSync(home, { recursive: true });
  }
}

async function startSandbox(home) {
  const flags = ['--port', '0', '--credits', '1000000', '--rate', '1000', '--ephemeral'];
  const child = execa(
    process.execPath,
    [CONFERE, 'sandbox', ...flags, '--job-speed', `${JOB_SPEED}`],
    {
      env: { CONFERE_HOME: home },
      stdin: 'ignore',
      stderr: 'ignore',
      buffer: false,
      reject: false,
    },
  );
  let text = '';
  while (!/API_KEY=.*\n/.test(text)) text += String((await once(child.stdout, 'data'))[0]);
  const env = Object.fromEntries(
    [...text.matchAll(/export (\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
  );
  return { env, close: () => void child.kill('SIGINT') };
}

/** Counts requests by method and route, from the lines of `-v`. */
function countRequests(stderr) {
  const counts = {};
  for (const [, method, path] of stderr.matchAll(/(GET|POST) (\/[^\s?]*)/g)) {
    const route = `${method} ${path.replace(/\/bulk\/.*/, '/bulk/…')}`;
    counts[route] = (counts[route] ?? 0) + 1;
  }
  return counts;
}
