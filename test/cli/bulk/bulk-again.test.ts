import { describe, expect, it } from '../../helpers/with-service.js';
import { parsed, printedCommands, sized, wordsOf, type Referee, type User } from '../support.js';

/** What `--again` must do to make requests at all: the records of the first batch would answer it. */
const AGAIN = 'bulk run in.csv --again --fresh -o again.csv';
const NEW_KEY = { env: { CONFERE_API_KEY: 'the-new-key' } };

/** As after a crash behind the last answer: all is home, nothing is written. */
async function crashed(user: User, server: Referee): Promise<void> {
  await user.file('in.csv', sized(3));
  await user.ends(8, `${AGAIN} --deadline 300ms`);
  server.releaseJobs();
  await user.ends(0, 'bulk watch');
}

describe.concurrent('--again', () => {
  it('continues its batch while the outcome is unknown', async ({ server, user }) => {
    await user.file('in.csv', sized(3));
    server.script('POST', 'drop_after');
    const batches = new Set<unknown>();
    for (let n = 0; n < 3; n += 1)
      batches.add(parsed((await user.ends(10, `${AGAIN} --json`)).stdout)['batch']);
    expect(batches.size).toBe(1);
    expect(server.posts).toHaveLength(1);
    expect(server.book.charged).toHaveLength(3);
  });

  it('continues its batch until the result was written', async ({ arrange }) => {
    const { server, user } = await arrange({ holdJobs: true });
    await crashed(user, server);
    await user.ends(0, AGAIN);
    expect(server.posts).toHaveLength(1);
    expect((await user.read('again.csv')).split('found')).toHaveLength(4);
    // What was delivered is not continued, and the user asked for all of it again.
    await user.ends(0, `${AGAIN} --overwrite`);
    expect(server.posts).toHaveLength(2);
  });

  it('makes another batch after a result was exported by hand', async ({ arrange }) => {
    const { server, user } = await arrange({ holdJobs: true });
    await crashed(user, server);
    // Some rows are no delivery.
    await user.run('bulk export --only not_found');
    await user.run('bulk export -o by-hand.csv');
    await user.ends(0, AGAIN);
    expect(server.posts).toHaveLength(2);
  });

  it.for([
    ['an output that exists', '-o in.csv', 2],
    ['an output whose folder is missing', '-o nowhere/x.csv', 2],
    ['a column that is not there', '--column nope', 2],
    ['a budget', '--fresh --max-credits 1 -o x.csv', 7],
  ] as const)('refused by %s leaves no batch behind', async ([, flags, code], { server, user }) => {
    await user.file('in.csv', sized(3));
    await user.run('bulk run in.csv');
    await user.ends(code, `bulk run in.csv --again ${flags}`);
    expect(await user.json('bulk list')).toHaveLength(1);
    // The nightly run, `watch` and `export` still see the old batch.
    for (const same of ['run in.csv', 'watch', 'export -o out.csv'])
      await user.ends(0, `bulk ${same}`);
    expect(server.posts).toHaveLength(1);
  });
});

it('a new key pays for nothing again by itself, and leads to the result', async ({ arrange }) => {
  const { server, user } = await arrange({ holdJobs: true });
  await crashed(user, server);
  server.replaceKey('the-new-key');
  const { stderr } = await user.ends(2, AGAIN, NEW_KEY);
  expect(stderr).toContain('writes what there is');
  const [exported = '', anew = ''] = printedCommands(stderr);
  expect(anew).not.toContain('--fresh');
  await user.ends(0, wordsOf(anew), NEW_KEY);
  await user.ends(0, [...wordsOf(exported), '--overwrite'], NEW_KEY);
  expect(server.posts).toHaveLength(1);
  // Now the user's word is clear: what was paid for is written, and all of it is wanted anew.
  await user.ends(0, `${AGAIN} --overwrite`, NEW_KEY);
  expect(server.posts).toHaveLength(2);
});
