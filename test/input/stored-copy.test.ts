import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { mendCopy, piecesOf } from '../../src/input/private-copy.js';

const ROWS = Array.from({ length: 300_000 }, (_, n) => `p${n};x`);
const BYTES = Buffer.from(ROWS.join('\n'));
const FACTS = { hash: createHash('sha256').update(BYTES).digest('hex'), size: BYTES.length };

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'confere-copy-'));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
}

async function stored(): Promise<Uint8Array[]> {
  const path = join(await folder(), 'input');
  await writeFile(path, BYTES);
  const pieces: Uint8Array[] = [];
  for await (const piece of piecesOf(path)) pieces.push(piece);
  return pieces;
}

async function* given(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  yield* pieces;
}

describe('a private copy that travels in pieces', () => {
  it('arrives whole, for this user alone, and leaves nothing beside it', async () => {
    const pieces = await stored();
    expect(pieces.map(({ length }) => length)).toEqual([
      1 << 20,
      1 << 20,
      BYTES.length - (2 << 20),
    ]);
    const own = await folder();
    const path = join(own, 'input');
    await mendCopy(path, `${path}.part`, FACTS, () => given(pieces));
    expect((await readFile(path)).equals(BYTES)).toBe(true);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(own)).toEqual(['input']);
  });

  it.each([
    ['none', (): Uint8Array[] => []],
    ['one missing', (pieces: readonly Uint8Array[]) => pieces.slice(1)],
    ['in another order', (pieces: readonly Uint8Array[]) => pieces.toReversed()],
    [
      'damaged',
      ([first, ...rest]: readonly Uint8Array[]) => [Buffer.from(first ?? []).fill(0), ...rest],
    ],
  ])('is not there when its pieces are %s', async (_, harm) => {
    const own = await folder();
    const path = join(own, 'input');
    const pieces = harm(await stored());
    await mendCopy(path, `${path}.part`, FACTS, () => given(pieces));
    expect(await readdir(own)).toEqual([]);
  });

  it('replaces one that was cut', async () => {
    const pieces = await stored();
    const path = join(await folder(), 'input');
    await writeFile(path, BYTES.subarray(0, 100));
    await mendCopy(path, `${path}.part`, FACTS, () => given(pieces));
    expect((await stat(path)).size).toBe(BYTES.length);
  });
});
