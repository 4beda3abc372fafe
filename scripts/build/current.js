import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What the bundle is made of. */
const SOURCES = ['src', 'scripts/build', 'package.json', 'package-lock.json', 'tsconfig.json'];

/** Whether dist was built after the last change of a source; a folder changes when a file comes or goes. */
export function isCurrent(root) {
  // The build writes it last.
  const built = statSync(join(root, 'dist/sbom.cdx.json'), { throwIfNoEntry: false });
  return built !== undefined && SOURCES.every((name) => newest(join(root, name)) <= built.mtimeMs);
}

function newest(path) {
  const { mtimeMs } = statSync(path);
  const inside = statSync(path).isDirectory()
    ? readdirSync(path).map((name) => newest(join(path, name)))
    : [];
  return Math.max(mtimeMs, ...inside);
}
