// npm run dev -- <args>: runs confere from the current sources. Builds first, without types, if the sources changed.
// Stack traces name lines of the sources.
import { fileURLToPath } from 'node:url';
import { execaSync } from 'execa';

const root = fileURLToPath(new URL('..', import.meta.url));
const runNode = (...args) =>
  execaSync(process.execPath, args, { stdio: 'inherit', reject: false }).exitCode ?? 1;

const buildExitCode = runNode(`${root}scripts/build/index.js`, '--missing', '--maps');
process.exitCode =
  buildExitCode === 0
    ? runNode('--enable-source-maps', `${root}bin/confere.js`, ...process.argv.slice(2))
    : buildExitCode;
