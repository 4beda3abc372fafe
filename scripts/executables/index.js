// npm run executables [-- linux-x64 ...]: makes one file for each platform that needs no Node, in out/, and prints its size and, where it
// runs here, how long it takes to start. Needs the npm registry the first time.
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { execaSync } from 'execa';
import { isWindows, nodeOf, ownPlatform, platforms } from './nodes.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const OUT = join(ROOT, 'out');
const TIMES = 15;

const wanted = process.argv.slice(2);
mkdirSync(OUT, { recursive: true });
copyFileSync(join(ROOT, 'dist/THIRD-PARTY-LICENSES'), join(OUT, 'THIRD-PARTY-LICENSES'));
for (const platform of wanted.length > 0 ? wanted : platforms) {
  const node = nodeOf(platform);
  const file = join(OUT, `confere-${platform}${isWindows(platform) ? '.exe' : ''}`);
  make(node, file);
  copyFileSync(join(dirname(dirname(node)), 'LICENSE'), join(OUT, 'NODE-LICENSE'));
  console.log(`${file}: ${megabytes(file)}, node alone ${megabytes(node)}`);
  if (platform === ownPlatform) console.log(startUps(file, node));
}

/** Node of this machine joins the other platform's Node and our files (nodejs.org/api/single-executable-applications.html). */
function make(node, file) {
  const folder = mkdtempSync(join(tmpdir(), 'confere-executable-'));
  try {
    const config = join(folder, 'sea.json');
    writeFileSync(config, JSON.stringify({ ...configOf(node), output: file }));
    rmSync(file, { force: true });
    execaSync(nodeOf(ownPlatform), [`--build-sea=${config}`]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Cached code would be that of this machine's processor. */
function configOf(node) {
  const dist = join(ROOT, 'dist');
  const files = readdirSync(dist).filter((name) => name.endsWith('.cjs') && name !== 'index.cjs');
  return {
    ...{ main: join(ROOT, 'scripts/executables/entry.cjs'), executable: node },
    ...{ disableExperimentalSEAWarning: true, useCodeCache: false, useSnapshot: false },
    assets: Object.fromEntries(files.map((name) => [name, join(dist, name)])),
  };
}

/** In turns, so that other load slows all equally. */
function startUps(file, node) {
  const lines = {
    'executable --version': [file, '--version'],
    'node bin/confere.js --version': [node, join(ROOT, 'bin/confere.js'), '--version'],
    'node -e 0': [node, '-e', '0'],
  };
  const taken = Object.fromEntries(Object.keys(lines).map((name) => [name, []]));
  for (let i = 0; i <= TIMES; i += 1)
    for (const [name, line] of Object.entries(lines)) {
      const ms = timeOf(line);
      if (i > 0) taken[name].push(ms);
    }
  const middle = (all) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)].toFixed(0);
  return Object.entries(taken)
    .map(([name, all]) => `  ${name}: ${middle(all)} ms`)
    .join('\n');
}

function timeOf([program, ...args]) {
  const begun = performance.now();
  execaSync(program, args, { stdio: 'ignore' });
  return performance.now() - begun;
}

function megabytes(path) {
  return `${(statSync(path).size / 1e6).toFixed(1)} MB`;
}
