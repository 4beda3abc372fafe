import { execa } from 'execa';
import { describe, expect } from 'vitest';
import { it } from '../../helpers/with-service.js';
import { COMMAND, environmentOf, type User } from '../../helpers/run-confere.js';
import type { Referee } from '../../helpers/referee/index.js';
import { sized } from '../bulk/bulk-support.js';

const ROWS = 3_000;
/** With so many rows, in KB: full before their job is sent, when its results come, and later. */
const LIMITS = [60, 300, 400, 500, 600];

/** Runs the built command where no file can become larger than `limit` KB, as on a disk that is full. */
async function limited(limit: number, user: User, server: Referee, line: string) {
  const script = `ulimit -f ${limit}; exec "$0" "$@"`;
  const { exitCode: code, stderr } = await execa(
    'bash',
    ['-c', script, process.execPath, COMMAND, ...line.split(' ')],
    {
      ...{ cwd: user.folder, env: environmentOf(user.folder, server), extendEnv: false },
      ...{ stdin: 'ignore', stdout: 'ignore', reject: false },
    },
  );
  return { code, stderr };
}

describe.skipIf(process.platform === 'win32').concurrent('a full disk', () => {
  it('under the ledger is told, and nothing is paid twice', async ({ server, user }) => {
    await user.file('in.csv', sized(ROWS));
    for (const limit of LIMITS) {
      const { code, stderr } = await limited(limit, user, server, 'bulk run in.csv');
      if (code === 0) break;
      // 10: the service took the job and its id could not be stored.
      expect({ limit, code }).toEqual({ limit, code: expect.toBeOneOf([5, 10]) as number });
      expect(stderr).not.toMatch(/^\s+at |defect/m);
      if (code === 5)
        expect(stderr).toMatch(/^confere: The file .+ cannot be .+\. Check .+ run .+/m);
    }
    await user.ends(0, 'bulk run in.csv');
    expect(server.posts).toHaveLength(1);
    expect(server.book.charged).toHaveLength(ROWS);
    expect(new Set(server.book.charged).size).toBe(ROWS);
  });
});
