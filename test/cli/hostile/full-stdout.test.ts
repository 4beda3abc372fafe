import { existsSync } from 'node:fs';
import { execa } from 'execa';
import { describe, expect } from 'vitest';
import { it } from '../../helpers/with-service.js';
import { makeCpf } from '../../helpers/invented.js';
import { COMMAND, environmentOf, type User } from '../../helpers/run-confere.js';
import { type Referee } from '../../helpers/referee/index.js';
import { FAST, sized } from '../bulk/bulk-support.js';

/** Runs the command with a full disk behind stdout. */
async function intoFull(user: User, server: Referee, ...args: readonly string[]) {
  const { exitCode, stderr } = await execa(
    'sh',
    ['-c', 'exec "$0" "$@" > /dev/full', process.execPath, COMMAND, ...args],
    {
      ...{ cwd: user.folder, env: environmentOf(user.folder, server), extendEnv: false },
      ...{ stdin: 'ignore', stdout: 'ignore', reject: false },
    },
  );
  return { code: exitCode, lines: stderr.split('\n') };
}

const TOLD = expect.stringMatching(
  /^confere: The output could not be written: the disk is full\. Correct that and run .+ again\.$/,
) as string;

describe.skipIf(!existsSync('/dev/full'))('a full disk behind stdout', () => {
  it.for([[[]], [['--fresh']], [['--json', '--fresh']], [['--format', 'csv', '--fresh']]] as const)(
    'keeps what cpf %j paid for: the same command again answers it, without a charge',
    async ([flags], { server, user }) => {
      const args = ['cpf', ...[1, 2, 3, 4].map((n) => makeCpf(n)), ...flags];
      expect((await intoFull(user, server, ...args)).code).toBe(5);
      const paid = server.book.charged.length;
      expect((await intoFull(user, server, ...args)).code).toBe(5);
      await user.ends(0, args);
      // Nothing more is paid for once stdout has failed.
      expect(paid).toBeLessThan(4);
      expect([...server.book.charged].toSorted()).toEqual(
        [...new Set(server.book.charged)].toSorted(),
      );
      expect(server.book.charged).toHaveLength(4);
    },
  );

  it('is exit 5 with one sentence, also for a result', async ({ server, user }) => {
    await user.file('a.csv', sized(3));
    const run = ['bulk', 'run', 'a.csv', '-q', ...FAST];
    for (const args of [
      [...run, '-o', '-'],
      ['bulk', 'export'],
      ['bulk', 'export', '--format', 'jsonl'],
    ])
      expect(await intoFull(user, server, ...args)).toEqual({ code: 5, lines: [TOLD] });
    const page = await intoFull(user, server, 'bulk', 'report', '-o', '-');
    expect(page.code).toBe(5);
    expect(page.lines).toHaveLength(1);
    expect((await user.run('bulk export')).stdout.match(/,found,/g)).toHaveLength(3);
    expect(server.book.charged).toHaveLength(3);
  });

  it('hides no graver outcome', async ({ server, user }) => {
    server.script('GET /cpf', 'drop_after');
    const { code, lines } = await intoFull(user, server, 'cpf', makeCpf(1), '--json');
    expect(code).toBe(10);
    expect(lines.join('\n')).toContain('the disk is full');
  });
});
