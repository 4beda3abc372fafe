import { readFile, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execaSync } from 'execa';
import { describe, expect, it } from 'vitest';
import { refuseTarget } from '../../src/export/index.js';
import { writeWhole } from '../../src/export/targets.js';
import { cpfs, csv, testWorld } from '../batch/support.js';
import { newFolder } from '../helpers/files/scratch.js';

async function* bytes(text: string): AsyncGenerator<Buffer> {
  await Promise.resolve();
  yield Buffer.from(text);
}

describe.skipIf(process.platform === 'win32')('a target', () => {
  it('that is not a regular file is refused before anything is sent, also with --overwrite', async () => {
    const world = await testWorld();
    const { batch, release } = await world.open(await world.file(csv(cpfs(2))));
    await release();
    for (const target of ['/dev/null', world.folder]) {
      await expect(refuseTarget(batch, { target, overwrite: true })).rejects.toMatchObject({
        code: 'output_unwritable',
      });
    }
  });

  it('that is a link or a pipe is refused, and what it leads to stays as it is', async () => {
    const folder = newFolder();
    await writeFile(join(folder, 'real.csv'), 'old');
    await symlink('real.csv', join(folder, 'link.csv'));
    await symlink('none.csv', join(folder, 'dangling.csv'));
    execaSync('bash', ['-c', 'mkfifo "$0"', join(folder, 'pipe')]);
    for (const name of ['link.csv', 'dangling.csv', 'pipe'])
      await expect(
        writeWhole(join(folder, name), bytes('new'), { temporaryId: 'u' }),
      ).rejects.toMatchObject({ code: 'output_unwritable', facts: { reason: 'no_file' } });
    expect(await readFile(join(folder, 'real.csv'), 'utf8')).toBe('old');
    expect(await readdir(folder)).toEqual(['dangling.csv', 'link.csv', 'pipe', 'real.csv']);
  });
});
