import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { makeCpf } from '../helpers/invented.js';
import { hasShell, newShellUser, type ShellUser } from '../helpers/shell.js';
import { startReferee, type Referee, type RefereeOptions } from '../helpers/referee/index.js';

const SCRIPT = resolve('recipes/confere-folder.sh');
const RUN = `sh "${SCRIPT}" inbox --interval 10ms --settle 10ms`;

/** Several scripts at a time, each of many processes, take long on a busy machine. */
const SLOW = { timeout: 120_000 };

async function setUp(options: RefereeOptions = {}, how = {}) {
  const server = await startReferee(options);
  const user = await newShellUser(server, how);
  await mkdir(join(user.folder, 'inbox'));
  return {
    server,
    user,
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

const text = (user: ShellUser, name: string) => readFile(join(user.folder, 'inbox', name), 'utf8');
const posts = (server: Referee) => server.posts.length;

describe.skipIf(!hasShell).concurrent('recipes/confere-folder.sh', SLOW, () => {
  it('looks up each new file once and writes its result beside it', async () => {
    await using world = await setUp({ missing: [makeCpf(2)] });
    const { server, user, put } = world;
    await put('a b.csv', 1);
    await put('-c.txt', 10);
    await put('not a list.pdf', 20);
    const inbox = join(user.folder, 'inbox/');
    const first = await user.sh(RUN);
    expect({ ...first, stdout: '' }).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(first.stdout).toBe(
      '-c.txt: done (exit code 0)\n' +
        '  2 rows, 0 invalid, 0 duplicates; of 2 identifiers 2 found, 0 not found; 2 credits\n' +
        `  result: ${inbox}-c.confere.txt\n` +
        'a b.csv: done (exit code 0)\n' +
        '  2 rows, 0 invalid, 0 duplicates; of 2 identifiers 1 found, 1 not found; 1 credit\n' +
        `  result: ${inbox}a b.confere.csv\n`,
    );
    expect(await text(user, 'a b.confere.csv')).toMatch(/^cpf,lookup_status.*\n\d+,found,/);
    expect(posts(server)).toBe(2);

    // No file is new, so cron sends no mail. Removing a result does not make its file new.
    await rm(join(user.folder, 'inbox', 'a b.confere.csv'));
    expect(await user.sh(RUN)).toEqual({ code: 0, stdout: '', stderr: '' });
    await put('d.csv', 30);
    expect((await user.sh(RUN)).stdout).toMatch(/^d\.csv: done \(exit code 0\)\n.*\n.*\n$/);
    expect(posts(server)).toBe(3);
    expect(new Set(server.book.charged).size).toBe(server.book.charged.length);
  });

  it('does not replace the result of other content under the same name', async () => {
    await using world = await setUp();
    const { server, user, put } = world;
    await put('a.csv', 1);
    await user.sh(RUN);
    const before = await text(user, 'a.confere.csv');
    await put('a.csv', 50);
    const { code, stdout } = await user.sh(RUN);
    expect(code).toBe(2);
    expect(stdout).toMatch(/^a\.csv: cannot be used; .* \(exit code 2\)\n {2}\S+ exists; add --ov/);
    expect(await text(user, 'a.confere.csv')).toBe(before);
    expect(posts(server)).toBe(1);
  });

  it('7: too few credits stop one file, but not the next ones; a later run looks it up', async () => {
    await using world = await setUp({ credits: 3 });
    const { server, user, put } = world;
    await put('a.csv', 1, 5);
    await put('b.csv', 10, 3);
    const first = await user.sh(RUN);
    expect(first.code).toBe(7);
    expect(first.stdout).toMatch(/^a\.csv: too few credits, .* \(exit code 7\)\n/);
    expect(first.stdout).toContain(
      'Nothing was sent: this batch may cost 5 credits, and the balance is 3',
    );
    expect(first.stdout).toContain('b.csv: done');
    expect(existsSync(join(user.folder, 'inbox', 'a.confere.csv'))).toBe(false);
    server.book.account.credits += 10;
    expect((await user.sh(RUN)).stdout).toMatch(/^a\.csv: done \(exit code 0\)\n/);
    expect(server.book.charged).toHaveLength(8);
  });

  it('8: a file that is still being processed is continued by the next run and sent once', async () => {
    await using world = await setUp({ holdJobs: true });
    const { server, user, put } = world;
    await put('a.csv', 1);
    const first = await user.sh(`${RUN} --deadline 30ms`);
    expect(first.code).toBe(8);
    expect(first.stdout).toContain(
      'a.csv: accepted, and still being processed by the service; the next run fetches the result (exit code 8)\n' +
        '  2 rows, 0 invalid, 0 duplicates; of 2 identifiers 0 found, 0 not found; 0 credits\n',
    );
    server.releaseJobs();
    expect(await user.sh(RUN)).toMatchObject({ code: 0 });
    expect(posts(server)).toBe(1);
  });

  it('10: a missing answer is reported, and nothing is resent', async () => {
    await using world = await setUp();
    const { server, user, put } = world;
    server.script('POST /cpf/bulk', 'drop_after');
    await put('a.csv', 1);
    await put('b.csv', 10);
    const first = await user.sh(RUN);
    expect(first.code).toBe(10);
    expect(first.stdout).toMatch(/^a\.csv: something may .*bulk status \w{10} \(exit code 10\)\n/);
    expect(first.stdout).toContain('b.csv: done');
    const second = await user.sh(RUN);
    expect(second.code).toBe(10);
    expect(second.stdout).not.toContain('b.csv');
    expect(posts(server)).toBe(2);
  });

  it('11: two concurrent runs pay once', async () => {
    await using world = await setUp({ holdJobs: true }, { asProcesses: true });
    const { server, user, put } = world;
    await put('a.csv', 1);
    const first = user.sh(RUN);
    await server.seen('GET /cpf/bulk/');
    const second = await user.sh(RUN);
    expect(second.code).toBe(11);
    expect(second.stdout).toMatch(/^a\.csv: another run is at work on it \(exit code 11\)\n/);
    server.releaseJobs();
    expect(await first).toMatchObject({ code: 0 });
    expect(await user.sh(RUN)).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(posts(server)).toBe(1);
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

  it('mails no CPF and no control character of the name of a file', async () => {
    await using world = await setUp();
    const { user, put } = world;
    await put('c\u001b[2J 529.982.247-25_11144477735.csv', 1);
    const { code, stdout } = await user.sh(RUN);
    expect(code).toBe(0);
    expect(stdout).toContain('c?[2J ***_***.csv: done (exit code 0)\n');
    expect(stdout).toMatch(/result: .*\[2J \*\*\*_\*\*\*\.confere\.csv\n/);
    expect(stdout).not.toContain('\u001b');
  });

  it('names each result as bulk run does, also one whose name needs quoting', async () => {
    await using world = await setUp();
    const { user, put } = world;
    await put('a"b\\c.tsv', 1);
    await user.file('inbox/d.csv.gz', gzipSync(`cpf\n${makeCpf(9)}\n`));
    const inbox = join(user.folder, 'inbox/');
    const { code, stdout } = await user.sh(RUN);
    expect(code).toBe(0);
    expect(stdout).toContain(`\n  result: ${inbox}a"b\\c.confere.tsv\n`);
    expect(stdout).toContain(`\n  result: ${inbox}d.confere.csv\n`);
    expect(existsSync(join(user.folder, 'inbox', 'a"b\\c.confere.tsv'))).toBe(true);
    expect(await user.sh(RUN)).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('requires a folder, and exits with an unknown exit code of confere', async () => {
    await using world = await setUp();
    expect(await world.user.sh(`sh "${SCRIPT}"`)).toMatchObject({
      code: expect.toBeOneOf([1, 2]) as number,
      stderr: expect.stringContaining('name a folder') as string,
    });
    await world.put('a.csv', 1);
    await world.user.file('bin/confere', '#!/bin/sh\necho "out of memory" >&2\nexit 137\n');
    expect(await world.user.sh(RUN)).toEqual({
      code: 137,
      stdout: 'a.csv: failed (exit code 137)\n  out of memory\n',
      stderr: '',
    });
  });
});
