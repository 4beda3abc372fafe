import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newInProcessUser } from '../helpers/in-process.js';
import { startSpecServer } from '../helpers/spec-server.js';
import { FAST, sized } from './bulk-support.js';

const ROWS = 1000;
const OLD = 'what was here before\n';

function mount(folder: string): boolean {
  const script = 'mount -t tmpfs -o size=64k,mode=0777 tmpfs "$0"';
  return spawnSync('bash', ['-c', script, folder]).status === 0;
}

function unmount(folder: string): void {
  spawnSync('bash', ['-c', 'umount -l "$0"', folder]);
}

/** Whether a small file system can be created here: Linux and root. */
const canMount = (() => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const folder = mkdtempSync(join(tmpdir(), 'confere-mount-'));
  const mounted = mount(folder);
  if (mounted) unmount(folder);
  rmSync(folder, { recursive: true });
  return mounted;
})();
if (!canMount) {
  process.stderr.write('SKIPPED: full disks are tried out on Linux, by root, with tmpfs.\n');
}

describe.skipIf(!canMount)('a full disk', () => {
  it.each(['result.csv', 'result.xlsx', 'result.csv.gz'])(
    '%s: the older file is not changed, nothing else is left, and the results are safe',
    async (name) => {
      await using server = await startSpecServer();
      await using user = await newInProcessUser(server);
      const small = join(user.folder, 'small');
      await mkdir(small);
      expect(mount(small)).toBe(true);
      try {
        // Two kilobytes are left, less than any of the results needs.
        await writeFile(join(small, 'filler'), Buffer.alloc(60 * 1024));
        const old = join(small, name);
        await writeFile(old, OLD);
        const file = await user.file('in.csv', sized(ROWS));
        const first = await user.run(['bulk', 'run', file, '-o', old, '--overwrite', ...FAST]);
        expect(first.code, first.stderr).toBe(2);
        expect(first.stderr).toContain('the disk is full');
        expect(first.stderr).toContain('The results are safe');
        expect(await readFile(old, 'utf8')).toBe(OLD);
        expect(await readdir(small)).toEqual(['filler', name]);
        const second = await user.run(['bulk', 'export', '-o', join(user.folder, name)]);
        expect(second.code, second.stderr).toBe(0);
        expect(server.posts).toHaveLength(1);
        expect(server.book).toHaveLength(ROWS);
      } finally {
        unmount(small);
      }
    },
  );
});
