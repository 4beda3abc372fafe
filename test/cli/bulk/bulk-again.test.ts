import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { it } from '../../helpers/with-service.js';
import { newInProcessUser } from '../../helpers/in-process.js';
import { printedCommands, wordsOf } from '../../helpers/terminal/printed-commands.js';
import { startReferee, type RefereeOptions } from '../../helpers/referee/index.js';
import { FAST, parsed, sized } from './bulk-support.js';

/** A user with a batch of three that has ended and whose result was written. */
async function withOldBatch(options: RefereeOptions = {}) {
  const server = await startReferee(options);
  const user = await newInProcessUser(server);
  const file = await user.file('in.csv', sized(3));
  await user.run(['bulk', 'run', file, ...FAST]);
  const list = async () => {
    const { stdout } = await user.run('bulk list');
    // Below the header.
    return stdout
      .split('\n')
      .slice(1)
      .flatMap((line) => line.split(' ')[0] || []);
  };
  const [old] = await list();
  const end = async () => {
    await user[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  };
  return { server, user, file, list, old, [Symbol.asyncDispose]: end };
}

/** What `--again` must do to make requests at all: the records of the first batch would answer it. */
const AGAIN = ['--again', '--fresh', '-o', 'again.csv', ...FAST];

describe.concurrent('--again', () => {
  it('continues its batch while the outcome is unknown', async ({ server, user }) => {
    const file = await user.file('in.csv', sized(3));
    server.script('POST', 'drop_after');
    const args = ['bulk', 'run', file, ...AGAIN, '--json'];
    const first = await user.ends(10, args);
    for (let n = 0; n < 2; n += 1) {
      const more = await user.ends(10, args);
      expect(parsed(more.stdout)['batch']).toBe(parsed(first.stdout)['batch']);
    }
    expect(server.posts).toHaveLength(1);
    expect(server.book.charged).toHaveLength(3);
  });

  it('continues its batch until the result was written', async ({ arrange }) => {
    const { server, user } = await arrange({ holdJobs: true });
    const file = await user.file('in.csv', sized(3));
    const args = ['bulk', 'run', file, ...AGAIN];
    await user.ends(8, [...args, '--deadline', '300ms']);
    server.releaseJobs();
    // As after a crash behind the last answer: all is home, nothing is written.
    await user.ends(0, ['bulk', 'watch', ...FAST]);
    await user.ends(0, args);
    expect(server.posts).toHaveLength(1);
    expect((await readFile(join(user.folder, 'again.csv'), 'utf8')).split('found')).toHaveLength(4);
    // What was delivered is not continued, and the user asked for all of it again.
    await user.ends(0, [...args, '--overwrite']);
    expect(server.posts).toHaveLength(2);
  });

  it('makes another batch after a result was exported by hand', async ({ arrange }) => {
    const { server, user } = await arrange({ holdJobs: true });
    const file = await user.file('in.csv', sized(3));
    const args = ['bulk', 'run', file, ...AGAIN];
    await user.run([...args, '--deadline', '300ms']);
    server.releaseJobs();
    await user.run(['bulk', 'watch', ...FAST]);
    // Some rows are no delivery.
    await user.run('bulk export --only not_found');
    await user.run('bulk export -o by-hand.csv');
    await user.ends(0, args);
    expect(server.posts).toHaveLength(2);
  });

  it.for([
    ['an output that exists', ['-o', 'in.csv'], 2],
    ['an output whose folder is missing', ['-o', join('nowhere', 'x.csv')], 2],
    ['a column that is not there', ['--column', 'nope'], 2],
    ['a budget', ['--fresh', '--max-credits', '1', '-o', 'x.csv'], 7],
  ] as const)('that %s refuses leaves no batch behind', async ([, options, code]) => {
    await using world = await withOldBatch();
    const { server, user, file, list, old } = world;
    await user.ends(code, ['bulk', 'run', file, '--again', ...options, ...FAST]);
    expect(await list()).toEqual([old]);
    expect(server.posts).toHaveLength(1);
    // The nightly run, `watch` and `export` still see the old batch.
    await user.ends(0, ['bulk', 'run', file, ...FAST]);
    await user.ends(0, ['bulk', 'watch', ...FAST]);
    await user.ends(0, 'bulk export -o out.csv');
    expect(server.posts).toHaveLength(1);
  });
});

describe('--again --fresh after the key was replaced', () => {
  /** All that the first run found is home, and nothing of it was written: as after a crash. */
  async function crashed(options: RefereeOptions = {}) {
    const server = await startReferee({ holdJobs: true, ...options });
    const user = await newInProcessUser(server);
    const file = await user.file('in.csv', sized(3));
    const run = ['bulk', 'run', file, ...AGAIN];
    await user.ends(8, [...run, '--deadline', '300ms']);
    server.releaseJobs();
    await user.ends(0, ['bulk', 'watch', ...FAST]);
    server.replaceKey('the-new-key');
    const env = { CONFERE_API_KEY: 'the-new-key' };
    const again = (words: readonly string[]) => user.run(words, { env });
    const end = async () => {
      await user[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    };
    return { server, user, run, again, [Symbol.asyncDispose]: end };
  }

  it('pays for nothing again by itself, and leads to the result', async () => {
    await using world = await crashed();
    const { server, run, again } = world;
    const refused = await again(run);
    expect(refused.code, refused.stderr).toBe(2);
    expect(refused.stderr).toContain('Write its result first');
    const [exported = '', anew = ''] = printedCommands(refused.stderr);
    expect(anew).not.toContain('--fresh');
    expect((await again(wordsOf(anew))).code).toBe(0);
    expect(server.posts).toHaveLength(1);
    expect((await again([...wordsOf(exported), '--overwrite'])).code).toBe(0);
    expect(server.posts).toHaveLength(1);
    // Now the user's word is clear: what was paid for is written, and all of it is wanted anew.
    const paid = await again([...run, '--overwrite']);
    expect(paid.code, paid.stderr).toBe(0);
    expect(server.posts).toHaveLength(2);
  });
});

describe('a batch of another key that was delivered', () => {
  it('is not made anew with --fresh by the printed command', async () => {
    await using world = await withOldBatch();
    const { server, user, file } = world;
    const run = ['bulk', 'run', file, '--fresh', '-o', 'fresh.csv', ...FAST];
    await user.ends(0, run);
    server.replaceKey('the-new-key');
    const env = { CONFERE_API_KEY: 'the-new-key' };
    const refused = await user.run([...run, '--overwrite'], { env });
    const [anew = ''] = printedCommands(refused.stderr);
    expect(refused.stderr).toContain('reuses what you have paid for');
    await user.ends(0, wordsOf(anew), { env });
    expect(server.posts).toHaveLength(2);
  });
});
