import { mkdir, readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { execaSync } from 'execa';
import { describe, expect, it } from 'vitest';
import { newInProcessUser } from '../../helpers/in-process.js';
import { makeCpf } from '../../helpers/invented.js';
import { COMMAND } from '../../helpers/run-confere.js';
import { startReferee } from '../../helpers/referee/index.js';
import { FAST, sized } from '../bulk/bulk-support.js';
import { runLimited } from '../limited-disk.js';

describe('a full disk under the ledger', () => {
  it.skipIf(process.platform === 'win32')(
    'is reported in a sentence, wherever it happens; afterwards the same run completes',
    async () => {
      await using server = await startReferee();
      await using user = await newInProcessUser(server);
      const ids = Array.from({ length: 3_000 }, (_, n) => makeCpf(n));
      const file = await user.file('in.csv', `cpf\n${ids.join('\n')}\n`);
      const args = ['bulk', 'run', file, '--interval', '100ms', '--settle', '100ms'];
      // Limits of the file size in kilobytes; each run gets further. Exit code 10: the service
      // took the job and its id could not be stored.
      for (const limit of [60, 300, 400, 500, 600]) {
        const { code, stderr } = await runLimited(limit, user, server, args);
        if (code === 0) break;
        expect({ limit, code, stderr }).toEqual({
          ...{ limit, code: expect.toBeOneOf([5, 10]) as number },
          stderr: expect.not.stringMatching(/^\s+at |defect/m) as string,
        });
      }
      await user.ends(0, args);
      expect([...server.book.charged].sort()).toEqual([...ids].sort());
    },
  );
});

describe.concurrent('a result that does not fit', () => {
  it.skipIf(process.platform === 'win32').for(['csv', 'xlsx'])(
    'leaves an older %s unchanged if the new one does not fit',
    async (ext) => {
      await using server = await startReferee();
      await using user = await newInProcessUser(server);
      const file = await user.file('in.csv', sized(3_000));
      const target = join(user.folder, 'results', `out.${ext}`);
      await mkdir(join(user.folder, 'results'));
      // Runs as a process, which leaves no log that the limited process would have to write first.
      expect((await user.start(['bulk', 'run', file, ...FAST]).done).code).toBe(0);
      const only = ['bulk', 'export', '-o', target, '--only', 'invalid'];
      expect((await user.start(only).done).code).toBe(0);
      const before = await readFile(target);
      // 64 blocks of 512 or 1024 bytes; the shell decides which.
      const { exitCode, stderr } = execaSync(
        'sh',
        ['-c', 'ulimit -f 64; exec "$@"', 'sh', process.execPath, COMMAND]
          .concat(['bulk', 'export', '-o', target, '--overwrite'])
          .concat('--base-url', server.url),
        {
          ...{ cwd: user.folder, env: { CONFERE_HOME: join(user.folder, 'home') } },
          ...{ extendEnv: false, reject: false },
        },
      );
      expect({ exitCode, stderr }).toMatchObject({ exitCode: 5 });
      expect(stderr).toContain('could not be written');
      expect((await readFile(target)).equals(before)).toBe(true);
      expect(await readdir(join(user.folder, 'results'))).toEqual([`out.${ext}`]);
    },
  );
});
