// `npm run simulate -- --seeds N --from S`: runs simulated worlds, one for each seed, and prints what happened in them
// and the seeds that broke a promise. `--only <seed>` prints the steps of one world. `--seconds` ends the run sooner.
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { execaNode } from 'execa';
import { bundle } from './simulate/bundle.js';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '2000' },
    from: { type: 'string', default: '1' },
    only: { type: 'string' },
    workers: { type: 'string', default: String(Math.min(4, availableParallelism())) },
    seconds: { type: 'string', default: '1000000' },
    failures: { type: 'string', default: '10' },
  },
});

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(root, 'node_modules', '.simulation-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'simulation.mjs');
await bundle(file);

process.exitCode =
  values.only === undefined ? await runCampaign() : await tellStory(Number(values.only));

/** Runs one world and prints its steps. */
async function tellStory(seed) {
  const { runSeed } = await import(file);
  const { story: lines, kinds, violation } = await runSeed(seed, true);
  console.log([...lines, `seed ${seed} has ${kinds.join(', ')}`].join('\n'));
  console.log(violation?.message ?? 'It holds.');
  return violation === undefined ? 0 : 1;
}

async function runCampaign() {
  const startedAt = Date.now();
  const workers = Number(values.workers);
  const shared = {
    stride: workers,
    failures: Number(values.failures),
    seconds: Number(values.seconds),
  };
  const running = Array.from({ length: workers }, (_, index) =>
    runWorker({
      ...shared,
      from: Number(values.from) + index,
      seeds: Number(values.seeds) - index,
    }),
  );
  const outcomes = await Promise.all(running);
  const sum = (name) => outcomes.reduce((total, { totals }) => total + (totals?.[name] ?? 0), 0);
  const seconds = (Date.now() - startedAt) / 1000;
  const failures = outcomes.reduce((total, outcome) => total + outcome.failures, 0);
  const perSecond = Math.round(sum('runs') / seconds);
  const cpuMs = (sum('cpuMs') / Math.max(1, sum('runs'))).toFixed(1);
  console.log(
    `${sum('runs')} runs from seed ${values.from} in ${seconds.toFixed(1)} s (${perSecond} a second, ${cpuMs} ms of CPU each): ` +
      `${sum('commands')} commands, ${sum('steps')} steps, ${sum('faults')} faults, ${sum('crashes')} crashes, ` +
      `${sum('words')} decisions; ${failures} broke a promise`,
  );
  return failures > 0 || outcomes.some(({ totals }) => totals === undefined) ? 1 : 0;
}

/** Runs a process with its share of the seeds. */
async function runWorker(share) {
  // Helper threads of V8 would take turns with the other workers.
  const nodeOptions = ['--single-threaded', '--max-semi-space-size=32'];
  const script = fileURLToPath(new URL('simulate/worker.js', import.meta.url));
  const options = { nodeOptions, stdio: 'inherit', reject: false };
  const child = execaNode(script, [file], options);
  const outcome = { failures: 0, totals: undefined };
  await child.sendMessage(share);
  for await (const { failure, totals } of child.getEachMessage()) {
    outcome.totals = totals ?? outcome.totals;
    if (failure === undefined) continue;
    outcome.failures += 1;
    console.log(`\nseed ${failure.seed}: ${failure.message}`);
    console.log(`  npm run simulate -- --only ${failure.seed}`);
  }
  return outcome;
}
