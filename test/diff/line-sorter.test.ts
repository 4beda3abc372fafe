import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { LineSorter } from '../../src/diff/sort/line-sorter.js';

async function testFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'confere-test-sort-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

it('sorts any lines, however few are in memory', async () => {
  const folder = await testFolder();
  let run = 0;
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme', maxLength: 8 }).map((s) => s.replaceAll('\n', ' '))),
      fc.integer({ min: 1, max: 30 }),
      (lines, most) => {
        run += 1;
        const sorter = new LineSorter(folder, `run${run}`, most);
        for (const line of lines) sorter.add(line);
        expect([...sorter.sorted()]).toEqual(lines.toSorted());
      },
    ),
  );
});

it('merges more runs than it may open at once, and lines longer than a block', async () => {
  const folder = await testFolder();
  const sorter = new LineSorter(folder, 'run', 1);
  const lines = Array.from({ length: 150 }, (_, n) => String((n * 37) % 150).padStart(3, '0'));
  const long = 'ã'.repeat(400_000);
  for (const line of [...lines, long]) sorter.add(line);
  expect([...sorter.sorted()]).toEqual([...lines, long].toSorted());
});

it('keeps its files for their owner alone', async () => {
  const folder = await testFolder();
  const sorter = new LineSorter(folder, 'run', 1);
  sorter.add('a');
  sorter.add('b');
  const [first = ''] = await readdir(folder);
  if (process.platform !== 'win32')
    expect((await stat(join(folder, first))).mode & 0o777).toBe(0o600);
  // What is in memory alone is never written.
  const small = new LineSorter(folder, 'small');
  small.add('a');
  expect([...small.sorted()]).toEqual(['a']);
  expect(await readdir(folder)).toHaveLength(2);
});
