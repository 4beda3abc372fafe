// npm run executables [-- linux-x64 ... --official]: makes one program for each platform that needs no Node, in out/: a
// folder with it, its licences and what it is made of, and the same as an archive. Prints sizes, the libraries that a Linux
// program needs, and, of this platform's, how long it takes to start. Needs the npm registry the first time; `--official`,
// for a release, takes Node from nodejs.org.
import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { execaSync } from 'execa';
import { archive } from './archive.js';
import { checkAlone, checkLibraries } from './check.js';
import { make } from './make.js';
import { isLinux, isWindows, ownPlatform, platforms, takeNode } from './nodes.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const OUT = join(ROOT, 'out');
const TIMES = 15;

const { values, positionals: wanted } = parseArgs({
  options: { official: { type: 'boolean', default: false } },
  allowPositionals: true,
});
rmSync(OUT, { recursive: true, force: true });
for (const platform of wanted.length > 0 ? wanted : platforms) {
  const folder = join(OUT, `confere-${platform}`);
  const file = join(folder, isWindows(platform) ? 'confere.exe' : 'confere');
  const node = await takeNode(platform, values.official);
  mkdirSync(folder, { recursive: true });
  make(platform, file, node);
  copyFileSync(join(ROOT, 'dist/THIRD-PARTY-LICENSES'), join(folder, 'THIRD-PARTY-LICENSES'));
  copyFileSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
  copyFileSync(node.licence, join(folder, 'NODE-LICENSE'));
  writeFileSync(join(folder, 'sbom.cdx.json'), billWith(node));
  console.log(`${platform}: ${node.purl}`);
  if (isLinux(platform)) console.log(`${platform}: ${checkLibraries(file).join(' ')}`);
  if (platform === ownPlatform)
    console.log(
      `${platform}: ${checkAlone(file)} runs in an empty folder\n${startUps(file, node.program)}`,
    );
  const packed = await archive(folder, isWindows(platform));
  console.log(`${file}: ${megabytes(file)}, packed ${megabytes(packed)}`);
}

/** The list of what the program holds: that of the bundle, and Node before it. Scanners know Node by its `cpe`. */
function billWith({ version, purl, hash }) {
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
