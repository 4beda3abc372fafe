import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { canMount, mountSmall, unmount } from '../../helpers/files/small-disk.js';
import { describe, expect, it } from '../../helpers/with-service.js';
import {
  COMMAND,
  environmentOf,
  FAST,
  makeCpf,
  newInProcessUser,
  parsed,
  sized,
  startReferee,
} from '../support.js';
import type { Referee, User } from '../support.js';

/** Runs the built command from a shell that sets limits or redirects. */
async function inShell(script: string, user: User, server: Referee, args: readonly string[]) {
  const { exitCode, stderr } = await execa(
    'bash',
    ['-c', script, process.execPath, COMMAND, ...args],
    {
      cwd: user.folder,
      env: environmentOf(user.folder, server),
      extendEnv: false,
      stdin: 'ignore',
      stdout: 'ignore',
      reject: false,
    },
  );
  return { code: exitCode, stderr };
}

/** With a full disk behind stdout. */
async function intoFull(user: User, server: Referee, ...args: readonly string[]) {
  const { code, stderr } = await inShell('exec "$0" "$@" > /dev/full', user, server, args);
  return { code, lines: stderr.split('\n') };
}

const TOLD = expect.stringMatching(
  /^confere: The output could not be written: the disk is full\. Correct that and run .+ again\.$/,
) as string;

describe.skipIf(!existsSync('/dev/full'))('a full disk behind stdout', () => {
  it.for([[[]], [['--json', '--fresh']]] as const)(
    'keeps what cpf %j paid for, and the same command again answers it without a charge',
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

  it('ends any command with exit 5 and one sentence, also for a result', async ({
    server,
    user,
  }) => {
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

  it('hides no graver outcome than itself', async ({ server, user }) => {
    server.script('GET /cpf', 'drop_after');
    const { code, lines } = await intoFull(user, server, 'cpf', makeCpf(1), '--json');
    expect(code).toBe(10);
    expect(lines.join('\n')).toContain('the disk is full');
  });
});

const IDS = 400;
/** The size of the disk that holds ledger and settings, in KB. */
const ROOM = 2048;
/**
 * How much of it is left, in KB: it is full when the ledger is opened or planned, when its reserve is made, when
 * something is sent or answered, and never.
 */
const LEFT = [0, 24, 168, 288, 484, 556, 592, 600, 652, 700];

/** A user whose state lies on a disk with `left` KB; `free` makes room on it. */
async function onSmallDisk(left: number) {
  const server = await startReferee();
  const user = await newInProcessUser(server);
  const small = join(user.folder, 'small');
  await mkdir(small);
  expect(mountSmall(small, ROOM)).toBe(true);
  const filler = join(small, 'filler');
  await writeFile(filler, Buffer.alloc((ROOM - left) * 1024));
  const env = { CONFERE_HOME: join(small, 'home') };
  return {
    server,
    user,
    run: (...args: readonly string[]) => user.run(args, { env }),
    free: () => rm(filler),
    async [Symbol.asyncDispose]() {
      unmount(small);
      await user[Symbol.asyncDispose]();
      await server.close();
    },
  };
}

const SAID = /^confere: .*(disk|written).*\n$/;

describe.skipIf(!canMount)('a full disk under the ledger', () => {
  it.each(LEFT)('ends a batch with exit 5, and it goes on later (%i KB left)', async (left) => {
    await using given = await onSmallDisk(left);
    const { server, user, run, free } = given;
    const file = await user.file('in.csv', sized(IDS));
    const output = join(user.folder, 'out.csv');
    const args = ['bulk', 'run', file, '-o', output, ...FAST];
    for (let n = 0; n < 2; n += 1) {
      const { code, stderr } = await run(...args);
      expect([0, 5], stderr).toContain(code);
      if (code === 5) expect(`${stderr.trimEnd().split('\n').at(-1) ?? ''}\n`).toMatch(SAID);
      const status = await run('bulk', 'status', '--json');
      if (status.code === 0) expect(parsed(status.stdout)).toMatchObject({ unconfirmed: 0 });
    }
    await free();
    expect((await run(...args)).code).toBe(0);
    expect((await readFile(output, 'utf8')).match(/;?found/g)).toHaveLength(IDS);
    expect([server.posts.length, server.book.charged.length]).toEqual([1, IDS]);
  });

  it.each(LEFT)(
    'ends lookups with exit 5, and what was paid is printed (%i KB left)',
    async (left) => {
      await using given = await onSmallDisk(left);
      const { server, run, free } = given;
      const ids = Array.from({ length: 20 }, (_, n) => makeCpf(n));
      const first = await run('cpf', ...ids, '--json');
      expect([0, 5], first.stderr).toContain(first.code);
      expect(first.stdout.split('"status":"found"')).toHaveLength(server.book.charged.length + 1);
      expect(first.stdout).not.toContain('"unconfirmed"');
      await free();
      const again = await run('cpf', ...ids, '--json');
      expect(again.code, again.stderr).toBe(0);
      expect(again.stdout.split('"status":"found"')).toHaveLength(ids.length + 1);
      expect(new Set(server.book.charged).size).toBe(server.book.charged.length);
    },
  );
});

const ROWS = 3_000;
/** With so many rows, in KB: full before their job is sent, when its results come, and later. */
const LIMITS = [60, 300, 400, 500, 600];

describe.skipIf(process.platform === 'win32').concurrent('a limit on the size of files', () => {
  it('is told when the ledger meets it, and nothing is paid twice', async ({ server, user }) => {
    await user.file('in.csv', sized(ROWS));
    for (const limit of LIMITS) {
      // No file can become larger than so many KB, as on a disk that is full.
      const script = `ulimit -f ${limit}; exec "$0" "$@"`;
      const { code, stderr } = await inShell(script, user, server, ['bulk', 'run', 'in.csv']);
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
