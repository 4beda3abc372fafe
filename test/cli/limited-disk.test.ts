import { expect, it } from 'vitest';
import { newInProcessUser } from '../helpers/in-process.js';
import { startReferee } from '../helpers/referee/index.js';
import { FAST, sized } from './bulk/bulk-support.js';
import { runLimited } from './limited-disk.js';

const ROWS = 1_000;
/** With so many rows, in KB: full before their job is sent, and when its results come. */
const LIMITS = [200, 350];

it.skipIf(process.platform === 'win32')(
  'a full disk under the ledger is reported before and after a job was paid for; nothing is paid twice',
  async () => {
    await using server = await startReferee();
    await using user = await newInProcessUser(server);
    const args = ['bulk', 'run', await user.file('in.csv', sized(ROWS)), ...FAST];
    for (const [sent, limit] of LIMITS.entries()) {
      const { code, stderr } = await runLimited(limit, user, server, args);
      expect({ limit, code, stderr }).toEqual({
        ...{ limit, code: 5 },
        stderr: expect.stringMatching(
          /^confere: The file .+ could not be .+\. Check the disk, then run .+\n?$/m,
        ) as string,
      });
      expect(stderr).not.toMatch(/^\s+at |defect/m);
      expect(server.posts).toHaveLength(sent);
    }
    await user.ends(0, args);
    expect(server.posts).toHaveLength(1);
    expect(new Set(server.book.charged).size).toBe(ROWS);
    expect(server.book.charged).toHaveLength(ROWS);
  },
);
