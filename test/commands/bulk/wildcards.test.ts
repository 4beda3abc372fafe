import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { expanded } from '../../../src/commands/bulk/shared/places.js';

async function folderOf(names: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'confere-wildcards-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const name of names) await writeFile(join(folder, name), '');
  return (pattern: string) =>
    expanded([join(folder, pattern)], 'win32').map((path) => path.slice(folder.length + 1));
}

/** What the signs mean, one after the other. */
function fits(name: string, pattern: string): boolean {
  const [sign, rest] = [pattern[0], pattern.slice(1)];
  if (sign === undefined) return name === '';
  if (sign === '*') return fits(name, rest) || (name !== '' && fits(name.slice(1), pattern));
  const isSame = sign === '?' || sign === name[0]?.toLowerCase();
  return name !== '' && isSame && fits(name.slice(1), rest);
}

/** Every text of up to `most` of these letters. */
function textsOf(letters: string, most: number): string[] {
  if (most === 0) return [''];
  return ['', ...textsOf(letters, most - 1).flatMap((end) => Array.from(letters, (a) => a + end))];
}

it('wildcards fit what a shell would give', async () => {
  const names = [...new Set(textsOf('aB', 4))].filter((name) => name !== '').sort();
  const found = await folderOf(names);
  for (const pattern of new Set(textsOf('ab*?', 4))) {
    if (!/[*?]/.test(pattern)) continue;
    const fitting = names.filter((name) => fits(name, pattern));
    expect(found(pattern), pattern).toEqual(fitting.length === 0 ? [pattern] : fitting);
  }
});

it('many stars take no longer than one', async () => {
  const name = 'a'.repeat(200);
  const found = await folderOf([name]);
  const began = performance.now();
  expect(found(`${'*a'.repeat(5)}b`)).toEqual([`${'*a'.repeat(5)}b`]);
  expect(found(`${'*a'.repeat(90)}*`)).toEqual([name]);
  expect(performance.now() - began).toBeLessThan(1_000);
});
