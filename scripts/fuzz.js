// `npm run fuzz -- --minutes 10`: reads hostile input files with new seeds. A failure prints its seed and smallest file.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '1' } } });
const minutes = Number(values.minutes);
if (!(minutes > 0)) {
  console.error('--minutes must be a number above 0.');
  process.exit(2);
}
const root = fileURLToPath(new URL('..', import.meta.url));
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
const child = spawn(process.execPath, [vitest, 'run', 'test/fuzz'], {
  cwd: root,
  env: { ...process.env, FUZZ_MINUTES: String(minutes) },
  stdio: 'inherit',
});
child.on('close', (code) => {
  process.exitCode = code ?? 1;
});
