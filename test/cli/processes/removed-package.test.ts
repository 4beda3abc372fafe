import { cp, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '../../helpers/with-service.js';
import { makeCpf, type User } from '../support.js';

const ONE = makeCpf(1);
const GONE =
  'confere was updated or removed while this process ran, and cannot go on. Start it again';

/** A copy of the package that can be removed under a process. */
async function copyFor(user: User) {
  const folder = join(user.folder, 'package');
  for (const part of ['bin', 'dist', 'package.json'])
    await cp(part, join(folder, part), { recursive: true });
  await symlink(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  const command = join(folder, 'bin', 'confere.js');
  return { command, remove: () => rm(folder, { recursive: true }) };
}

describe('a package that is removed under its process', () => {
  it.for(['table', 'json'])(
    'is told before the first request, and nothing is sent or in doubt (%s)',
    async (format, { server, user }) => {
      const { command, remove } = await copyFor(user);
      const options = { command, stdin: '12\n', keepsTyping: true };
      const running = user.start(`lookup - --format ${format}`, options);
      await running.says(format === 'json' ? 'stdout' : 'stderr', '12');
      await remove();
      running.type(`${ONE}\n`);
      const { code, stderr } = await running.done;
      expect(code, stderr).toBe(5);
      expect(stderr.replaceAll(/\s+/g, ' ')).toContain(GONE);
      expect(server.log).toEqual([]);
      await user.ends(0, `cpf ${ONE}`);
      expect(server.book.charged).toEqual([ONE]);
    },
  );
});
