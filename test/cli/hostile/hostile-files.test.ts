import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { execaSync } from 'execa';
import { afterAll, beforeAll, vi } from 'vitest';
import { rawWorkbook, sheetWith } from '../../helpers/files/workbook.js';
import { expect, it } from '../../helpers/with-service.js';
import { COMMAND, newUser, type User } from '../support.js';

// A large file takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const MB = 2 ** 20;
/** The most memory (bytes) that a file of others may take. */
const MOST = 400 * MB;

let user: User;
beforeAll(async () => {
  user = await newUser();
});
afterAll(async () => {
  await user[Symbol.asyncDispose]();
});

/** Runs a command with standard input from a shell, and measures its peak memory. */
async function measured(words: string, stdin = '< /dev/null', env = {}, first = '') {
  const peak = join(user.folder, 'peak');
  const told = `process.on('exit',()=>require('fs').writeFileSync(${JSON.stringify(peak)},String(process.resourceUsage().maxRSS)))`;
  const preload = await user.file('peak.cjs', told);
  const line = `${first}"$@" ${stdin}`;
  const ended = execaSync(
    'bash',
    ['-c', line, 'bash', process.execPath, COMMAND, ...words.split(' ')],
    {
      cwd: user.folder,
      timeout: 110_000,
      extendEnv: false,
      reject: false,
      env: {
        PATH: process.env['PATH'],
        HOME: user.folder,
        TMPDIR: user.folder,
        CONFERE_HOME: join(user.folder, 'home'),
        NODE_OPTIONS: `--require ${preload}`,
        ...env,
      },
    },
  );
  const bytes = Number(await readFile(peak, 'utf8')) * 1024;
  return { code: ended.exitCode, stderr: ended.stderr, bytes };
}

it.each([
  [
    'an attribute of 300 MB',
    'a.xlsx',
    () => rawWorkbook({ sheet: sheetWith(`<row x="${'a'.repeat(300 * MB)}"/>`) }),
    'unpacks to more than confere reads',
  ],
  [
    'millions of empty texts',
    'b.xlsx',
    () => rawWorkbook({ strings: `<sst>${`<si${' '.repeat(59)}/>`.repeat(MB + MB / 4)}</sst>` }),
    'unpacks to more than confere reads',
  ],
  [
    'gzip',
    'd.csv.gz',
    () => gzipSync(Buffer.alloc(300 * MB, 'cpf\n52998224725\n')),
    'unpacks to more than confere reads',
  ],
  [
    'one cell',
    'f.csv',
    () => Buffer.alloc(100 * MB, 'a').fill('cpf\n"', 0, 5),
    'is probably never closed',
  ],
])(
  'a file that would fill the machine is refused with little memory: %s',
  async (_, name, content, sentence) => {
    await user.file(name, content());
    const { code, stderr, bytes } = await measured(`bulk check ${name}`);
    expect(stderr).toContain(sentence);
    expect(code).toBe(2);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(bytes).toBeLessThan(MOST);
  },
);

it.each([
  ['quota --api-key-file /dev/zero', 'must contain only the key'],
  ['bulk check /dev/zero', 'is neither text nor an .xlsx workbook'],
  ['cpf - --sandbox', 'has a line that is too long'],
  ['bulk check -', 'is neither text nor an .xlsx workbook'],
  ['check -', 'has a line that is too long'],
])('an input without an end is refused with little memory: %s', async (line, sentence) => {
  const env = { CONFERE_BASE_URL: 'https://service.invalid' };
  const { code, stderr, bytes } = await measured(line, '< /dev/zero', env);
  expect(stderr).toContain(sentence);
  expect(code).toBe(2);
  expect(bytes).toBeLessThan(MOST);
});
