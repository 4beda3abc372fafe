// `npm run simulate -- --seeds N --from S`: runs simulated worlds, one for each seed, and prints what they held
// and the seeds that broke a promise. `--only <seed>` tells the story of one. `--seconds` ends it sooner.
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

process.exitCode = values.only === undefined ? await campaign() : await story(Number(values.only));

/** Tells one run, step by step. */
async function story(seed) {
  const { runSeed } = await import(file);
  const { story: lines, kinds, violation } = await runSeed(seed, true);
  console.log([...lines, `seed ${seed} has ${kinds.join(', ')}`].join('\n'));
  console.log(violation?.message ?? 'It holds.');
  return violation === undefined ? 0 : 1;
}

async function campaign() {
  const begun = Date.now();
  const workers = Number(values.workers);
  const shared = {
    stride: workers,
    failures: Number(values.failures),
    seconds: Number(values.seconds),
  };
  const ends = Array.from({ length: workers }, (_, index) =>
    worker({ ...shared, from: Number(values.from) + index, seeds: Number(values.seeds) - index }),
  );
  const all = await Promise.all(ends);
  const sum = (name) => all.reduce((total, { totals }) => total + (totals?.[name] ?? 0), 0);
  const seconds = (Date.now() - begun) / 1000;
  const failures = all.reduce((total, end) => total + end.failures, 0);
  const perSecond = Math.round(sum('runs') / seconds);
  const cpuMs = (sum('cpuMs') / Math.max(1, sum('runs'))).toFixed(1);
  console.log(
    `${sum('runs')} runs from seed ${values.from} in ${seconds.toFixed(1)} s (${perSecond} a second, ${cpuMs} ms of CPU each): ` +
      `${sum('commands')} commands, ${sum('steps')} steps, ${sum('faults')} faults, ${sum('crashes')} crashes, ` +
      `${sum('words')} decisions; ${failures} broke a promise`,
  );
  return failures > 0 || all.some(({ totals }) => totals === undefined) ? 1 : 0;
}

/** One process with its share of the seeds. */
async function worker(campaign) {
  // Helper threads of V8 would take turns with the other workers.
  const nodeOptions = ['--single-threaded', '--max-semi-space-size=32'];
  const script = fileURLToPath(new URL('simulate/worker.js', import.meta.url));
  const options = { nodeOptions, stdio: 'inherit', reject: false };
  const child = execaNode(script, [file], options);
  const end = { failures: 0, totals: undefined };
  await child.sendMessage(campaign);
  for await (const { failure, totals } of child.getEachMessage()) {
    end.totals = totals ?? end.totals;
    if (failure === undefined) continue;
    end.failures += 1;
    console.log(`\nseed ${failure.seed}: ${failure.message}`);
    console.log(`  npm run simulate -- --only ${failure.seed}`);
  }
  return end;
}
