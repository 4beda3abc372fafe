import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { posix, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { headings, linksOf, pages } from '../helpers/markdown.js';
import { newInProcessUser } from '../helpers/in-process.js';

const every = await pages();
const links = every.flatMap((page) => linksOf(page).map((to) => ({ from: page.path, to })));

describe('the pages', () => {
  it('link to what exists', async () => {
    for (const { from, to } of links) {
      const [file = '', anchor] = to.split('#');
      const path = file === '' ? from : posix.join(posix.dirname(from), file);
      expect(existsSync(path), `${from} has ${to}`).toBe(true);
      if (anchor !== undefined)
        expect(anchors(await readFile(path, 'utf8')), from).toContain(anchor);
    }
  });

  it('name files that exist', () => {
    const named = every.flatMap(({ text }) => [
      ...text.matchAll(/`((?:src|test|bin|scripts|recipes|docs|bench)\/[^`\s*<]*)`/g),
    ]);
    // A run creates bench/last.json; it is not in the repository.
    for (const [, path = ''] of named)
      expect(existsSync(path) || path === 'bench/last.json', path).toBe(true);
  });

  it('are all in the index of the documentation', () => {
    const guides = every.filter(({ path }) => /^docs\/(?!README)[^/]+$/.test(path));
    const named = links.filter(({ from }) => from === 'docs/README.md').map(({ to }) => to);
    expect(named).toEqual(expect.arrayContaining(guides.map(({ path }) => posix.basename(path))));
  });
});

function anchors(text: string): string[] {
  return headings({ path: '', text }).map(({ anchor }) => anchor);
}

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
