// npm run package: packs what was built, and has publint and attw check the archive that users install.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { pack } from './matrix/try-package.js';

const folder = mkdtempSync(join(tmpdir(), 'confere-package-'));
try {
  const { path, files } = pack(folder);
  const complaints = [...(await listComplaints(path)), ...findUnreachableTypes(files)];
  for (const complaint of complaints) console.log(complaint);
  if (complaints.length > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Returns what the two tools print about an archive that they refuse. */
async function listComplaints(archive) {
  const options = { preferLocal: true, all: true, reject: false };
  const results = await Promise.all([
    execa('publint', ['--strict', archive], options),
    execa('attw', ['--no-color', '--no-emoji', archive], options),
  ]);
  return results.filter(({ failed }) => failed).map(({ all }) => all);
}

/** Finds types in the archive that no entry of package.json names. */
function findUnreachableTypes(files) {
  const manifest = readFileSync('package.json', 'utf8');
  return files
    .map(({ path }) => path)
    .filter((path) => /\.d\.[cm]?ts$/.test(path) && !manifest.includes(`"./${path}"`))
    .map((path) => `${path}: no program reaches these types`);
}
