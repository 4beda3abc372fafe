import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeCpf } from '../../helpers/invented.js';
import { newInProcessUser } from '../../helpers/in-process.js';
import { printedCommands, wordsOf } from '../../helpers/terminal/printed-commands.js';
import { startReferee, type RefereeOptions } from '../../helpers/referee/index.js';
import { FAST } from '../bulk/bulk-support.js';

/** The second column of a file in a folder: without its options another one is read. */
async function world(options: RefereeOptions = {}) {
  const server = await startReferee(options);
  const user = await newInProcessUser();
  const env = { CONFERE_BASE_URL: server.url, CONFERE_API_KEY: server.key };
  const rows = [0, 1, 2].map((n) => `${makeCpf(n)},${makeCpf(n + 10)}\n`).join('');
  await mkdir(join(user.folder, 'dados'));
  await user.file('dados/lista.txt', `a,b\n${rows}`);
  const run = (words: readonly string[], more = {}) =>
    user.run([...words, ...FAST.filter(() => /run|submit|resolve/.test(words.join(' ')))], {
      env: { ...env, ...more },
    });
  return {
    ...{ server, user, run },
    input: ['dados/lista.txt', '--column', '2'],
    /** What confere keeps on this machine beside the private copies of inputs. */
    kept: () => keptIn(user.folder),
    async [Symbol.asyncDispose]() {
      await user[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

async function keptIn(folder: string): Promise<string[]> {
  const home = join(folder, 'home');
  const names = await readdir(home, { recursive: true });
  return names.filter((name) => /batches/.test(name)).map((name) => join(home, name));
}

function printed(stderr: string): string[] {
  const line = printedCommands(stderr).find((one) => one.startsWith('confere bulk run'));
  if (line === undefined) throw new Error(`no run in:\n${stderr}`);
  return wordsOf(line);
}

describe('a printed run of a file in another folder', () => {
  it('puts a damaged copy right', async () => {
    await using w = await world();
    expect((await w.run(['bulk', 'run', ...w.input])).code).toBe(0);
    const copy = (await w.kept()).find((path) => path.endsWith('input'));
    await writeFile(copy ?? '', 'damaged');
    const refused = await w.run(['bulk', 'export', '-o', 'again.csv']);
    expect(refused.code, refused.stderr).toBe(5);
    const mended = await w.run(printed(refused.stderr));
    expect(mended.code, mended.stderr).toBe(0);
    expect((await w.run(['bulk', 'export', '-o', 'again.csv'])).code).toBe(0);
    expect(w.server.posts).toHaveLength(1);
  });

  it('makes a new batch of what was given up, and of what another key made', async () => {
    await using w = await world({ holdJobs: true });
    const made = await w.run(['bulk', 'submit', ...w.input]);
    expect(made.code, made.stderr).toBe(0);
    w.server.replaceKey('another-key');
    const env = { CONFERE_API_KEY: 'another-key' };
    const id = made.stdout.trim();
    const given = await w.run(['bulk', 'resolve', id, '--abandon', '--yes'], env);
    expect(given.code, given.stderr).toBe(0);
    const other = await w.run(['bulk', 'resume', id], env);
    expect(other.code, other.stderr).toBe(2);
    expect(printed(other.stderr)).toEqual(printed(given.stderr));
    w.server.releaseJobs();
    const anew = await w.run(printed(given.stderr), env);
    expect(anew.code, anew.stderr).toBe(0);
    expect(anew.stderr).toContain('3 identifiers');
    expect(w.server.posts).toHaveLength(2);
  });

  it('is told in words for a file that has an identifier in its name', async () => {
    await using w = await world();
    const name = `${makeCpf(20)}.csv`;
    await w.user.file(name, `cpf\n${makeCpf(21)}\n`);
    const made = await w.run(['bulk', 'submit', name]);
    expect(made.code, made.stderr).toBe(0);
    expect((await w.kept()).filter((path) => path.endsWith('typed.json'))).toEqual([]);
  });

  it('rests on a file that only its owner can read, without the key', async () => {
    await using w = await world();
    await w.run(['bulk', 'submit', ...w.input]);
    const path = (await w.kept()).find((one) => one.endsWith('typed.json')) ?? '';
    expect((await stat(path)).mode & 0o077).toBe(0);
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({
      path: expect.stringMatching(/dados.lista\.txt$/) as unknown,
      options: [{ flag: '--column', value: '2' }],
    });
  });
});
