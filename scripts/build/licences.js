// Collects the licence texts of the bundled packages.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PACKAGE = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/;

/** One text with the licences of all bundled packages, by name. A package without a licence stops the build. */
export function licencesOf(output) {
  const modules = output.flatMap(({ moduleIds = [] }) => moduleIds);
  const folders = new Set(modules.map((id) => PACKAGE.exec(id)?.[1]).filter(Boolean));
  const parts = [...folders].map(licenceOf).sort();
  return ['Parts of these packages are in the files beside this one.\n', ...parts].join('\n');
}

function licenceOf(folder) {
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined) throw new Error(`${name} comes without the text of its licence`);
  const text = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim();
  return `## ${name} ${version}\n\n${text}\n`;
}
