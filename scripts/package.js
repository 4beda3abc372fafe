// npm run package: packs what was built, and has publint and attw look at the archive as those get it who install it.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { pack } from './matrix/try-package.js';

const folder = mkdtempSync(join(tmpdir(), 'confere-package-'));
try {
  const { path, files } = pack(folder);
  const said = [...(await complaints(path)), ...typesBeyond(files)];
  for (const one of said) console.log(one);
  if (said.length > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** What the two tools print of an archive that they refuse. */
async function complaints(archive) {
  const quietly = { preferLocal: true, all: true, reject: false };
  const ended = await Promise.all([
    execa('publint', ['--strict', archive], quietly),
    execa('attw', ['--no-color', '--no-emoji', archive], quietly),
  ]);
  return ended.filter(({ failed }) => failed).map(({ all }) => all);
}

/** Types in the archive that no entry of the package names. */
function typesBeyond(files) {
  const manifest = readFileSync('package.json', 'utf8');
  return files
    .map(({ path }) => path)
    .filter((path) => /\.d\.[cm]?ts$/.test(path) && !manifest.includes(`"./${path}"`))
    .map((path) => `${path}: no program reaches these types`);
}
