import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What the bundle is made of. */
const SOURCES = ['src', 'scripts/build', 'package.json', 'package-lock.json', 'tsconfig.json'];

/**
 * Returns whether dist was built after the last change of a source; a folder changes when a file is added or removed.
 */
export function isCurrent(root) {
  // The build writes this file last.
  const buildMark = statSync(join(root, 'dist/sbom.cdx.json'), { throwIfNoEntry: false });
  return (
    buildMark !== undefined &&
    SOURCES.every((name) => findLastChange(join(root, name)) <= buildMark.mtimeMs)
  );
}

function findLastChange(path) {
  const { mtimeMs } = statSync(path);
  const insideChanges = statSync(path).isDirectory()
    ? readdirSync(path).map((name) => findLastChange(join(path, name)))
    : [];
  return Math.max(mtimeMs, ...insideChanges);
}
