import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { headings, linksOf, pages } from '../helpers/markdown.js';

const every = await pages();
const links = every.flatMap((page) => linksOf(page).map((to) => ({ from: page.path, to })));

describe('links between the pages', () => {
  it.each(links)('$from: the target $to exists', async ({ from, to }) => {
    const [file = '', anchor] = to.split('#');
    const path = file === '' ? from : posix.join(posix.dirname(from), file);
    expect(existsSync(path)).toBe(true);
    if (anchor !== undefined) expect(anchors(await readFile(path, 'utf8'))).toContain(anchor);
  });
});

describe('files that the pages name', () => {
  const named = every.flatMap(({ text }) => [
    ...text.matchAll(/`((?:src|test|bin|scripts|recipes|docs|bench)\/[^`\s*<]*)`/g),
  ]);

  it.each([...new Set(named.map(([, path = '']) => path))])('%s exists', (path) => {
    // A run creates it; it is not in the repository.
    expect(existsSync(path) || path === 'bench/last.json').toBe(true);
  });
});

describe('the index of the documentation', () => {
  const guides = every.filter(({ path }) => posix.dirname(path) === 'docs').map(({ path }) => path);

  it.each(guides.filter((path) => path !== 'docs/README.md'))('names %s', (path) => {
    const named = links.filter(({ from }) => from === 'docs/README.md').map(({ to }) => to);
    expect(named).toContain(posix.basename(path));
  });
});

function anchors(text: string): string[] {
  return headings({ path: '', text }).map(({ anchor }) => anchor);
}
