import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { table } from '../helpers/markdown.js';

/** Rooms that every folder may use; the page names them in a sentence. */
const LEAVES = ['errors', 'text'];
/** Its folders are nouns of the command line, which the help lists. */
const LISTED_ELSEWHERE = 'src/commands/';

const [places, walls] = await Promise.all([
  table('architecture.md'),
  table('architecture.md', 'Who may import whom'),
]);

describe('the places', () => {
  it('are every folder of src', () => {
    const named = places.flatMap(([place = '']) => namesIn(place)).filter(isFolder);
    const all = foldersIn('src').map((name) => `src/${name}`);
    expect(named.sort()).toEqual(all.sort());
  });

  it.each(
    places.filter(([place = '']) => place.includes('/`') && !place.includes(LISTED_ELSEWHERE)),
  )('%s has the folders that its row names', (place, what = '') => {
    const [folder = ''] = namesIn(place);
    expect(namesIn(what).filter(isFolder).sort()).toEqual(foldersIn(folder).sort());
  });
});

interface Rule {
  readonly from: { readonly path?: string };
  readonly to: { readonly path?: string; readonly pathNot?: readonly string[] };
}

describe('the walls', () => {
  const require = createRequire(import.meta.url);
  const { forbidden } = require('../../.dependency-cruiser.cjs') as { forbidden: Rule[] };
  const rules = forbidden.flatMap(({ from, to }) => {
    const room = /^\^src\/(\w+)\/$/.exec(from.path ?? '')?.[1];
    return room === undefined ? [] : [{ room, allowed: roomsOf(room, to.pathNot ?? []) }];
  });

  it('are those that npm run boundaries checks', () => {
    const told = walls.map(([from = '', to = '']) => ({
      room: namesIn(from)[0],
      allowed: namesIn(to).sort(),
    }));
    expect(rules.length).toBeGreaterThan(15);
    expect(new Set(told)).toEqual(new Set(rules));
  });
});

describe('files that the page names without src/', () => {
  it('exist', async () => {
    const text = await readFile('docs/architecture.md', 'utf8');
    const named = [...text.matchAll(/`([\w-]+\/[\w./-]+\.ts)`/g)].map(([, path = '']) => path);
    expect(named.filter((path) => !existsSync(path) && !existsSync(`src/${path}`))).toEqual([]);
  });
});

function foldersIn(folder: string): string[] {
  const all = readdirSync(folder, { withFileTypes: true });
  return all.filter((one) => one.isDirectory()).map(({ name }) => `${name}/`);
}

function isFolder(name: string): boolean {
  return name.endsWith('/');
}

function namesIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
}

/** The rooms, without single files and leaves, that the patterns of a rule let pass. */
function roomsOf(own: string, patterns: readonly string[]): string[] {
  const rooms = patterns.flatMap((pattern) => {
    const room = /^\^src\/(\w+)\/(?:types\\.ts\$)?$/.exec(pattern)?.[1];
    return room === undefined || room === own || LEAVES.includes(room) ? [] : [room];
  });
  return [...new Set(rooms)].sort();
}
