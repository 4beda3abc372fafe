import { describe, expect, it } from '../../helpers/with-service.js';
import { FAST, printedCommands, sized, wordsOf } from '../support.js';
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
    const rest = await follow(w.user, some, 'bulk resume', 0);
    const ids = w.server.posts.flatMap((post) => post.ids);
    expect(new Set(ids).size).toBe(ids.length);
    const written = await follow(w.user, rest, 'bulk export', 0);
    expect(written.stdout.trimEnd().split('\n')).toHaveLength(5);
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
