import { appendFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { copyInput, isPlainText, requireUnchanged } from '../../src/input/private-copy.js';
import { newFolder } from '../helpers/files/scratch.js';
import { file } from './files.js';

it.each<[string, (path: string) => Promise<unknown>, string]>([
  ['grows', (path) => appendFile(path, 'x'), 'input_changed'],
  ['is overwritten', (path) => writeFile(path, 'abd'), 'input_changed'],
  ['is saved again without a change', (path) => utimes(path, 5, 5), 'input_changed'],
  ['is replaced', (path) => rm(path).then(() => writeFile(path, 'abc')), 'input_changed'],
  ['vanishes', (path) => rm(path), 'input_missing'],
])('a file that %s while it is read is refused', async (_, change, code) => {
  const path = file('abc');
  await expect(requireUnchanged(path, 'a.csv', () => change(path))).rejects.toMatchObject({
    kind: 'usage',
    code,
    facts: { file: 'a.csv' },
  });
});

describe('private copies', () => {
  it('a private copy is text, is private, and has the same hash for a packed file and a stream', async () => {
    const text = 'CPF\n52998224725\n';
    const hashes = new Set<string>();
    const sources = [
      { path: file(text) },
      { path: file(gzipSync(text)) },
      { stream: Readable.from([Buffer.from(text)]) },
      { stream: Readable.from([gzipSync(text)]) },
    ];
    for (const source of sources) {
      const target = join(newFolder(), `copy-${hashes.size}-${sources.indexOf(source)}`);
      hashes.add((await copyInput(source, target, {}, 'a.csv')).hash);
      if (process.platform !== 'win32') expect((await stat(target)).mode & 0o777).toBe(0o600);
    }
    expect(hashes.size).toBe(1);
  });

  it('isPlainText is true of text files, and false of packed ones', async () => {
    expect(await isPlainText(file('a'))).toBe(true);
    expect(await isPlainText(file(''))).toBe(true);
    expect(await isPlainText(file(gzipSync('a')))).toBe(false);
    await expect(isPlainText(newFolder())).rejects.toMatchObject({ code: 'input_is_folder' });
    await expect(isPlainText(join(newFolder(), 'none'))).rejects.toMatchObject({
      code: 'input_missing',
    });
  });
});
