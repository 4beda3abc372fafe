import { mkdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSkippingClock } from '../helpers/clocks/skipping-clock.js';
import { storedBytes as stored } from '../helpers/files/stored-files.js';
import { transcripts, type Scene } from '../helpers/transcript.js';
import { expect, it } from '../helpers/with-service.js';
import { kept, makeCnpj, makeCpf, PERSON, sits } from './support.js';

const ANA = makeCpf(1);
const DOTTED = ANA.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4');
const OF_ANA = [ANA, DOTTED, 'Ana Souza', 'Ana de novo'];
const INPUT = `nome;cpf;responsavel
Ana Souza;${DOTTED};x
Bia;${makeCpf(2)};${DOTTED}
Ana de novo;${ANA};y
Nada;;
Caio;${makeCpf(3)};z
`;

/** Looks for these texts in all that confere keeps. */
const keeps =
  (...texts: readonly string[]) =>
  async ({ user }: Scene) => {
    const all = await stored(user);
    for (const text of texts) expect(all).toContain(text);
  };
const keepsNone =
  (...texts: readonly string[]) =>
  async ({ user }: Scene) => {
    const all = await stored(user);
    for (const text of texts) expect(all).not.toContain(text);
  };

transcripts('removal', {
  'a command is killed while it reads': async ({ user }) => {
    const folder = join(user.folder, 'home', 'state', 'temporary', 'work-x');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(join(folder, 'input'), makeCpf(30));
    const now = new Date('2026-01-05T12:00:00Z');
    for (const path of [join(folder, 'input'), folder]) await utimes(path, now, now);
  },
  'the file has one row more': ({ user }) => user.file('in.csv', `${INPUT}${makeCpf(8)};;\n`),
  'Ana is stored': keeps(ANA),
  'Ana is gone, and Bia is stored': async (scene) => {
    await keepsNone(...OF_ANA)(scene);
    await keeps(makeCpf(2))(scene);
  },
  'of four only the first two are stored': async (scene) => {
    await keeps(makeCpf(1))(scene);
    await keepsNone(makeCpf(2), makeCpf(3))(scene);
  },
  'all of it is stored': keeps(PERSON, makeCpf(30)),
  'none of it is stored': keepsNone(PERSON, ...[0, 1, 20, 30].map(makeCpf)),
  'the company is gone too': keepsNone(makeCnpj(1)),
});

it('a purge of a person goes on where it was killed', async ({ user }) => {
  await user.file('in.csv', INPUT);
  await user.ends(0, 'bulk run in.csv -y');
  const id = String((await user.json('bulk status'))['batch']);
  const [copy = ''] = await kept(user, /batches\W\w+\Winput$/);
  const whole = await readFile(copy);
  // Before the ledger knew of it.
  await writeFile(`${copy}.next`, 'half');
  await user.ends(0, ['purge', ANA, '-y']);
  const blank = await readFile(copy);
  const killedBetween = async () => {
    await writeFile(copy, whole);
    await writeFile(`${copy}.next`, blank);
  };
  await killedBetween();
  await user.ends(0, ['purge', ANA, '-y']);
  expect(await readFile(copy)).toEqual(blank);
  expect(await stored(user)).not.toContain('Ana Souza');
  await killedBetween();
  const { stdout } = await user.ends(0, `bulk export ${id} -o -`);
  expect(stdout).not.toContain('Ana');
  expect(await stored(user)).not.toContain('Ana Souza');
});

it('a record of a clock that was ahead answers, is told, and goes by --fresh or a yes to purge', async ({
  arrange,
}) => {
  const clock = createSkippingClock();
  let ahead = 400 * 86_400_000;
  const { server, user } = await arrange({}, { ...clock, now: () => clock.now() + ahead });
  const [one, two] = [makeCpf(1), makeCpf(2)];
  await user.ends(0, `cpf ${one} ${two}`);
  ahead = 0;
  const both = await user.ends(0, `cpf ${one} ${two} --reuse 1h`);
  expect(both.stderr.match(/2 records in the ledger are dated in the future/g)).toHaveLength(1);
  await user.ends(0, `cpf ${one} --fresh`);
  await user.ends(0, 'purge --older-than 30d --yes');
  const other = await user.ends(0, `cpf ${one} ${two}`);
  expect(other.stderr).toContain('1 record in the ledger is dated in the future');
  expect(server.count('GET /cpf')).toBe(3);
  const { stderr } = await user.ends(0, 'purge --older-than 30d', sits('y\n'));
  expect(stderr).toMatch(/ 1 of these is\s+dated in the\s+future.*\[y\/N\] Deleted .* 1 record /s);
  expect((await user.ends(0, `cpf ${one}`)).stderr).not.toContain('future');
  await user.ends(0, `cpf ${two}`);
  expect(server.count('GET /cpf')).toBe(4);
});
