import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { errorSentence } from '../../src/messages/people.js';
import { createNextSteps, type Run } from '../../src/messages/command-line.js';
import { loadMessages, withMessages } from '../../src/messages/index.js';
import { parseCommandLine } from '../commands/parse-command-line.js';
import { sampleErrors } from '../helpers/error-samples.js';
import { printedCommands, wordsOfEach } from '../helpers/terminal/printed-commands.js';
import { some } from '../helpers/runs.js';

const portuguese = await loadMessages('pt-BR');
const COMMAND_LINE_CODES: readonly string[] = [
  ...['unknown_command', 'unknown_option', 'missing_argument', 'option_missing_argument'],
  ...['invalid_argument', 'excess_arguments', 'unknown_topic'],
];
/** The samples without errors about the command line itself, whose examples are invented. */
const errors = sampleErrors.filter(({ code }) => !COMMAND_LINE_CODES.includes(code));

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
const newBatch = [...paid, { flag: '--again' }, { flag: '--column', value: '-1' }];
/** Runs of the commands after which a next step may be printed, with many options. */
const runs: Pick<Run, 'command' | 'args' | 'options'>[] = [
  {
    command: 'bulk run',
    args: ['my list.csv'],
    options: [...newBatch, { flag: '--output', value: 'o' }],
  },
  { command: 'bulk run', args: ['a', 'b'], options: newBatch },
  { command: 'bulk submit', args: ['-'], options: newBatch },
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
/** The commands that can meet an error whose sentence says to add an option of theirs. */
const commandsByCode: Readonly<Record<string, readonly string[]>> = {
  one_decision: ['bulk resolve'],
  output_exists: ['bulk run', 'bulk export'],
  over_max_credits: spends,
  over_balance: spends,
  submission_unconfirmed: spends,
};

describe.each(some(runs, 3))('next steps after $command $args', ({ command, args, options }) => {
  const next = createNextSteps(() => ({ platform: 'linux', command, args, options }));
  const possible = errors.filter(({ code }) => commandsByCode[code]?.includes(command) ?? true);
  const sentences = possible.flatMap((error) => [
    errorSentence(error, next),
    withMessages(portuguese, () => errorSentence(error, next)),
  ]);
  const lines = [...new Set(sentences.flatMap(printedCommands))];

  it('the command line understands every printed command', async () => {
    expect(lines.length).toBeGreaterThan(15);
    for (const [line, words] of wordsOfEach(lines)) {
      const parsed = parseCommandLine(words, env);
      await expect(
        parsed.then(() => line),
        line,
      ).resolves.toBe(line);
    }
  });

  it('no printed command has an option twice', () => {
    const listFlags = (line: string) => line.match(/ --[a-z-]+/g) ?? [];
    expect(lines.filter((line) => new Set(listFlags(line)).size < listFlags(line).length)).toEqual(
      [],
    );
  });

  it('every printed command about batches uses the profile and the address of the run', () => {
    const batchCommands = lines.filter((line) => line.startsWith('confere bulk'));
    const flags = options.filter(({ flag }) => flag === '--profile' || flag === '--base-url');
    const without = batchCommands.filter(
      (line) => !flags.every(({ flag }) => line.includes(` ${flag} `)),
    );
    expect(without).toEqual([]);
  });
});
