import { mkdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { transcripts } from '../../helpers/transcript.js';
import { expect, it } from '../../helpers/with-service.js';
import { kept, makeCpf, sized } from '../support.js';

const ROWS = [0, 1, 2].map((n) => `${makeCpf(n)},${makeCpf(n + 10)}\n`).join('');

transcripts('printed-commands', {
  '10 credits are bought': ({ server }) => (server.book.account.credits += 10),
  'the input is changed': ({ user }) => user.file('in.csv', sized(5, 50)),
});

transcripts('printed-runs', {
  'the private copy is damaged': async ({ user }) =>
    writeFile((await kept(user, /batches.*input$/))[0] ?? '', 'damaged'),
});

it('what was typed is kept in a private file, and not where a name has an identifier', async ({
  user,
}) => {
  await user.file(`${makeCpf(20)}.csv`, `cpf\n${makeCpf(21)}\n`);
  await user.ends(0, `bulk submit ${makeCpf(20)}.csv`);
  expect(await kept(user, /typed\.json$/)).toEqual([]);
  await mkdir(join(user.folder, 'dados'));
  const path = await user.file('dados/list.txt', `a,b\n${ROWS}`);
  // The time of a file is no identifier.
  const likeCpf = new Date(52_900_005_000);
  await utimes(path, likeCpf, likeCpf);
  await user.run('bulk submit dados/list.txt --column 2');
  const [typed = ''] = await kept(user, /typed\.json$/);
  expect((await stat(typed)).mode & 0o077).toBe(0);
  expect(JSON.parse(await readFile(typed, 'utf8'))).toEqual({
    path: expect.stringMatching(/dados.list\.txt$/) as unknown,
    options: [{ flag: '--column', value: '2' }],
    result: [],
    stamp: expect.stringMatching(/^\d+ [\d.]+$/) as unknown,
  });
});
