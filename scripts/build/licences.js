// The licence texts of the bundled packages, and of what these packages carry in their own files.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));
const texts = fileURLToPath(new URL('licences', import.meta.url));

/** One text with the licences of all packages of `bundledIn`, by name. A package without a licence stops the build. */
export function licencesOf(packages) {
  const parts = packages.flatMap(({ name, version, folder, carries }) => [
    section(`${name} ${version}`, textOf(name, folder)),
    ...carries.map((one) => section(`${one} (inside ${name})`, textOf(one, join(modules, one)))),
  ]);
  return ['Parts of these packages are in the files beside this one.\n', ...parts.sort()].join(
    '\n',
  );
}

/** The text of a package that is not installed by itself, or has it in no file of its own, is kept in `licences`. */
function textOf(name, folder) {
  const kept = join(texts, `${name.replace('@', '').replace('/', '-')}.txt`);
  return existsSync(kept) ? readFileSync(kept, 'utf8') : licenceIn(name, folder);
}

function licenceIn(name, folder) {
  const entries = existsSync(folder) ? readdirSync(folder) : [];
  const file = entries.find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined) throw new Error(`${name} comes without the text of its licence`);
  return readFileSync(join(folder, file), 'utf8');
}

const section = (title, text) => `## ${title}\n\n${text.replaceAll('\r\n', '\n').trim()}\n`;
