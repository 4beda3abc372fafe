// npm run executables [-- linux-x64 ...]: makes one program for each platform that needs no Node, in out/: a folder with it
// and its licences, the same as an archive, and SHA256SUMS. Prints sizes, the libraries that a Linux program needs, and, of
// this platform's, how long it takes to start. Needs the npm registry the first time.
import { copyFileSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { execaSync } from 'execa';
import { archive, sumOf } from './archive.js';
import { checkAlone, checkLibraries } from './check.js';
import { make } from './make.js';
import { isLinux, isWindows, makerFor, nodeOf, ownPlatform, platforms } from './nodes.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const OUT = join(ROOT, 'out');
const TIMES = 15;

const wanted = process.argv.slice(2);
const sums = [];
rmSync(OUT, { recursive: true, force: true });
for (const platform of wanted.length > 0 ? wanted : platforms) {
  const folder = join(OUT, `confere-${platform}`);
  const file = join(folder, isWindows(platform) ? 'confere.exe' : 'confere');
  const node = nodeOf(platform);
  mkdirSync(folder, { recursive: true });
  make(platform, file);
  for (const name of ['THIRD-PARTY-LICENSES', 'sbom.cdx.json'])
    copyFileSync(join(ROOT, 'dist', name), join(folder, name));
  copyFileSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
  // Not every package has the text; that of this machine's Node of the same version does.
  const own = dirname(dirname(makerFor(platform)));
  copyFileSync(join(own, 'LICENSE'), join(folder, 'NODE-LICENSE'));
  if (isLinux(platform)) console.log(`${platform}: ${checkLibraries(file).join(' ')}`);
  if (platform === ownPlatform)
    console.log(
      `${platform}: ${checkAlone(file)} runs in an empty folder\n${startUps(file, node)}`,
    );
  const packed = await archive(folder, isWindows(platform));
  sums.push(sumOf(packed));
  console.log(`${file}: ${megabytes(file)}, packed ${megabytes(packed)}`);
}
writeFileSync(join(OUT, 'SHA256SUMS'), `${sums.join('\n')}\n`);

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
