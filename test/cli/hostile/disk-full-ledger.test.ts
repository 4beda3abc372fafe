import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newInProcessUser } from '../../helpers/in-process.js';
import { makeCpf } from '../../helpers/invented.js';
import { startReferee } from '../../helpers/referee/index.js';
import { canMount, mountSmall, unmount } from '../../helpers/files/small-disk.js';
import { FAST, parsed, sized } from '../bulk/bulk-support.js';

const ROWS = 400;
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
    ...{ server, user },
    run: (...args: readonly string[]) => user.run(args, { env }),
    free: () => rm(filler),
    async [Symbol.asyncDispose]() {
      unmount(small);
      await user[Symbol.asyncDispose]();
      await server.close();
    },
  };
}

const TOLD = /^confere: .*(disk|written).*\n$/;

describe.skipIf(!canMount)('a disk of the ledger that is full', () => {
  it.each(LEFT)('with %i KB left: a batch ends with exit 5 and goes on later', async (left) => {
    await using given = await onSmallDisk(left);
    const { server, user, run, free } = given;
    const file = await user.file('in.csv', sized(ROWS));
    const output = join(user.folder, 'out.csv');
    const args = ['bulk', 'run', file, '-o', output, ...FAST];
    for (let n = 0; n < 2; n += 1) {
      const { code, stderr } = await run(...args);
      expect([0, 5], stderr).toContain(code);
      if (code === 5) expect(`${stderr.trimEnd().split('\n').at(-1) ?? ''}\n`).toMatch(TOLD);
      const status = await run('bulk', 'status', '--json');
      if (status.code === 0) expect(parsed(status.stdout)).toMatchObject({ unconfirmed: 0 });
    }
    await free();
    expect((await run(...args)).code).toBe(0);
    expect((await readFile(output, 'utf8')).match(/;?found/g)).toHaveLength(ROWS);
    expect([server.posts.length, server.book.charged.length]).toEqual([1, ROWS]);
  });

  it.each(LEFT)('with %i KB left: lookups end with exit 5, printed if paid', async (left) => {
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
  });
});
