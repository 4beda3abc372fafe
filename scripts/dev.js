// npm run dev -- <args>: runs confere as the sources are now. Builds if they changed, without types, and stack traces name
// lines of the sources.
import { fileURLToPath } from 'node:url';
import { execaSync } from 'execa';

const root = fileURLToPath(new URL('..', import.meta.url));
const run = (...args) =>
  execaSync(process.execPath, args, { stdio: 'inherit', reject: false }).exitCode ?? 1;

const built = run(`${root}scripts/build/index.js`, '--missing', '--maps');
process.exitCode =
  built === 0
    ? run('--enable-source-maps', `${root}bin/confere.js`, ...process.argv.slice(2))
    : built;
