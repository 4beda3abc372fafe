// Makes the package.json of the archive: without bundled packages (dist/sbom.cdx.json lists them), packages for the
// build, and scripts. npm 12 blocks the script `prepare` of an archive, and npm 11 warns of it, though nothing is left
// to build.
import { copyFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MANIFEST = join(ROOT, 'package.json');
/** Where the original package.json is while npm packs. */
const SET_ASIDE = join(ROOT, 'node_modules/.cache/package.json');

const readManifest = () => JSON.parse(readFileSync(MANIFEST, 'utf8'));
/** Returns whether package.json is the one of the archive: npm is packing now, or was interrupted. */
const isArchiveManifest = () => readManifest().scripts === undefined;

export function buildArchiveManifest() {
  const manifest = readManifest();
  for (const field of ['scripts', 'dependencies', 'devDependencies', 'allowScripts'])
    delete manifest[field];
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** Replaces package.json before `npm pack` and `npm publish` pack, and puts it back (`isRestore`) afterwards. */
function run(isRestore) {
  if (isRestore && isArchiveManifest()) renameSync(SET_ASIDE, MANIFEST);
  if (isRestore || isArchiveManifest()) return;
  const text = buildArchiveManifest();
  mkdirSync(dirname(SET_ASIDE), { recursive: true });
  copyFileSync(MANIFEST, SET_ASIDE);
  writeFileSync(MANIFEST, text);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href)
  run(process.argv.includes('--restore'));
