import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readPieces } from '../../src/base/checksum.js';
import { restoreCopy } from '../../src/ledger/batch-folder.js';
import { newFolder } from '../helpers/files/scratch.js';
import { file } from '../input/files.js';

describe('a private copy that is restored from pieces', () => {
  const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, n) => `p${n};x`).join('\n'));
  const inputHash = createHash('sha256').update(bytes).digest('hex');
  const batch = { inputHash, inputSize: bytes.length };

  async function pieces(): Promise<Uint8Array[]> {
    const all: Uint8Array[] = [];
    for await (const piece of readPieces(file(bytes))) all.push(piece);
    return all;
  }

  /** Brings these pieces to a folder in which the copy may be cut; what is there then. */
  async function brought(given: readonly Uint8Array[], cut?: Buffer) {
    const own = newFolder();
    const path = join(own, 'input');
    if (cut !== undefined) await writeFile(path, cut);
    const isWhole = await restoreCopy(
      path,
      batch,
      () => 'part',
      () => Readable.from(given),
    );
    expect((await readdir(own)).filter((name) => name !== 'input')).toEqual([]);
    expect(isWhole).toBe(existsSync(path));
    return path;
  }

  it('a private copy is restored whole and for this user alone, also if a cut one exists', async () => {
    const all = await pieces();
    expect(all.map(({ length }) => length)).toEqual([1 << 20, 1 << 20, bytes.length - (2 << 20)]);
    for (const cut of [undefined, bytes.subarray(0, 100)]) {
      const path = await brought(all, cut);
      expect((await readFile(path)).equals(bytes)).toBe(true);
      if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600);
    }
  });

  it.each<[string, (all: readonly Uint8Array[]) => Uint8Array[]]>([
    ['none', () => []],
    ['one missing', (all) => all.slice(1)],
    ['in another order', (all) => all.toReversed()],
    ['damaged', ([first, ...rest]) => [Buffer.from(first ?? []).fill(0), ...rest]],
  ])('a private copy is not restored if its pieces are %s', async (_, harm) => {
    await expect(stat(await brought(harm(await pieces())))).rejects.toMatchObject({
      code: 'ENOENT',
    });
  });
});
