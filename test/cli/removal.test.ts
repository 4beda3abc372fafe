import { mkdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSkippingClock } from '../helpers/clocks/skipping-clock.js';
import { storedBytes as stored } from '../helpers/files/stored-files.js';
import { JOBS_END, PT, transcripts, types, type Step } from '../helpers/transcript.js';
import { expect, it } from '../helpers/with-service.js';
import { kept, makeCnpj, makeCpf, PERSON, sits, sized } from './support.js';

/** Looks for these texts in all that confere keeps: the first list is gone, and the second is there. */
const keeps = (gone: readonly string[], there: readonly string[] = []): Step => ({
  happens: `stored: ${there.length} of ${gone.length + there.length} texts`,
  act: async ({ user }) => {
    const all = await stored(user);
    for (const text of gone) expect(all).not.toContain(text);
    for (const text of there) expect(all).toContain(text);
  },
});
const [ANA, BIA, CAIO] = [makeCpf(1), makeCpf(2), makeCpf(3)];
const DOTTED = ANA.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4');
const INPUT = `nome;cpf;responsavel
Ana Souza;${DOTTED};x
Bia;${BIA};${DOTTED}
Ana de novo;${ANA};y
Nada;;
Caio;${CAIO};z
`;
const PEOPLE = { files: { 'in.csv': INPUT }, ran: ['bulk run in.csv -y'] };
/** What a killed command left. */
const killed: Step = {
  happens: 'a command is killed while it reads',
  act: async ({ user }) => {
    const folder = join(user.folder, 'home', 'state', 'temporary', 'work-x');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(join(folder, 'input'), makeCpf(30));
    const now = new Date('2026-01-05T12:00:00Z');
    for (const path of [join(folder, 'input'), folder]) await utimes(path, now, now);
  },
};

transcripts('removal', [
  [
    'bulk delete removes all data of the batch, and keeps what another batch uses',
    {
      files: { 'first.csv': sized(4), 'second.csv': sized(2) },
      ran: ['bulk submit first.csv', 'bulk watch', 'bulk submit second.csv', 'bulk watch'],
    },
    'bulk list',
    'bulk delete batch_id_2 --yes --json',
    keeps([makeCpf(3)], [makeCpf(1)]),
    'bulk export batch_id_1 --fields name',
    'bulk status batch_id_2',
  ],
  [
    'the empty name of a batch is a usage error, not the only batch',
    { rows: 2, ran: ['bulk run in.csv'] },
    "bulk delete '' --yes",
    "bulk resolve '' --abandon --yes",
    "bulk export ''",
    "bulk watch ''",
    `${PT} bulk watch ''`,
  ],
  ...(['purge --older-than 0s', 'bulk delete batch_id_1'] as const).map(
    (line) =>
      [
        `'${line}' says what goes and what it cost, and needs a yes`,
        { rows: 3 },
        'bulk submit in.csv -q',
        'bulk watch -q',
        line,
        `${line} -n`,
        [line, types('n\n')],
        'bulk status --json -q',
        [line, types('y\n')],
        'bulk status',
      ] as const,
  ),
  [
    'purge removes old batches, records that no batch uses, and what a killed command left',
    { rows: 2, ran: ['bulk run in.csv', 'cpf {20}', killed] },
    'purge --older-than 1d --yes --json',
    keeps([], [PERSON, makeCpf(30)]),
    'purge --older-than 0s -n --json',
    'purge --older-than 0s --yes --json',
    keeps([PERSON, makeCpf(0), makeCpf(1), makeCpf(20), makeCpf(30)]),
    'bulk list',
  ],
  [
    'purge of a person removes what is stored, and leaves everybody else as they were',
    PEOPLE,
    'spend --format csv',
    `purge ${DOTTED}`,
    `purge ${DOTTED} -n --json`,
    keeps([], [ANA]),
    `purge ${DOTTED} --yes --json`,
    keeps([ANA, DOTTED, 'Ana Souza', 'Ana de novo'], [BIA]),
    'bulk status --json',
    'bulk status',
    'spend --format csv',
    'bulk export --fields cpf',
    'ledger check',
    `purge ${DOTTED} --yes`,
    `${PT} purge ${DOTTED} --yes`,
  ],
  [
    'after a purge of a person the same file says what it would ask for again',
    PEOPLE,
    `purge ${ANA} -y`,
    'bulk run in.csv -y',
    '{next bulk export}',
    'bulk run in.csv -y --overwrite',
    {
      happens: 'the file has one row more',
      act: ({ user }) => user.file('in.csv', `${INPUT}${makeCpf(8)};;\n`),
    },
    'bulk submit in.csv',
  ],
  [
    'purge reads standard input, and single lookups go',
    { ran: [`cpf ${ANA} ${BIA}`, 'cnpj {c1}'] },
    ['purge - -y', { stdin: `${makeCnpj(1)}\n${DOTTED}\n` }],
    keeps([ANA, makeCnpj(1)], [BIA]),
    'spend --format csv',
  ],
  [
    'purge of a person refuses what is being processed, and what is in doubt',
    { files: PEOPLE.files, holdJobs: true },
    'bulk submit in.csv -y -q',
    `purge ${ANA} -y`,
    keeps([], [ANA]),
    JOBS_END,
    'bulk watch -q',
    `purge ${ANA} -y`,
    { service: 'GET', does: 'drop_after' },
    'cpf {9} -q',
    'purge {9} -y',
  ],
]);

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
  expect(stderr).toMatch(/ 1 of these is\s+dated in the\s+future.*\[y\/N\] Removed .* 1 record /s);
  expect((await user.ends(0, `cpf ${one}`)).stderr).not.toContain('future');
  await user.ends(0, `cpf ${two}`);
  expect(server.count('GET /cpf')).toBe(4);
});
