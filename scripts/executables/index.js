// npm run executables [-- linux-x64 ... --official]: makes a program for each platform that runs without Node, in out/:
// a folder with the program, its licences and the list of its parts, and the same folder as an archive. Prints sizes,
// the libraries that a Linux program needs, and how long the program for this platform takes to start. Needs the npm
// registry the first time; `--official`, for a release, takes Node from nodejs.org.
import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { execaSync } from 'execa';
import { packFolder } from './archive.js';
import { checkAlone, checkLibraries } from './check.js';
import { makeExecutable } from './make.js';
import { isLinux, isWindows, ownPlatform, platforms, provideNode } from './nodes.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const OUT = join(ROOT, 'out');
const TIMES = 15;

const { values, positionals: namedPlatforms } = parseArgs({
  options: { official: { type: 'boolean', default: false } },
  allowPositionals: true,
});
rmSync(OUT, { recursive: true, force: true });
for (const platform of namedPlatforms.length > 0 ? namedPlatforms : platforms) {
  const folder = join(OUT, `confere-${platform}`);
  const file = join(folder, isWindows(platform) ? 'confere.exe' : 'confere');
  const node = await provideNode(platform, values.official);
  mkdirSync(folder, { recursive: true });
  makeExecutable(platform, file, node);
  copyFileSync(join(ROOT, 'dist/THIRD-PARTY-LICENSES'), join(folder, 'THIRD-PARTY-LICENSES'));
  copyFileSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
  copyFileSync(node.licence, join(folder, 'NODE-LICENSE'));
  writeFileSync(join(folder, 'sbom.cdx.json'), writeBillWithNode(node));
  console.log(`${platform}: ${node.purl}`);
  if (isLinux(platform)) console.log(`${platform}: ${checkLibraries(file).join(' ')}`);
  if (platform === ownPlatform)
    console.log(
      `${platform}: ${checkAlone(file)} runs in an empty folder\n${measureStartUps(file, node.program)}`,
    );
  const packed = await packFolder(folder, isWindows(platform));
  console.log(`${file}: ${megabytes(file)}, packed ${megabytes(packed)}`);
}

/**
 * Writes the list of the parts of a program: Node, and the packages of the bundle. Scanners recognise Node by its
 * `cpe`.
 */
function writeBillWithNode({ version, purl, hash }) {
  const bill = JSON.parse(readFileSync(join(ROOT, 'dist/sbom.cdx.json'), 'utf8'));
  bill.components.unshift({
    type: 'platform',
    'bom-ref': `node@${version}`,
    name: 'node',
    version,
    purl,
    cpe: `cpe:2.3:a:nodejs:node.js:${version}:*:*:*:*:*:*:*`,
    licenses: [{ license: { id: 'MIT' } }],
    hashes: [hash],
  });
  return `${JSON.stringify(bill, null, 2)}\n`;
}

/** Measures how long each command takes to start (ms), in turns, so that other load slows all equally. */
function measureStartUps(file, node) {
  const lines = {
    'executable --version': [file, '--version'],
    'node bin/confere.js --version': [node, join(ROOT, 'bin/confere.js'), '--version'],
    'node -e 0': [node, '-e', '0'],
  };
  const times = Object.fromEntries(Object.keys(lines).map((name) => [name, []]));
  for (let i = 0; i <= TIMES; i += 1)
    for (const [name, line] of Object.entries(lines)) {
      const ms = measureStart(line);
      if (i > 0) times[name].push(ms);
    }
  const median = (all) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)].toFixed(0);
  return Object.entries(times)
    .map(([name, all]) => `  ${name}: ${median(all)} ms`)
    .join('\n');
}

function measureStart([program, ...args]) {
  const startedAt = performance.now();
  execaSync(program, args, { stdio: 'ignore' });
  return performance.now() - startedAt;
}

function megabytes(path) {
  return `${(statSync(path).size / 1e6).toFixed(1)} MB`;
}
