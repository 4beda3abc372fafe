// 100,000 CPFs against the sandbox: submitted, watched and exported.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { csvOf } from '../inputs.js';
import { CONFERE, confere, median, run } from '../measure.js';

const TIMES = 3;
const ITEMS = 100_000;
const PER_JOB = 10_000;
/** Items per second of each job. The sandbox processes all jobs at the same time. */
const SPEED = 5_000;
const INTERVAL = 5_000;

export async function endToEnd() {
  const input = await csvOf(ITEMS);
  const runs = [];
  for (let i = 0; i < TIMES; i += 1) runs.push(await once100k(input));
  const counts = Object.entries(runs[0].requests).map(([what, n]) => `${n} ${what}`);
  console.error(`requests: ${counts.join(', ')}`);
  return [
    {
      what: `100,000 CPFs end to end (${counts.join(', ')})`,
      reference: "the service's processing, and one poll",
      reach: '≤ 1.25',
      ours: median(runs.map(({ ms }) => ms)),
      theirs: (PER_JOB / SPEED) * 1000 + INTERVAL,
    },
  ];
}

async function once100k(input) {
  const home = mkdtempSync(join(tmpdir(), 'confere-bench-'));
  const sandbox = await startSandbox(home);
  const env = { CONFERE_HOME: home, ...sandbox.env };
  const out = join(home, 'out.csv');
  const { ms, stderr } = await run(
    confere(['bulk', 'run', input, '--rate', '1000', '-v', '-o', out], { env }),
  );
  sandbox.close();
  rmSync(home, { recursive: true });
  return { ms, requests: counted(stderr) };
}

async function startSandbox(home) {
  const flags = ['--port', '0', '--credits', '1000000', '--rate', '1000', '--ephemeral'];
  const child = execa(process.execPath, [CONFERE, 'sandbox', ...flags, '--job-speed', `${SPEED}`], {
    env: { CONFERE_HOME: home },
    ...{ stdin: 'ignore', stderr: 'ignore', buffer: false, reject: false },
  });
  let text = '';
  while (!/API_KEY=.*\n/.test(text)) text += String((await once(child.stdout, 'data'))[0]);
  const env = Object.fromEntries(
    [...text.matchAll(/export (\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
  );
  return { env, close: () => void child.kill('SIGINT') };
}

/** Counts requests by method and route, from the lines of `-v`. */
function counted(stderr) {
  const counts = {};
  for (const [, method, path] of stderr.matchAll(/(GET|POST) (\/[^\s?]*)/g)) {
    const route = `${method} ${path.replace(/\/bulk\/.*/, '/bulk/…')}`;
    counts[route] = (counts[route] ?? 0) + 1;
  }
  return counts;
}
