import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { errorSentence } from '../../src/messages/people.js';
import { createNextSteps, type Run } from '../../src/messages/command-line.js';
import { messagesIn, withMessages } from '../../src/messages/index.js';
import { parseCommandLine } from '../commands/parse-command-line.js';
import { sampleErrors } from '../helpers/error-samples.js';
import { printedCommands, wordsOfEach } from '../helpers/terminal/printed-commands.js';

const portuguese = await messagesIn('pt-BR');
const OF_COMMAND_LINE: readonly string[] = [
  ...['unknown_command', 'unknown_option', 'missing_argument', 'option_missing_argument'],
  ...['invalid_argument', 'excess_arguments', 'unknown_topic'],
];
/** Without errors about the command line itself, whose examples are of the samples. */
const errors = sampleErrors.filter(({ code }) => !OF_COMMAND_LINE.includes(code));

const home = mkdtempSync(join(tmpdir(), 'confere-printed-'));
writeFileSync(join(home, 'config.json'), '{"profiles":{"work":{"rate":30}}}', { mode: 0o600 });
afterAll(() => {
  rmSync(home, { recursive: true });
});
const env = { CONFERE_BASE_URL: 'http://127.0.0.1:9', CONFERE_HOME: home };

const where = [
  { flag: '--profile', value: 'work' },
  { flag: '--base-url', value: 'http://127.0.0.1:9' },
];
const paid = [
  ...where,
  ...[
    { flag: '--api-key-file', value: 'my key.txt' },
    { flag: '--timeout', value: '5s' },
  ],
  ...[{ flag: '--max-credits', value: '9' }, { flag: '--fit-balance' }],
  ...[
    { flag: '--deadline', value: '2m' },
    { flag: '--settle', value: '11m' },
  ],
];
const made = [...paid, { flag: '--again' }, { flag: '--column', value: '-1' }];
/** A run of each command that reaches a service, with many options. */
const runs: Pick<Run, 'command' | 'args' | 'options'>[] = [
  {
    command: 'bulk run',
    args: ['my list.csv'],
    options: [...made, { flag: '--output', value: 'o' }],
  },
  { command: 'bulk run', args: ['a', 'b'], options: made },
  { command: 'bulk submit', args: ['-'], options: made },
  { command: 'bulk watch', args: [], options: [...where, { flag: '--strict' }] },
  { command: 'bulk resume', args: ['b1'], options: [...paid, { flag: '--strict' }] },
  {
    command: 'bulk resolve',
    args: ['b1'],
    options: [...paid, { flag: '--resubmit' }],
  },
  { command: 'bulk export', args: [], options: [...where, { flag: '--format', value: 'csv' }] },
  { command: 'bulk delete', args: ['b1'], options: where },
  { command: 'cpf', args: ['x'], options: where },
  { command: '', args: [], options: [] },
];

const spends = ['bulk run', 'bulk submit', 'bulk resume', 'bulk resolve'];
/** Errors of some commands only, which say to add an option of theirs. */
const only: Readonly<Record<string, readonly string[]>> = {
  one_decision: ['bulk resolve'],
  output_exists: ['bulk run', 'bulk export'],
  over_max_credits: spends,
  over_balance: spends,
  submission_unconfirmed: spends,
};

describe.each(runs)('what $command $args prints as the next step', ({ command, args, options }) => {
  const next = createNextSteps(() => ({ platform: 'linux', command, args, options }));
  const possible = errors.filter(({ code }) => only[code]?.includes(command) ?? true);
  const sentences = possible.flatMap((error) => [
    errorSentence(error, next),
    withMessages(portuguese, () => errorSentence(error, next)),
  ]);
  const lines = [...new Set(sentences.flatMap(printedCommands))];

  it('is a command that the command line understands', async () => {
    expect(lines.length).toBeGreaterThan(15);
    for (const [line, words] of wordsOfEach(lines)) {
      const parsed = parseCommandLine(words, env);
      await expect(
        parsed.then(() => line),
        line,
      ).resolves.toBe(line);
    }
  });

  it('has no option twice', () => {
    const flagsOf = (line: string) => line.match(/ --[a-z-]+/g) ?? [];
    expect(lines.filter((line) => new Set(flagsOf(line)).size < flagsOf(line).length)).toEqual([]);
  });

  it('goes where this run went', () => {
    const strayed = lines.filter((line) => line.startsWith('confere bulk'));
    const flags = options.filter(({ flag }) => flag === '--profile' || flag === '--base-url');
    const without = strayed.filter(
      (line) => !flags.every(({ flag }) => line.includes(` ${flag} `)),
    );
    expect(without).toEqual([]);
  });
});
