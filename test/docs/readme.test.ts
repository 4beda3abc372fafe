import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newInProcessUser } from '../helpers/in-process.js';
import { pages } from '../helpers/markdown.js';

it.each(['README.md', 'README.pt-BR.md'])('the result in %s is what a run writes', async (path) => {
  const shown = tableIn(await readFile(path, 'utf8'));
  const [header = [], ...rows] = shown;
  await using user = await newInProcessUser();
  await user.file('clientes.csv', shown.map((row) => row.slice(0, 2).join(';')).join('\n'));
  const args = 'bulk run clientes.csv -o resultado.jsonl --interval 10ms'.split(' ');
  expect(await user.run(args, { env: { CONFERE_SANDBOX: '1' } })).toMatchObject({ code: 0 });
  const written = (await readFile(join(user.folder, 'resultado.jsonl'), 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Readonly<Record<string, string | null>>);
  expect(written.map((row) => header.map((name) => row[name] ?? ''))).toEqual(rows);
});

it('the archive that the pages install is the one of this version', async () => {
  const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
  const named = (await pages()).flatMap(({ text }) => text.match(/confere-[\d.]+\.tgz/g) ?? []);
  expect(new Set(named)).toEqual(new Set([`confere-${version}.tgz`]));
});

/** The cells of the first table, without the line below its header. */
function tableIn(text: string): string[][] {
  const lines = text.split('\n').filter((line) => /^\| [^-]/.test(line));
  return lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}
