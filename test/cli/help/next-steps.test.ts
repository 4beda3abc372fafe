import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '../../helpers/with-service.js';
import { FAST, printedCommands, sharesAccount, sized, wordsOf } from '../support.js';
import type { Referee, Result, User } from '../support.js';

/** A user whose account is told by options alone, so that a printed command without them goes nowhere. */
async function world({ server }: { readonly server: Referee }, user: User) {
  await user.file('my list.csv', sized(4));
  await user.file('the key.txt', server.key);
  const account = ['--base-url', server.url, '--api-key-file', 'the key.txt', '--profile', 'work'];
  await user.ends(0, 'config set rate 30 --profile work');
  const run = ['bulk', 'run', 'my list.csv', '-o', 'out.csv', ...account, ...FAST];
  return { server, user, account, run, output: () => user.read('out.csv') };
}

/** Runs what a screen printed: the command that begins like this, and ends so. */
async function follow(user: User, screen: Result, begin: string, code: number) {
  const printed = printedCommands(screen.stderr + screen.stdout);
  const line = printed.find((one) => one.startsWith(`confere ${begin}`));
  if (line === undefined) throw new Error(`no ${begin} in:\n${screen.stderr}`);
  const next = await user.ends(code, wordsOf(line));
  // The same sentence again would lead nowhere.
  expect(next.stderr).not.toBe(screen.stderr);
  return next;
}

describe('a printed command, run as it is printed', () => {
  it('goes on after the deadline, in the same account, to the same output', async ({
    arrange,
    fresh,
  }) => {
    const w = await world(await arrange({ holdJobs: true }), fresh);
    const late = await w.user.ends(8, [...w.run, '--deadline', '2s']);
    w.server.releaseJobs();
    await follow(w.user, late, 'bulk run "my list.csv"', 0);
    expect((await w.output()).trimEnd().split('\n')).toHaveLength(5);
    expect(w.server.posts).toHaveLength(1);
  });

  it('pays once after a lost answer', async ({ arrange, fresh }) => {
    const w = await world(await arrange(), fresh);
    w.server.script('POST', 'drop_after');
    const lost = await w.user.ends(10, [...w.run, '--again']);
    const settled = await follow(w.user, lost, 'bulk run', 10);
    await follow(w.user, settled, 'bulk status', 0);
    const asked = await follow(w.user, settled, 'bulk resolve', 2);
    expect(asked.stderr).toContain('--yes');
    expect(w.server.posts).toHaveLength(1);
    expect(w.server.book.charged).toHaveLength(4);
  });

  it('sends what the balance covers, and no more', async ({ arrange, fresh }) => {
    const w = await world(await arrange({ credits: 3 }), fresh);
    const refused = await w.user.ends(7, w.run);
    const some = await follow(w.user, refused, 'bulk run', 7);
    w.server.book.account.credits += 10;
    await follow(w.user, some, 'bulk run', 0);
    const ids = w.server.posts.flatMap((post) => post.ids);
    expect(new Set(ids).size).toBe(ids.length);
    expect((await w.output()).trimEnd().split('\n')).toHaveLength(5);
  });

  it('raises the limit that stopped it, and replaces a file that is there', async ({
    arrange,
    fresh,
  }) => {
    const w = await world(await arrange(), fresh);
    await w.user.file('out.csv', 'mine\n');
    const there = await w.user.ends(2, [...w.run, '--max-credits', '1']);
    const over = await follow(w.user, there, 'bulk run', 7);
    await follow(w.user, over, 'bulk run', 0);
    expect(await w.output()).toContain('found');
  });
});

it('a key that was replaced while its job runs leads out, one printed command after another', async ({
  arrange,
  fresh,
}) => {
  const w = await world(await arrange({ holdJobs: true }), fresh);
  await w.user.ends(0, ['bulk', 'submit', 'my list.csv', ...w.account]);
  w.server.replaceKey('another-key');
  await w.user.file('the key.txt', 'another-key');
  const stuck = await w.user.ends(2, w.run);
  const asked = await follow(w.user, stuck, 'bulk resolve', 2);
  const given = await follow(w.user, asked, 'bulk resolve', 0);
  // Whoever follows the decision, and whoever comes back with the nightly command, is home.
  const ended = await w.user.run(w.run);
  expect(ended.stderr).toContain('none of its jobs is running');
  w.server.releaseJobs();
  await follow(w.user, ended, 'bulk run', 0);
  await follow(w.user, given, 'bulk run', 0);
  expect(w.server.posts).toHaveLength(2);
});

/** The command that `bulk status` prints. */
async function nextOfStatus(user: User): Promise<string> {
  const { stdout } = await user.ends(0, 'bulk status');
  return printedCommands(stdout)[0] ?? '';
}

describe.concurrent('the next step of a batch', () => {
  it('is the run that ends with its file, from whatever command it is seen', async ({
    arrange,
  }) => {
    const { server, user } = await arrange({ holdJobs: true, rows: 3 });
    await sharesAccount(user);
    const run = 'bulk run in.csv --column cpf -o out.jsonl --deadline 1s';
    const late = await user.ends(8, run);
    const status = await nextOfStatus(user);
    expect(status.replaceAll(`${user.folder}/`, '')).toBe(
      'confere bulk run in.csv --column cpf --output out.jsonl',
    );
    expect(printedCommands(late.stderr)[0]).toBe(
      'confere bulk run in.csv --column cpf --output out.jsonl --deadline 1h',
    );
    server.releaseJobs();
    await user.ends(0, wordsOf(status));
    expect((await user.read('out.jsonl')).trimEnd().split('\n')).toHaveLength(3);
    expect(server.posts).toHaveLength(1);
  });

  it('sends what was skipped once there are credits', async ({ arrange }) => {
    const { server, user } = await arrange({ credits: 2, rows: 4 });
    await sharesAccount(user);
    const some = await user.ends(7, 'bulk run in.csv --fit-balance');
    expect(some.stderr).toContain(
      'partial result (2 identifiers without an answer): in.confere.csv',
    );
    const status = await nextOfStatus(user);
    expect(status).toBe(`confere bulk run ${user.folder}/in.csv`);
    server.book.account.credits += 100;
    const rest = await user.ends(0, wordsOf(status));
    expect(rest.stderr).toContain('  result: ');
    expect(server.book.charged).toHaveLength(4);
    expect(await user.read('in.confere.csv')).not.toContain('pending');
  });

  it.for(['changed', 'moved', 'typed'])(
    'where the input was %s, resumes, and then writes a file',
    async (how, { arrange }) => {
      const { server, user } = await arrange({ holdJobs: true, rows: 3 });
      await sharesAccount(user);
      const stdin = await user.read('in.csv');
      const of = how === 'typed' ? '-' : 'in.csv';
      await user.run(`bulk submit ${of} -q`, { stdin: of === '-' ? stdin : '' });
      if (how === 'changed') await user.file('in.csv', sized(5, 50));
      if (how === 'moved') await rename(join(user.folder, 'in.csv'), join(user.folder, 'x.csv'));
      server.releaseJobs();
      const ended = await user.ends(0, wordsOf(await nextOfStatus(user)));
      const [written = ''] = printedCommands(ended.stderr);
      expect(written).toMatch(/^confere bulk export \w+ -o [\w.]+$/);
      const file = written.split(' ').at(-1) ?? '';
      await user.silent(0, wordsOf(written));
      expect((await user.read(file)).trimEnd().split('\n')).toHaveLength(4);
      expect(server.posts).toHaveLength(1);
    },
  );
});
