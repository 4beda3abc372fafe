// `npm run chaos -- [--minutes N] [--seed S] [--abreast N] [--random] [--only NAME]`: runs batches with kills, faults
// of the service and jumps of the clock. Exits 1 if something was paid twice or lost, or cannot continue.
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    abreast: { type: 'string', default: '3' },
    only: { type: 'string' },
    random: { type: 'boolean', default: false },
  },
});
const path = fileURLToPath(new URL('../test/crash/campaign.ts', import.meta.url));
const { module } = await runnerImport(path, { configFile: false, logLevel: 'error' });
const options = {
  seed: values.seed,
  end: Date.now() + Number(values.minutes) * 60_000,
  abreast: Number(values.abreast),
  onlyRandom: values.random,
  say: (line) => console.log(line),
};
console.log(`seed ${values.seed}`);
const failures =
  values.only === undefined
    ? await module.campaign(options)
    : await module.repeat(values.only, options.say);
process.exitCode = failures > 0 ? 1 : 0;
