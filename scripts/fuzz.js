// `npm run fuzz -- --minutes 10`: gives the borders of confere inputs of others, and keeps those that reach new code.
// It prints the inputs a second and what was found, with the smallest input. `--only <part of a name>` runs some,
// `--seed <n>` repeats a run, `--input <file>` runs one input once.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { rolldown } from 'rolldown';
import { instrument } from './fuzz/instrument.js';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    only: { type: 'string', default: '' },
    input: { type: 'string' },
  },
});
const [minutes, seed] = [Number(values.minutes), Number(values.seed)];
if (!(minutes > 0) || !Number.isInteger(seed)) {
  console.error('--minutes must be a number above 0, and --seed a whole number.');
  process.exit(2);
}

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(root, 'node_modules', '.fuzz-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'fuzz.mjs');
const made = await rolldown({
  input: join(root, 'test', 'fuzz', 'campaign.ts'),
  platform: 'node',
  external: ['libsql', 'node:sqlite', 'fast-check'],
  tsconfig: join(root, 'tsconfig.json'),
  plugins: [instrument],
  onLog: () => undefined,
});
await made.write({ file, format: 'esm', codeSplitting: false });
await made.close();

const { runCampaign, replay } = await import(pathToFileURL(file).href);
const print = (line) => console.log(line);
const found = join(root, 'node_modules', '.cache', 'fuzz');
const isGood =
  values.input === undefined
    ? (await runCampaign({ minutes, seed, only: values.only, folder: found, print })) === 0
    : await replay(values.only, readFileSync(values.input), print);
process.exitCode = isGood ? 0 : 1;
