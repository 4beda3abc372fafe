import { chmod, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { KEY } from '../../helpers/referee/index.js';
import { transcripts, type Scene, type Step } from '../../helpers/transcript.js';
import { expect, it } from '../../helpers/with-service.js';

const typing = (key: string, more = ''): Step => [
  `auth login --with-key --base-url {url}${more}`,
  { stdin: `${key}\n` },
];
const LOGIN = typing(KEY);
const OTHER = 'another-key';
/** The user has neither address nor key but what they stored. */
const FRESH = { account: false } as const;
const closes: Step = { happens: 'the service is away', act: ({ server }: Scene) => server.close() };

transcripts('auth', [
  [
    'a login checks the key once and stores it',
    FRESH,
    LOGIN,
    'quota --json',
    'cpf 529.982.247-25 --json --fields name',
    'auth status --json',
    'auth status',
    'CONFERE_LANG=pt-BR auth status',
  ],
  [
    'a key that is refused is not stored, and status says which key counts',
    { ...FRESH, ran: [LOGIN] },
    typing(OTHER),
    `CONFERE_API_KEY=${OTHER} CONFERE_BASE_URL={url} auth status`,
    'auth status --json',
  ],
  [
    'a login without a key that can be one, or without an address, sends nothing',
    FRESH,
    ['auth login --base-url {url} --json', { stdin: 'chave\n' }],
    ['auth login --with-key --base-url {url} --json', { stdin: '\n' }],
    ['auth login --with-key --base-url {url} --json', { stdin: 'a b\n' }],
    ['auth login --with-key --base-url {url} --json', { stdin: 'k1\nk2\n' }],
    'auth login --api-key-file x --base-url {url} --json',
    'auth login --sandbox --base-url {url} --json',
    ['auth login --with-key', { stdin: `${KEY}\n` }],
    'config get base-url',
    `CONFERE_API_KEY=${OTHER} CONFERE_BASE_URL={url} auth status`,
    ['CONFERE_BASE_URL={url} auth login --with-key', { stdin: `${KEY}\n` }],
    'quota --json',
  ],
  [
    'status names the sources of key and address, and what each hides',
    { ...FRESH, files: { key: KEY }, ran: [LOGIN] },
    `CONFERE_API_KEY=${KEY} auth status`,
    'CONFERE_API_KEY_FILE=key auth status --json',
    'auth status --api-key-file key --json -q',
    'auth status --base-url {url} --json',
    `CONFERE_API_KEY=${KEY} CONFERE_BASE_URL={url}/v1 auth status --json`,
    'CONFERE_BASE_URL={url}/ auth status --json',
  ],
  [
    'status exits 2 without a key, 4 where it is refused, 5 without an answer',
    {},
    ['auth status --json', { env: { CONFERE_API_KEY: undefined } }],
    'CONFERE_API_KEY=chave-errada-123 auth status --json',
    closes,
    'auth status --json',
  ],
  [
    'a logout deletes the key and keeps the settings',
    { ...FRESH, ran: [LOGIN] },
    'auth logout --json',
    'CONFERE_API_KEY=x auth logout',
    'quota',
    'config get base-url',
    LOGIN,
    'CONFERE_API_KEY=x auth logout',
    'CONFERE_LANG=pt-BR auth logout',
  ],
  [
    'each profile has its own key, and a key goes only to the service for which it was checked',
    { ...FRESH, ran: [typing(KEY, ' --profile dois')] },
    'quota',
    'quota --profile dois --json',
    'CONFERE_PROFILE=dois quota --json',
    'quota --profile dois --base-url http://127.0.0.1:9 --json',
    'CONFERE_BASE_URL=http://127.0.0.1:9 quota --profile dois',
    'auth logout --profile dois',
    'quota --profile dois',
  ],
  [
    'a profile that does not exist exits 2, wherever its name, key and address come from',
    { ran: [typing(KEY, ' --profile cliente')] },
    'quota --profile clinte',
    'bulk list --profile clinte',
    'auth status --profile clinte',
    'auth logout --profile clinte',
    'quota --sandbox --profile clinte',
    'check {1} --profile clinte',
    "cpf {1} --profile 'a\nb'",
    'CONFERE_PROFILE=defualt cpf {1}',
    'config set rate 30 --profile defualt',
    'quota --profile defualt --json',
  ],
  [
    'a batch of another account is not watched, resumed or run with another key',
    { ...FRESH, rows: 1, ran: [LOGIN] },
    'bulk submit in.csv -q',
    'CONFERE_API_KEY=outra-chave-77 bulk watch batch_id_1',
    'CONFERE_API_KEY=outra-chave-77 bulk resume batch_id_1',
    'CONFERE_API_KEY=outra-chave-77 bulk run in.csv',
    'bulk watch batch_id_1 -q',
  ],
  [
    'a refused key leaves no batch behind, and the right one runs the same command',
    { rows: 1 },
    'CONFERE_API_KEY=uma-chave-que-nao-aparece bulk run in.csv -v',
    'bulk list',
    'bulk run in.csv -q',
  ],
]);

it.runIf(process.platform !== 'win32')(
  'keys are in private files, and others that can read one are told of on each use',
  async ({ server, fresh: user }) => {
    const home = (name: string) => join(user.folder, 'home', name);
    const mode = async (name: string) => (await stat(home(name))).mode & 0o777;
    await user.ends(0, `auth login --with-key --base-url ${server.url}`, { stdin: server.key });
    expect(await mode('.')).toBe(0o700);
    expect([await mode('config.json'), await mode('credentials.json')]).toEqual([0o600, 0o600]);
    expect(await user.read('home/config.json')).not.toContain(server.key);
    expect((await readdir(home('.'))).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    await chmod(home('credentials.json'), 0o644);
    const { stderr } = await user.ends(0, 'quota');
    expect(stderr.split(`chmod 600 ${home('credentials.json')}`)).toHaveLength(2);
    expect((await user.run('quota -q')).stderr).toBe('');
    await chmod(await user.file('key', server.key), 0o604);
    expect((await user.run('quota --api-key-file key')).stderr).toContain('chmod 600 key');
  },
);
