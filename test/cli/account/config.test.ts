import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { transcripts } from '../../helpers/transcript.js';
import { expect, it } from '../../helpers/with-service.js';

const CPF = '52998224725';
const KUBERNETES = [
  'CONFERE_SERVICE_HOST=10.0.0.1',
  'CONFERE_SERVICE_PORT_HTTP=80',
  'CONFERE_PORT=tcp://10.0.0.1:80',
].join(' ');
const FRESH = { account: false } as const;

transcripts('config', [
  [
    'set, get, list, unset and path are consistent',
    FRESH,
    'config set rate 60',
    'config set base-url https://a.example/v1/',
    'config get rate',
    'config get base-url',
    'config path',
    'config list',
    'config unset rate',
    'config get rate',
    'config unset rate',
    'CONFERE_LANG=pt-BR config unset rate',
  ],
  [
    'a setting that the sandbox uses is set without a word, another with one',
    FRESH,
    'CONFERE_SANDBOX=1 config set cost-cpf 2',
    'CONFERE_SANDBOX=1 config get cost-cpf',
    'CONFERE_SANDBOX=1 config set rate 60',
  ],
  [
    'a settle time that is too short is removed where it stands',
    { ...FRESH, rows: 1, files: { key: 'k' }, settings: ['settle 5s'] },
    'bulk run in.csv --base-url https://a.example --api-key-file key -q',
    'bulk run in.csv --base-url https://a.example --api-key-file key -q --settle 6s',
  ],
  [
    'a setting that cannot be is refused, and nothing is stored',
    FRESH,
    'config set raet 60',
    'config unset colour --json',
    'config set api-key chave-em-argv',
    'config set rate 0',
    'config set ledger postgres://eu:senha@db.example/x',
    'config set ledger postgres://db.example/x?password=senha',
    'config set ledger postgres://db.example/x?sslmode=disable',
    'config set rate 60 --profile ../x',
    'config get rate --profile x',
    {
      happens: 'nothing is stored',
      act: async ({ user }) => expect(user.read('home/config.json')).rejects.toThrow('ENOENT'),
    },
  ],
  [
    'a broken file of settings is one sentence and is not changed, and check goes on without',
    { settings: ['rate 60'] },
    {
      happens: 'the file of settings is broken',
      act: ({ user }) => user.file('home/config.json', '{"profiles": {'),
    },
    `cpf ${CPF}`,
    'quota',
    'bulk list',
    'config list',
    'config set rate 5',
    `check ${CPF}`,
    {
      happens: 'the file is as it was',
      act: async ({ user }) => expect(await user.read('home/config.json')).toBe('{"profiles": {'),
    },
  ],
  [
    'max-credits of the profile, or of its variable, stops a batch before anything is sent',
    { rows: 2, settings: ['max-credits 1'] },
    'bulk run in.csv -q',
    'bulk submit in.csv -n -q',
    'bulk run in.csv --max-credits 2 -q',
    'config unset max-credits',
    'CONFERE_MAX_CREDITS=1 bulk run in.csv --again --fresh -o b.csv -q',
  ],
  [
    'a variable that confere does not know stops what charges, and is said elsewhere',
    { rows: 1 },
    `CONFERE_SANBOX=1 cpf ${CPF}`,
    'CONFERE_MAX_CREDIT=1 bulk run in.csv',
    'CONFERE_BUDGET=1 bulk run in.csv -n',
    'CONFERE_BUDGET=1 bulk resume',
    'CONFERE_BUDGET=1 mcp',
    `CONFERE_BUDGET=1 check ${CPF}`,
    'CONFERE_BUDGET=1 bulk list',
    'CONFERE_BUDGET=1 config get rate',
    'CONFERE_BUDGET=1 __complete bulk',
    `CONFERE_BUDGET= cpf ${CPF} --fields name`,
  ],
  [
    'variables that Kubernetes writes beside a service named confere are no mistake',
    {},
    `${KUBERNETES} cpf ${CPF} --fields name`,
  ],
  [
    'format applies to records and numbers, and to results without a known extension',
    { rows: 1, settings: ['format json'] },
    'quota',
    'spend',
    'bulk list',
    `cpf ${CPF}`,
    `check ${CPF}`,
    'auth status',
    'bulk run in.csv -q',
    'bulk export -o out.csv',
    'config set format table',
    'bulk export',
    `CONFERE_FORMAT=json check ${CPF}`,
  ],
]);

it('of settings stored at once, one by a process that is killed, the others are kept', async ({
  server,
  user,
}) => {
  const killed = await user.file(
    'killed.mjs',
    `import files from 'node:fs'; files.renameSync = () => process.kill(process.pid, 'SIGKILL');`,
  );
  const set = (pair: string, env = {}) => user.start(`config set ${pair}`, { env }).done;
  const [dead, ...others] = await Promise.all([
    set('rate 9', { NODE_OPTIONS: `--import ${killed}` }),
    ...['max-credits 5', 'reuse 9d', 'cost-cpf 2', 'shared true'].map((pair) => set(pair)),
    user.start('auth login --with-key', { stdin: server.key }).done,
  ]);
  expect(dead.signal).toBe('SIGKILL');
  for (const { code, stderr } of others) expect(code, stderr).toBe(0);
  const stored = await readFile(join(user.folder, 'home', 'config.json'), 'utf8');
  expect((JSON.parse(stored) as { profiles: object }).profiles).toEqual({
    default: {
      'max-credits': 5,
      reuse: '9d',
      'cost-cpf': 2,
      shared: 'true',
      'base-url': server.url,
      'terms-set-at': expect.any(Number) as number,
    },
  });
});
