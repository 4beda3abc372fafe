// Which packages the bundle holds parts of, and which others these carry in their own files.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGE = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/;

/** What bundlers leave where a package carries another one: the path that its module had. */
const CARRIED = /node_modules\/\.pnpm\/[^/\s]+\/node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\//g;

/** Packages that carry others without a mark. */
const UNMARKED = { undici: ['llhttp'] };

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The bundled packages by name and version: `folder`, `license` (SPDX), `integrity` (of the lock file) and `carries`, the
 * names of packages that are inside it alone.
 * @throws if a package is only a development dependency, which audits of what users get leave out
 */
export function bundledIn(output) {
  const ids = output.flatMap(({ moduleIds = [] }) => moduleIds).filter((id) => PACKAGE.test(id));
  const folders = [...new Set(ids.map((id) => PACKAGE.exec(id)[1]))];
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const packages = folders.map((folder) => packageAt(folder, lock));
  const named = new Set(packages.map(({ name }) => name));
  for (const one of packages)
    one.carries = carriedBy(one, ids).filter((name) => !named.has(name) && named.add(name));
  return packages.sort((a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1));
}

function packageAt(folder, lock) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const { dev, integrity } = lock[folder.slice(root.length).replaceAll('\\', '/')] ?? {};
  if (dev) throw new Error(`${name} is bundled: it belongs to "dependencies" of package.json`);
  return { name, version, license, integrity, folder };
}

function carriedBy({ name, folder }, ids) {
  const sources = ids.filter((id) => id.startsWith(folder)).map((id) => readFileSync(id, 'utf8'));
  const marked = sources.flatMap((source) => [...source.matchAll(CARRIED)].map(([, one]) => one));
  return [...marked, ...(UNMARKED[name] ?? [])];
}
