import { englishIn } from '../helpers/terminal/english.js';
import { runMain } from '../helpers/in-process.js';
import { everyCommand as commands } from './help/help-support.js';
import { expect, it } from '../helpers/with-service.js';
import { createSkippingClock, makeCnpj, makeCpf, sized } from './support.js';
import type { Referee, Result, User } from './support.js';

const everyCommand = await commands();

/** What a user does, in order; `{batch}` is the batch of an earlier command. */
const STORY = [
  ...['auth login --with-key', 'auth status', 'config set rate 600', 'config get rate'],
  ...['config list', 'config path', 'config unset rate', 'quota'],
  ...[`cpf ${makeCpf(90)} 52998224724`, `cnpj ${makeCnpj(1)} --json`],
  ...[`lookup ${makeCnpj(1)} ${makeCpf(90)}`, `check ${makeCpf(1)} abc`],
  ...['bulk check in.csv', 'bulk submit in.csv', 'bulk watch', 'bulk list', 'spend --by batch'],
  ...[
    'ledger show 52998224725',
    'ledger log',
    'ledger status',
    'ledger check',
    'bulk status {batch}',
    'bulk export',
    'bulk report -o -',
  ],
  ...['bulk diff {batch} {batch} --exit-status', 'bulk resume'],
  ...['bulk resolve {batch} --abandon -y', 'bulk run other.csv', 'bulk delete {batch} -y'],
  ...['purge --older-than 0s -y', 'ledger copy --to local', 'ledger copy --cancel'],
  ...['mcp', 'sandbox sample', 'completion bash', 'help formats', 'auth logout', 'quota'],
];

/** Needs a signal to end; `sandbox.test.ts` runs it as a process. */
const ENDLESS = ['sandbox'];

async function tell(user: User, server: Referee, env = {}): Promise<Result[]> {
  await user.file('in.csv', sized(3));
  await user.file('other.csv', sized(2, 20));
  const results: Result[] = [];
  let batch = '';
  for (const line of STORY) {
    const result = await user.run(line.replaceAll('{batch}', batch), {
      stdin: line.startsWith('auth login') ? server.key : '',
      env: { CONFERE_BASE_URL: server.url, ...env },
    });
    if (line.startsWith('bulk submit')) batch = result.stdout.trim();
    results.push(result);
  }
  return results;
}

it('every command ends as it should', { timeout: 60_000 }, async ({ server, fresh: user }) => {
  const told = await tell(user, server);
  const ended = STORY.map((line, n) => `${told[n]?.code} ${line}`);
  expect(ended.filter((one) => !one.startsWith('0 '))).toEqual([
    expect.stringMatching(/^3 cpf/),
    expect.stringMatching(/^3 check/),
    '2 bulk resolve {batch} --abandon -y',
    // Its place is this machine's already.
    '2 ledger copy --to local',
    '2 quota',
  ]);
});

/** What programs read is the same in every language. */
const FOR_PROGRAMS = /^(mcp|completion|cnpj|sandbox)/;

it('no command has English in Portuguese', { timeout: 60_000 }, async ({ server, fresh: user }) => {
  const told = await tell(user, server, { CONFERE_LANG: 'pt-BR' });
  const english = STORY.map((line, n) => {
    const { stdout = '', stderr = '' } = told[n] ?? {};
    const shown = FOR_PROGRAMS.test(line) ? stderr : stdout + stderr;
    return [line, englishIn(withoutPages(shown))];
  });
  expect(english.filter(([, lines]) => lines?.length !== 0)).toEqual([]);
});

/** Scripts and styles of a report are code. */
function withoutPages(text: string): string {
  return text.replaceAll(/<(script|style)[^>]*>.*?<\/\1>/gs, '').replaceAll(/<[^>]*>/g, '');
}

it('every command takes part in this story', () => {
  const groups = new Set(['', 'bulk', 'auth', 'config', 'ledger']);
  const paths = everyCommand.map(({ path }) => path).filter((path) => !groups.has(path));
  // `sandbox sample` is not `sandbox`.
  const longestFirst = paths.toSorted((a, b) => b.length - a.length);
  const told = STORY.map((line) => longestFirst.find((path) => `${line} `.startsWith(`${path} `)));
  const isTold = (path: string) => told.includes(path);
  expect(paths.filter((path) => !isTold(path))).toEqual(ENDLESS);
});

const CPF = '529.982.247-25';
const SECRET = 'Maria';

async function broken(...args: string[]) {
  const now = () => {
    throw new TypeError(`no "${SECRET}" at ${CPF}`, { cause: new RangeError(`'${SECRET}'`) });
  };
  const clock = { ...createSkippingClock(), now };
  return runMain(['quota', ...args], {}, { env: {}, late: [], clock });
}

it('a defect says what runs, and nothing of what it ran on', async () => {
  const { code, stderr } = await broken();
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(
      /^confere: Internal error in confere \d+\.\d+\.\d+ \(\w.*\)\. Please report it: TypeError: no … at \*\*\*\.982\.247-\*\*\n$/,
    ) as string,
  });
});

it('a defect under -v shows functions and files with their lines, also of the cause', async () => {
  const { stderr } = await broken('-v');
  expect(stderr).toMatch(/^ {2}.*buildProgram \(program\.ts:\d+\)$/m);
  expect(stderr).toMatch(/^ {2}RangeError: …$/m);
  expect(stderr).not.toMatch(/[\\/]|Maria/);
});
