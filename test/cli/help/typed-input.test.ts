import { mkdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '../../helpers/with-service.js';
import { kept, makeCpf, printedCommands, wordsOf, type User } from '../support.js';

/** Without its options another column of this file is read. */
const INPUT = 'dados/lista.txt --column 2';

async function write(user: User): Promise<void> {
  const rows = [0, 1, 2].map((n) => `${makeCpf(n)},${makeCpf(n + 10)}\n`).join('');
  await mkdir(join(user.folder, 'dados'));
  await user.file('dados/lista.txt', `a,b\n${rows}`);
}

function printed(stderr: string): string[] {
  const line = printedCommands(stderr).find((one) => one.startsWith('confere bulk run'));
  if (line === undefined) throw new Error(`no run in:\n${stderr}`);
  return wordsOf(line);
}

describe('a printed run of a file in another folder', () => {
  it('puts a damaged copy right', async ({ server, user }) => {
    await write(user);
    await user.ends(0, `bulk run ${INPUT}`);
    await writeFile((await kept(user, /batches.*input$/))[0] ?? '', 'damaged');
    const { stderr } = await user.ends(5, 'bulk export -o again.csv');
    await user.ends(0, printed(stderr));
    await user.ends(0, 'bulk export -o again.csv');
    expect(server.posts).toHaveLength(1);
  });

  it('makes a new batch of what was given up, or made with another key', async ({ arrange }) => {
    const { server, user } = await arrange({ holdJobs: true });
    await write(user);
    const { stdout } = await user.ends(0, `bulk submit ${INPUT}`);
    server.replaceKey('another-key');
    const env = { CONFERE_API_KEY: 'another-key' };
    const given = await user.ends(0, `bulk resolve ${stdout.trim()} --abandon --yes`, { env });
    const other = await user.ends(2, `bulk resume ${stdout.trim()}`, { env });
    expect(printed(other.stderr)).toEqual(printed(given.stderr));
    server.releaseJobs();
    const anew = await user.ends(0, printed(given.stderr), { env });
    expect(anew.stderr).toContain('3 identifiers');
    expect(server.posts).toHaveLength(2);
  });

  it('rests on a private file, and is none where a name has an identifier', async ({ user }) => {
    await user.file(`${makeCpf(20)}.csv`, `cpf\n${makeCpf(21)}\n`);
    await user.ends(0, `bulk submit ${makeCpf(20)}.csv`);
    expect(await kept(user, /typed\.json$/)).toEqual([]);
    await write(user);
    // Nor is the time of a file one.
    const likeCpf = new Date(52_900_005_000);
    await utimes(join(user.folder, 'dados/lista.txt'), likeCpf, likeCpf);
    await user.run(`bulk submit ${INPUT}`);
    const [path = ''] = await kept(user, /typed\.json$/);
    expect((await stat(path)).mode & 0o077).toBe(0);
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({
      path: expect.stringMatching(/dados.lista\.txt$/) as unknown,
      options: [{ flag: '--column', value: '2' }],
      result: [],
      stamp: expect.stringMatching(/^\d+ [\d.]+$/) as unknown,
    });
  });
});
