import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { eventually } from '../helpers/clocks/eventually.js';
import { makeCpf } from '../helpers/invented.js';
import { startReferee, type RefereeOptions } from '../helpers/referee/index.js';
import { hasShell, newShellUser } from '../helpers/shell.js';

const SCRIPT = resolve('recipes/confere-folder.sh');
const RUN = `sh "${SCRIPT}" inbox --interval 10ms --settle 10ms`;
const NOTHING = { code: 0, stdout: '', stderr: '' };

/** Several scripts at a time, each of many processes, take long on a busy machine. */
const SLOW = { timeout: 120_000 };

async function setUp(options: RefereeOptions = {}, how = {}) {
  const server = await startReferee(options);
  const user = await newShellUser(server, how);
  const inbox = join(user.folder, 'inbox');
  await mkdir(inbox);
  return {
    server,
    user,
    inbox,
    put: (name: string, first: number, count = 2) =>
      user.file(
        join('inbox', name),
        `cpf\n${Array.from({ length: count }, (_, n) => makeCpf(first + n)).join('\n')}\n`,
      ),
    async [Symbol.asyncDispose]() {
      await user[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

describe.skipIf(!hasShell).concurrent('recipes/confere-folder.sh', SLOW, () => {
  it('looks up each new file once and writes its result beside it, whatever its name', async ({
    expect,
  }) => {
    await using world = await setUp({ missing: [makeCpf(2)] });
    const { server, user, inbox, put } = world;
    await put('a b.csv', 1);
    await put('-c"d\\e.tsv', 10);
    await put('f\u001b[2J 529.982.247-25_11144477735.csv', 20);
    await user.file('inbox/g.csv.gz', gzipSync(`cpf\n${makeCpf(30)}\n`));
    await put('not a list.pdf', 40);
    const first = await user.sh(RUN);
    expect({ ...first, stdout: '' }).toEqual(NOTHING);
    const text = first.stdout.replaceAll(inbox, 'inbox');
    // The names of files are shown without CPFs and control characters.
    await expect(text).toMatchFileSnapshot('golden/folder.txt');
    const result = await readFile(join(inbox, 'a b.confere.csv'), 'utf8');
    expect(result).toMatch(/^cpf,lookup_status.*\n\d+,found,/);
    expect(existsSync(join(inbox, '-c"d\\e.confere.tsv'))).toBe(true);

    // No file is new, so cron sends no mail. Removing a result does not make its file new.
    await rm(join(inbox, 'a b.confere.csv'));
    expect(await user.sh(RUN)).toEqual(NOTHING);
    await put('h.csv', 50);
    expect((await user.sh(RUN)).stdout).toMatch(/^h\.csv: done \(exit code 0\)\n.*\n.*\n$/);
    expect(server.posts).toHaveLength(5);
    expect(new Set(server.book.charged).size).toBe(server.book.charged.length);
  });

  it('2, 7, 10: what strikes one file does not stop the next ones, and the gravest code is the end', async () => {
    await using world = await setUp({ credits: 6 });
    const { server, user, inbox, put } = world;
    await put('a.csv', 1);
    await user.sh(RUN);
    const before = await readFile(join(inbox, 'a.confere.csv'), 'utf8');
    await put('a.csv', 50);
    await put('b.csv', 10, 9);
    await put('d.csv', 30, 1);
    const first = await user.sh(RUN);
    expect(first.code).toBe(7);
    expect(first.stdout).toMatch(
      /^a\.csv: cannot be used; .* \(exit code 2\)\n {2}\S+ exists; add --ov/m,
    );
    expect(first.stdout).toMatch(
      /^b\.csv: too few credits, .* \(exit code 7\)\n.*\n {2}Nothing was sent/m,
    );
    expect(first.stdout).toContain('d.csv: done');
    expect(await readFile(join(inbox, 'a.confere.csv'), 'utf8')).toBe(before);
    expect(existsSync(join(inbox, 'b.confere.csv'))).toBe(false);
    // A later run looks up what was too dear, and sends nothing again whose answer is missing.
    server.book.account.credits += 20;
    server.script('POST /cpf/bulk', 'drop_after');
    for (let run = 0; run < 2; run += 1) {
      const { code, stdout } = await user.sh(RUN);
      expect(code).toBe(10);
      expect(stdout).toMatch(/^b\.csv: something may .*bulk status \w{10} \(exit code 10\)\n/m);
    }
    // The first identifiers of an account go one by one.
    expect(server.posts.map(({ ids }) => ids.length)).toEqual([1, 1, 1, 9]);
  });

  it('8, 11: a file that is under way is continued by the next run, and paid once', async () => {
    await using world = await setUp({ holdJobs: true }, { asProcesses: true });
    const { server, user, put } = world;
    await put('a.csv', 1);
    const late = await user.sh(`${RUN} --deadline 30ms`);
    expect(late).toMatchObject({
      code: 8,
      stdout: expect.stringContaining('the next run fetches the result (exit code 8)') as string,
    });
    const first = user.sh(RUN);
    await eventually(() => {
      expect(server.count('GET /cpf/bulk/')).toBeGreaterThan(2);
    });
    const second = await user.sh(RUN);
    expect(second.code).toBe(11);
    expect(second.stdout).toMatch(/^a\.csv: another run is at work on it \(exit code 11\)\n/);
    server.releaseJobs();
    expect(await first).toMatchObject({ code: 0 });
    expect(await user.sh(RUN)).toEqual(NOTHING);
    expect(server.posts).toHaveLength(1);
  });

  it.each([
    [4, { 'GET /quota': { status: 401, body: { success: false, error: 'API Key inativa' } } }],
    [5, { 'GET /quota': 'drop_after' }],
    [6, { 'POST /cpf/bulk': { status: 429, body: {}, headers: { 'retry-after': '3600' } } }],
  ] as const)('%i: what would strike every file ends the run', async (code, always) => {
    await using world = await setUp({ always });
    await world.put('a.csv', 1);
    await world.put('b.csv', 10);
    const { stdout, ...ended } = await world.user.sh(`${RUN} --deadline 9s`);
    expect(ended).toEqual({ code, stderr: '' });
    expect(stdout).toMatch(new RegExp(`^a\\.csv: .* \\(exit code ${code}\\)\\n  \\S`));
    expect(stdout).not.toContain('b.csv');
  });

  it('requires a folder, and exits with an unknown exit code of confere', async () => {
    await using world = await setUp();
    expect(await world.user.sh(`sh "${SCRIPT}"`)).toMatchObject({
      code: expect.toBeOneOf([1, 2]) as number,
      stderr: expect.stringContaining('name a folder') as string,
    });
    await world.put('a.csv', 1);
    await world.user.file('bin/confere', '#!/bin/sh\necho "out of memory" >&2\nexit 137\n');
    const stdout = 'a.csv: failed (exit code 137)\n  out of memory\n';
    expect(await world.user.sh(RUN)).toEqual({ code: 137, stdout, stderr: '' });
  });
});
