// The package.json of the archive: without what is bundled (dist/sbom.cdx.json lists it), what only builds need, and
// scripts: npm 12 blocks `prepare` for those who install an archive, and npm 11 warns of it, with nothing left to build.
import { copyFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const OWN = join(ROOT, 'package.json');
/** While npm packs, the own one is here. */
const ASIDE = join(ROOT, 'node_modules/.cache/package.json');

const own = () => JSON.parse(readFileSync(OWN, 'utf8'));
/** Whether package.json is that of an archive: npm packs right now, or was interrupted. */
const isOfArchive = () => own().scripts === undefined;

export function manifestOfArchive() {
  const manifest = own();
  for (const own of ['scripts', 'dependencies', 'devDependencies', 'allowScripts'])
    delete manifest[own];
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** `npm pack` and `npm publish` call this before they pack, and with `--restore` afterwards. */
function run(isOver) {
  if (isOver && isOfArchive()) renameSync(ASIDE, OWN);
  if (isOver || isOfArchive()) return;
  const text = manifestOfArchive();
  mkdirSync(dirname(ASIDE), { recursive: true });
  copyFileSync(OWN, ASIDE);
  writeFileSync(OWN, text);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href)
  run(process.argv.includes('--restore'));
