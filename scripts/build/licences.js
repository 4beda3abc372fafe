// Collects the licence texts of the bundled packages, and of what these packages carry in their own files.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGE = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/;

/** What bundlers leave where a package carries another one: the path that its module had. */
const CARRIED = /node_modules\/\.pnpm\/[^/\s]+\/node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\//g;

/** Packages that carry others without a mark. */
const UNMARKED = { undici: ['llhttp'] };

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));
const texts = fileURLToPath(new URL('licences', import.meta.url));

/** One text with the licences of all bundled packages, by name. A package without a licence stops the build. */
export function licencesOf(output) {
  const ids = output.flatMap(({ moduleIds = [] }) => moduleIds).filter((id) => PACKAGE.test(id));
  const folders = new Set(ids.map((id) => PACKAGE.exec(id)[1]));
  const own = [...folders].map((folder) => packageOf(folder));
  const named = new Set(own.map(({ name }) => name));
  const carried = own.flatMap(({ name, folder }) => carriedBy(name, ids, folder));
  const others = new Map(carried.filter(([name]) => !named.has(name)));
  const parts = [...own.map(({ title, text }) => section(title, text)), ...inside(others)].sort();
  return ['Parts of these packages are in the files beside this one.\n', ...parts].join('\n');
}

function packageOf(folder) {
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return { name, folder, title: `${name} ${version}`, text: textOf(name, folder) };
}

/** Pairs of a package that another one carries, and the name of the other. */
function carriedBy(name, ids, folder) {
  const sources = ids.filter((id) => id.startsWith(folder)).map((id) => readFileSync(id, 'utf8'));
  const marked = sources.flatMap((source) => [...source.matchAll(CARRIED)].map(([, one]) => one));
  return [...marked, ...(UNMARKED[name] ?? [])].map((one) => [one, name]);
}

const inside = (carried) =>
  [...carried].map(([name, by]) =>
    section(`${name} (inside ${by})`, textOf(name, join(modules, name))),
  );

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
