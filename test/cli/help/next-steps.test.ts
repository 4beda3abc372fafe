import { mkdir, readFile, rename, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { KEY } from '../../helpers/referee/index.js';
import {
  JOBS_END,
  transcripts,
  type Scene,
  type Step,
  type World,
} from '../../helpers/transcript.js';
import { expect, it } from '../../helpers/with-service.js';
import { kept, makeCpf, sized } from '../support.js';

/** The account is told by options alone, so that a printed command without them goes nowhere. */
const OPTIONS: World = {
  account: false,
  files: { 'my list.csv': sized(4), 'the key.txt': KEY },
  ran: ['config set rate 30 --profile work'],
};
const ACCOUNT = "--base-url {url} --api-key-file 'the key.txt' --profile work";
const RUN = `bulk run 'my list.csv' -o out.csv ${ACCOUNT}`;
const SHARED = { rows: 3, settings: ['cost-cpf 1', 'shared true'] };
const credits = (more: number): Step => ({
  happens: `${more} credits are bought`,
  act: ({ server }) => (server.book.account.credits += more),
});
const OTHER = 'another-key';
const otherKey: Step = {
  happens: 'the key is replaced by another',
  act: async ({ server, user }) => {
    server.replaceKey(OTHER);
    await user.file('the key.txt', OTHER);
  },
};

transcripts('printed commands', [
  [
    'after the deadline the printed run goes on in the same account, to the same output',
    { ...OPTIONS, holdJobs: true },
    `${RUN} --deadline 2s`,
    JOBS_END,
    '{next}',
  ],
  [
    'after a lost answer printed commands settle it and pay once',
    OPTIONS,
    { service: 'POST', does: 'drop_after' },
    `${RUN} --again`,
    '{next bulk run}',
    '{next bulk resolve}',
    'bulk status --base-url {url} --profile work',
  ],
  [
    'where credits are too few printed commands send what is covered, and later the rest',
    { ...OPTIONS, credits: 3 },
    RUN,
    '{next bulk run}',
    credits(10),
    '{next bulk run}',
  ],
  [
    'where a file or a limit is in the way printed commands replace the one and raise the other',
    { ...OPTIONS, files: { ...OPTIONS.files, 'out.csv': 'mine\n' } },
    `${RUN} --max-credits 1`,
    '{next bulk run}',
    '{next bulk run}',
  ],
  [
    'a key that was replaced while its job runs leads out, one printed command after another',
    {
      ...OPTIONS,
      holdJobs: true,
      ran: [...(OPTIONS.ran ?? []), `bulk submit 'my list.csv' ${ACCOUNT}`],
    },
    otherKey,
    RUN,
    '{next bulk resolve}',
    '{next bulk resolve}',
    RUN,
    JOBS_END,
    '{next bulk run}',
  ],
  [
    'the next step of a batch is the run that ends with its file, from whatever command',
    { ...SHARED, holdJobs: true },
    'bulk run in.csv --column cpf -o out.jsonl --deadline 1s',
    'bulk status',
    JOBS_END,
    '{next}',
  ],
  [
    'the next step of a batch sends what was skipped once there are credits',
    { ...SHARED, rows: 4, credits: 2 },
    'bulk run in.csv --fit-balance',
    credits(100),
    'bulk status',
    '{next}',
  ],
  ...(
    [
      ['changed', ({ user }: Scene) => user.file('in.csv', sized(5, 50))],
      [
        'moved',
        ({ user }: Scene) => rename(join(user.folder, 'in.csv'), join(user.folder, 'x.csv')),
      ],
    ] as const
  ).map(
    ([how, act]) =>
      [
        `where the input was ${how} the next step resumes, and then writes a file`,
        { ...SHARED, holdJobs: true, ran: ['bulk submit in.csv'] },
        { happens: `the input is ${how}`, act },
        JOBS_END,
        'bulk status',
        '{next}',
        '{next}',
      ] as const,
  ),
  [
    'where the input was typed the next step resumes, and then writes a file',
    { ...SHARED, holdJobs: true },
    ['bulk submit - -q', { stdin: sized(3) }],
    JOBS_END,
    'bulk status',
    '{next}',
    '{next}',
  ],
]);

/** Without its options another column of this file is read. */
const INPUT = 'list.txt --column 2';
const ROWS = [0, 1, 2].map((n) => `${makeCpf(n)},${makeCpf(n + 10)}\n`).join('');
const LIST = { files: { 'list.txt': `a,b\n${ROWS}` } };

transcripts('printed runs', [
  [
    'a printed run with its options puts a damaged copy right',
    { ...LIST, ran: [`bulk run ${INPUT}`] },
    {
      happens: 'the private copy is damaged',
      act: async ({ user }) => writeFile((await kept(user, /batches.*input$/))[0] ?? '', 'damaged'),
    },
    'bulk export -o again.csv',
    '{next bulk run}',
    'bulk export -o again.csv',
  ],
  [
    'a printed run makes a new batch of what was abandoned, or made with another key',
    { ...LIST, holdJobs: true },
    `bulk submit ${INPUT} -q`,
    otherKey,
    'CONFERE_API_KEY=another-key bulk resolve batch_id_1 --abandon --yes',
    'CONFERE_API_KEY=another-key bulk resume batch_id_1',
    JOBS_END,
    'CONFERE_API_KEY=another-key {next bulk run}',
  ],
]);

it('what was typed is kept in a private file, and not where a name has an identifier', async ({
  user,
}) => {
  await user.file(`${makeCpf(20)}.csv`, `cpf\n${makeCpf(21)}\n`);
  await user.ends(0, `bulk submit ${makeCpf(20)}.csv`);
  expect(await kept(user, /typed\.json$/)).toEqual([]);
  await mkdir(join(user.folder, 'dados'));
  const path = await user.file('dados/list.txt', LIST.files['list.txt']);
  // The time of a file is no identifier.
  const likeCpf = new Date(52_900_005_000);
  await utimes(path, likeCpf, likeCpf);
  await user.run(`bulk submit dados/${INPUT}`);
  const [typed = ''] = await kept(user, /typed\.json$/);
  expect((await stat(typed)).mode & 0o077).toBe(0);
  expect(JSON.parse(await readFile(typed, 'utf8'))).toEqual({
    path: expect.stringMatching(/dados.list\.txt$/) as unknown,
    options: [{ flag: '--column', value: '2' }],
    result: [],
    stamp: expect.stringMatching(/^\d+ [\d.]+$/) as unknown,
  });
});
