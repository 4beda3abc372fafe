// The licence texts of the bundled packages, and of the packages that these carry in their files.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));
const texts = fileURLToPath(new URL('licences', import.meta.url));

/**
 * Writes one text with the licences of all packages that `findBundled` returned, by name. @throws for a package without
 * one
 */
export function writeLicences(packages) {
  const parts = packages.flatMap(({ name, version, folder, carries }) => [
    formatSection(`${name} ${version}`, readLicence(name, folder)),
    ...carries.map((carried) =>
      formatSection(`${carried} (inside ${name})`, readLicence(carried, join(modules, carried))),
    ),
  ]);
  return ['Parts of these packages are in the files beside this one.\n', ...parts.sort()].join(
    '\n',
  );
}

/**
 * Reads the licence of a package. The folder `licences` has the texts of packages that are not installed, or have no
 * such file.
 */
function readLicence(name, folder) {
  const storedFile = join(texts, `${name.replace('@', '').replace('/', '-')}.txt`);
  return existsSync(storedFile)
    ? readFileSync(storedFile, 'utf8')
    : readInstalledLicence(name, folder);
}

function readInstalledLicence(name, folder) {
  const entries = existsSync(folder) ? readdirSync(folder) : [];
  const file = entries.find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined) throw new Error(`${name} comes without the text of its licence`);
  return readFileSync(join(folder, file), 'utf8');
}

const formatSection = (title, text) => `## ${title}\n\n${text.replaceAll('\r\n', '\n').trim()}\n`;
