import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { expandPatterns } from '../../../src/commands/bulk/shared/places.js';

async function folderOf(names: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'confere-wildcards-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const name of names) await writeFile(join(folder, name), '');
  return (pattern: string) =>
    expandPatterns([join(folder, pattern)], 'win32').map((path) => path.slice(folder.length + 1));
}

it.each([
  ['*', ['a.CSV', 'ab.csv', 'b[1].csv']],
  ['a*.csv', ['a.CSV', 'ab.csv']],
  ['?.csv', ['a.CSV']],
  ['b[1].*', ['b[1].csv']],
  ['*z', ['*z']],
])('%s fits what a shell would give', async (pattern, fitting) => {
  const found = await folderOf(['a.CSV', 'ab.csv', 'b[1].csv']);
  expect(found(pattern)).toEqual(fitting);
});
