import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadMessages, withMessages } from '../../src/messages/index.js';
import { everyCommand } from '../cli/help/help-support.js';
import { parseCommandLine } from '../commands/parse-command-line.js';
import { sampleErrors, serviceWordsErrors } from '../helpers/error-samples.js';
import { printedCommands, wordsOfEach } from '../helpers/terminal/printed-commands.js';
import { some } from '../helpers/runs.js';
import { mainPerson, otherPeople, people } from './readers.js';

const portuguese = await loadMessages('pt-BR');
const COMMAND_LINE_CODES: readonly string[] = [
  ...['unknown_command', 'unknown_option', 'missing_argument', 'option_missing_argument'],
  ...['invalid_argument', 'excess_arguments', 'unknown_topic', 'unknown_variable'],
];
/** The samples without errors about the command line itself, whose examples are invented. */
const errors = [...sampleErrors, ...serviceWordsErrors].filter(
  ({ code }) => !COMMAND_LINE_CODES.includes(code),
);

const home = mkdtempSync(join(tmpdir(), 'confere-printed-'));
writeFileSync(join(home, 'config.json'), '{"profiles":{"work":{"rate":30}}}', { mode: 0o600 });
afterAll(() => {
  rmSync(home, { recursive: true });
});
const env = { CONFERE_BASE_URL: 'http://127.0.0.1:9', CONFERE_HOME: home };

const spends = ['bulk run', 'bulk submit', 'bulk resume', 'bulk resolve'];
/** The commands that can meet an error whose sentence says to add an option of theirs. */
const commandsByCode: Readonly<Record<string, readonly string[]>> = {
  one_decision: ['bulk resolve'],
  output_exists: ['bulk run', 'bulk export'],
  over_max_credits: spends,
  over_balance: spends,
  over_period_budget: spends,
  submission_unconfirmed: spends,
};

const optionsByCommand = new Map(
  (await everyCommand()).map(({ path, command }) => [
    path,
    new Set(command.options.map(({ long }) => long)),
  ]),
);
const WHERE = ['--profile', '--base-url', '--sandbox'];
const OF_SERVICE = [...WHERE, '--api-key-file', '--timeout', '--rate', '--realtime-rate'];
/** The options of all commands that a printed command takes over. */
const TAKEN_OVER: readonly [commands: RegExp, flags: readonly string[]][] = [
  [/^(bulk (run|resume|watch|resolve)|quota)$/, OF_SERVICE],
  [/^auth status$/, [...WHERE, '--api-key-file']],
  [/^auth login$/, ['--profile', '--base-url']],
  [/^config/, ['--profile']],
  [/^bulk export$/, [...WHERE, '--format', '--fields']],
  [/^(bulk|spend|ledger)\b/, WHERE],
];
/** Consent to pay or to replace, which is given once; and how a file is read and written, which a batch remembers. */
const GIVEN_ONCE = [
  ...['--again', '--fresh', '--resubmit', '--overwrite', '--column', '--output', '--out-dir'],
  ...['--format', '--fields', '--labels', '--excel', '--partners', '--compare'],
];
/** The errors whose sentences say of each choice what it may cost. */
const PRICED_CHOICES = ['batch_left', 'needs_yes', 'one_decision', 'submission_unconfirmed'];

/** Returns whether a printed command has to have an option that the user typed. */
function mustKeep(command: string, flag: string): boolean {
  const [, flags] = TAKEN_OVER.find(([commands]) => commands.test(command)) ?? [];
  if (flags?.includes(flag)) return true;
  const hasOption = optionsByCommand.get(command)?.has(flag) === true;
  if (command === 'bulk export') return hasOption;
  return (
    /^bulk (run|resume|watch|resolve)$/.test(command) && hasOption && !GIVEN_ONCE.includes(flag)
  );
}

const readers = [mainPerson, ...otherPeople, ...people];

describe.each(some(readers))('next steps after $run.command $run.args', ({ run, read }) => {
  const possible = errors.filter(
    ({ code }) => commandsByCode[code]?.includes(run?.command ?? '') ?? true,
  );
  const sentences = possible.flatMap((error) => [
    read(error),
    withMessages(portuguese, () => read(error)),
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

  it('every printed command has the typed options that it takes, each once', () => {
    const wrong = lines.filter((line) => {
      const command = /^confere((?: [a-z]+){1,2})/.exec(line)?.[1]?.trim() ?? '';
      const flags = line.match(/ --[a-z-]+/g)?.map((flag) => flag.trim()) ?? [];
      const typed = run?.options.map(({ flag }) => flag) ?? [];
      const lost = typed.filter((flag) => mustKeep(command, flag) && !flags.includes(flag));
      return lost.length > 0 || new Set(flags).size < flags.length;
    });
    expect(wrong).toEqual([]);
  });

  it('a command that resubmits again comes with the risk of paying twice', () => {
    const plain = possible.filter(({ code }) => !PRICED_CHOICES.includes(code));
    const silent = plain.map(read).filter((text) => !/pay(ing)? twice/.test(text));
    const isResubmission = run?.command === 'bulk resolve';
    expect(silent.filter((text) => isResubmission && text.includes('--resubmit'))).toEqual([]);
  });
});
