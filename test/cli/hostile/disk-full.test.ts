import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { it } from '../../helpers/with-service.js';
import { canMount, mountSmall, unmount } from '../../helpers/files/small-disk.js';
import { sized } from '../bulk/bulk-support.js';

const ROWS = 1000;
const OLD = 'what was here before\n';

describe.skipIf(!canMount)('a full disk', () => {
  it.for(['result.csv', 'result.xlsx', 'result.csv.gz'])(
    '%s: the older file is not changed, nothing else is left, and the results are safe',
    async (name, { server, user }) => {
      const small = join(user.folder, 'small');
      await mkdir(small);
      expect(mountSmall(small, 64)).toBe(true);
      try {
        // Two kilobytes are left, less than any of the results needs.
        await writeFile(join(small, 'filler'), Buffer.alloc(60 * 1024));
        const old = join(small, name);
        await writeFile(old, OLD);
        const file = await user.file('in.csv', sized(ROWS));
        const first = await user.ends(5, ['bulk', 'run', file, '-o', old, '--overwrite']);
        expect(first.stderr).toContain('the disk is full');
        expect(first.stderr).toContain('The results are safe');
        expect(await readFile(old, 'utf8')).toBe(OLD);
        expect(await readdir(small)).toEqual(['filler', name]);
        await user.ends(0, ['bulk', 'export', '-o', join(user.folder, name)]);
        expect(server.posts).toHaveLength(1);
        expect(server.book.charged).toHaveLength(ROWS);
      } finally {
        unmount(small);
      }
    },
  );
});
