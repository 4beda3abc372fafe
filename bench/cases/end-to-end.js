// 100,000 CPFs against the sandbox: submitted, watched and exported, beside the waits and beside a plain script. The price is set.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { csvOf } from '../inputs.js';
import { CONFERE, confere, median, node, run } from '../measure.js';

const PLAIN = fileURLToPath(new URL('../references/plain.js', import.meta.url));
const TIMES = 3;
const ITEMS = 100_000;
const PER_JOB = 10_000;
/** Items per second of each job. The sandbox processes all jobs at the same time. */
const SPEED = 5_000;
const INTERVAL = 5_000;

export async function endToEnd() {
  const input = await csvOf(ITEMS);
  const [runs, plain] = [[], []];
  // In turns, so that other load slows both equally.
  for (let i = 0; i < TIMES; i += 1) {
    runs.push(await once100k(input));
    plain.push(await plain100k(input));
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
      theirs: (PER_JOB / SPEED) * 1000 + INTERVAL,
    },
    {
      what: '100,000 CPFs end to end',
      reference: 'a plain script without a ledger',
      reach: '≤ 1.15',
      ours,
      theirs: median(plain),
    },
  ];
}

async function once100k(input) {
  return inSandbox(async (env, home) => {
    const out = join(home, 'out.csv');
    // Before it knows a price, a run waits for its first job and the balance after it.
    await run(confere(['config', 'set', 'cost-cpf', '1'], { env }));
    const { ms, stderr } = await run(
      confere(['bulk', 'run', input, '--rate', '1000', '-v', '-o', out], { env }),
    );
    return { ms, requests: counted(stderr) };
  });
}

async function plain100k(input) {
  return inSandbox(async ({ CONFERE_BASE_URL, CONFERE_API_KEY }, home) => {
    const out = join(home, 'out.csv');
    const args = [PLAIN, input, out, CONFERE_BASE_URL, CONFERE_API_KEY, `${INTERVAL}`];
    return (await run(node(args))).ms;
  });
}

async function inSandbox(work) {
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
  const child = execa(process.execPath, [CONFERE, 'sandbox', ...flags, '--job-speed', `${SPEED}`], {
    env: { CONFERE_HOME: home },
    stdin: 'ignore',
    stderr: 'ignore',
    buffer: false,
    reject: false,
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
