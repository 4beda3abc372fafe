// Finds the packages of which the bundle has parts, and the packages that these carry in their own files.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGE = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/;

/** Matches the path of a module that a package carries, as bundlers leave it in comments. */
const CARRIED = /node_modules\/\.pnpm\/[^/\s]+\/node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\//g;

/** Packages that carry others without a mark. */
const UNMARKED = { undici: ['llhttp'] };

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Returns the bundled packages by name and version: `folder`, `license` (SPDX), `integrity` (of the lock file) and
 * `carries`, the names of packages that are only inside this one.
 * @throws if a package is a development dependency, which audits for users do not check
 */
export function findBundled(output) {
  const ids = output.flatMap(({ moduleIds = [] }) => moduleIds).filter((id) => PACKAGE.test(id));
  const folders = [...new Set(ids.map((id) => PACKAGE.exec(id)[1]))];
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const packages = folders.map((folder) => describePackage(folder, lock));
  const names = new Set(packages.map(({ name }) => name));
  for (const bundledPackage of packages)
    bundledPackage.carries = findCarried(bundledPackage, ids).filter(
      (name) => !names.has(name) && names.add(name),
    );
  return packages.sort((a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1));
}

function describePackage(folder, lock) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const { dev, integrity } = lock[folder.slice(root.length).replaceAll('\\', '/')] ?? {};
  if (dev) throw new Error(`${name} is bundled: it belongs to "dependencies" of package.json`);
  return { name, version, license, integrity, folder };
}

function findCarried({ name, folder }, ids) {
  const sources = ids.filter((id) => id.startsWith(folder)).map((id) => readFileSync(id, 'utf8'));
  const marked = sources.flatMap((source) => [...source.matchAll(CARRIED)].map(([, one]) => one));
  return [...marked, ...(UNMARKED[name] ?? [])];
}
