import { englishIn } from '../helpers/terminal/english.js';
import { runMain } from '../helpers/in-process.js';
import { everyCommand as commands } from './help/help-support.js';
import { expect, it } from '../helpers/with-service.js';
import { createSkippingClock, makeCnpj, makeCpf, sized } from './support.js';

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

/** Programs read the same in every language. */
const FOR_PROGRAMS = /^(mcp|completion|cnpj|sandbox)/;

it('every command ends as it should, and none has English in Portuguese', async ({
  server,
  fresh: user,
}) => {
  await user.file('in.csv', sized(3));
  await user.file('other.csv', sized(2, 20));
  const ended: string[] = [];
  let batch = '';
  for (const line of STORY) {
    const { code, stdout, stderr } = await user.run(line.replaceAll('{batch}', batch), {
      stdin: line.startsWith('auth login') ? server.key : '',
      env: { CONFERE_BASE_URL: server.url, CONFERE_LANG: 'pt-BR' },
    });
    if (line.startsWith('bulk submit')) batch = stdout.trim();
    if (code !== 0) ended.push(`${code} ${line}`);
    const shown = FOR_PROGRAMS.test(line) ? stderr : stdout + stderr;
    expect([line, englishIn(withoutPages(shown))]).toEqual([line, []]);
  }
  expect(ended).toEqual([
    expect.stringMatching(/^3 cpf/),
    expect.stringMatching(/^3 check/),
    '2 bulk resolve {batch} --abandon -y',
    // Its place is this machine's already.
    '2 ledger copy --to local',
    '2 quota',
  ]);
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
