import { Command, Option } from 'commander';
import { defineHelp, styleHelp } from './commands/help/help.js';
import { positive } from './commands/shared/option-values.js';
import type { Host } from './commands/shared/options.js';
import { COMMANDS, defineOf, isOf, pathOfUsage, summaryOf } from './commands/table.js';
import { pathOf, topOf } from './commands/help/walk.js';
import { withDefault } from './output/help/text.js';
import type { Context } from './context.js';
import { UsageError } from './errors.js';
import type { ExitCode } from './exit-codes.js';
import { nextSteps, noRun, type Run } from './output/next-step.js';
import type { GivenOption } from './messages/reader.js';
import { columnsOf } from './output/terminal/terminal.js';
import { version } from './version.js';
import { en, setMessages, t } from './messages/index.js';

/** What the program tells whoever started it. */
export interface Finish {
  readonly finish: (code: ExitCode) => void;
  /** Called with the parsed command line, before the command runs. */
  readonly begin?: (run: Run) => void;
  /** Called where options or a profile ask for JSON on stdout. */
  readonly printing?: () => void;
}

/** The command line; only the commands that `argv` names are loaded, without it all. */
export async function buildProgram(
  context: Context,
  { finish, begin, printing }: Finish,
  argv?: readonly string[],
): Promise<Command> {
  const show = showing(context, argv);
  const program = new Command('confere')
    .description(t.commands.confere)
    .version(version(), '-V, --version', t.options.version)
    .exitOverride()
    .configureOutput({
      writeOut: show,
      // A group without a command shows its help, which is data, not an error.
      writeErr: show,
      // `main` reports it.
      outputError: () => undefined,
      getOutHelpWidth: () => columnsOf(context.stdout),
      getErrHelpWidth: () => columnsOf(context.stdout),
    });
  styleHelp(program, context.platform);
  addGlobalOptions(program);
  const { platform } = context;
  let run: Run = { ...noRun, platform };
  const given: GivenOption[] = [];
  program.hook('preAction', (_, command) => {
    const options = given.splice(0);
    run = { platform, command: pathOf(command), args: command.args, options };
    begin?.(run);
  });
  if (platform === 'win32')
    program.hook('preAction', async () => {
      const { refuseReservedNames } = await import('./commands/shared/typed.js');
      refuseReservedNames(run.options);
    });
  program.hook('preAction', async (_, command) => {
    if (isOnItsOwn(command)) return;
    const { settleOptions } = await import('./commands/shared/settings.js');
    await settleOptions(context, command);
  });
  const startedAt = context.clock.now();
  const next = nextSteps(() => run);
  const host: Host = { context, finish, version: version(), startedAt, next };
  await defineCommands(program, host, argv);
  program.hook('preAction', (_, command) => {
    refuseFields(command);
    settleFormat(command);
    if (!printsJson(command)) return;
    setMessages(en);
    printing?.();
  });
  defineHelp(program, host);
  collectGiven(program, given);
  return program;
}

/** Prints help, which has no form for programs. */
function showing({ stdout }: Context, argv: readonly string[] = []): (text: string) => void {
  return (text) => {
    if (argv.includes('--json')) throw new UsageError('no_json', {});
    stdout.write(text);
  };
}

/** Every command has its name and its summary; its options come with its file. */
async function defineCommands(
  program: Command,
  host: Host,
  argv: readonly string[] | undefined,
): Promise<void> {
  const groups = new Map([['', program]]);
  for (const entry of COMMANDS) {
    const path = pathOfUsage(entry).split(' ');
    const group = groups.get(path.slice(0, -1).join(' ')) ?? program;
    const usage = entry.usage.split(' ').slice(path.length - 1);
    const hidden = entry.traits?.includes('hidden');
    const command = group.command(usage.join(' '), { hidden }).description(summaryOf(entry));
    if (entry.group !== undefined) command.helpGroup(t.commands[entry.group]);
    groups.set(path.join(' '), command);
    if (argv === undefined || path.every((word) => argv.includes(word)))
      (await defineOf(entry))?.(command, host);
  }
}

/** `confere bulk help run` is also help. */
function isHelp(command: Command): boolean {
  return command.name() === 'help';
}

function isOnItsOwn(command: Command): boolean {
  return isHelp(command) || isOf(topOf(command).name(), 'own');
}

/** Output for programs is the same in every language. For a batch, `--format` concerns only its result. */
function printsJson(command: Command): boolean {
  const { format } = command.optsWithGlobals<{ format?: string }>();
  const isResults = topOf(command).name() === 'bulk' && command.name() !== 'check';
  return (format === 'json' || format === 'jsonl') && !isResults;
}

function refuseFields(command: Command): void {
  const { fields } = command.optsWithGlobals<{ fields?: string }>();
  if (fields === undefined || isOf(pathOf(command), 'fields')) return;
  throw new UsageError('no_fields', {});
}

/**
 * `--format json` means `--json` where a command prints one object. A default of the profile concerns other commands.
 *
 * @throws UsageError `unknown_format`: no option is ignored
 */
function settleFormat(command: Command): void {
  refuseNoJson(command);
  if (isOf(pathOf(command), 'formats')) return;
  if (command.getOptionValueSourceWithGlobals('format') !== 'cli') return;
  const { format: wanted = 'table' } = command.optsWithGlobals<{ format?: string }>();
  const hasCsv = isOf(pathOf(command), 'csv');
  const formats = hasCsv ? (['table', 'json', 'csv'] as const) : (['table', 'json'] as const);
  if (!formats.some((format) => format === wanted))
    throw new UsageError('unknown_format', { wanted, formats, of: 'command' });
  if (wanted !== 'table') command.setOptionValueWithSource(wanted, true, 'cli');
}

interface FormatOptions {
  readonly json?: boolean;
  readonly format?: string;
  readonly output?: string;
}

/** @throws UsageError `no_json`: `--json` is honoured or refused, never ignored (contract, "Global options") */
function refuseNoJson(command: Command): void {
  const path = pathOf(command);
  const { json, format, output } = command.optsWithGlobals<FormatOptions>();
  const isTyped = command.getOptionValueSourceWithGlobals('format') === 'cli';
  const isJson = format === 'json' || format === 'jsonl';
  const hasNone = isOf(path, 'no json') || isHelp(command);
  if (hasNone && (json === true || (isTyped && isJson))) throw new UsageError('no_json', {});
  const isBeside = isOf(path, 'json beside') && (path !== 'bulk diff' || output !== undefined);
  if (json !== true || !isTyped || format === undefined || isJson || isBeside) return;
  throw new UsageError('no_json', { format });
}

function addGlobalOptions(program: Command): void {
  program
    .option('--profile <name>', t.options.profile)
    .option('--base-url <url>', t.options.baseUrl)
    .option('--api-key-file <path>', t.options.apiKeyFile)
    .option('--sandbox', t.options.sandbox)
    .option('--json', t.options.json)
    .option('--fields <a,b.c>', t.options.fields)
    .addOption(
      new Option('--format <format>', t.options.format)
        .choices(['table', 'json', 'jsonl', 'csv', 'tsv', 'xlsx'])
        // Each command refuses those that it does not have, and lists its own.
        .argParser((format) => format),
    )
    .option('-q, --quiet', t.options.quiet)
    .option('-v, --verbose', t.options.verbose)
    .addOption(
      new Option('--color <when>', t.options.color)
        .choices(['auto', 'always', 'never'])
        .default('auto'),
    )
    .option('--no-color', t.options.noColor)
    .option('--no-progress', t.options.noProgress)
    .option('--timestamps', t.options.timestamps)
    .option('--no-input', t.options.noInput)
    .option('-y, --yes', t.options.yes)
    .option('--timeout <duration>', t.options.timeout)
    .option('--rate <n>', withDefault('rate', t.options.rate), positive)
    .option('--realtime-rate <n>', withDefault('realtime-rate', t.options.realtimeRate), positive);
}

/** Adds the options of a command line to `given` as they were typed, while commander parses it. */
function collectGiven(command: Command, given: GivenOption[]): void {
  for (const option of command.options) {
    const { long } = option;
    if (long === undefined) continue;
    command.on(`option:${option.name()}`, (value?: string | null) => {
      given.push(typeof value === 'string' ? { flag: long, value } : { flag: long });
    });
  }
  for (const one of command.commands) collectGiven(one, given);
}
