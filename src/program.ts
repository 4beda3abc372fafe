import { Command } from 'commander';
import { defineHelp, styleHelp } from './commands/help/help.js';
import { addNotes } from './commands/help/notes.js';
import { commandPath } from './commands/help/walk.js';
import type { EarlyFlags } from './commands/early-flags.js';
import type {
  CommandDefinition,
  CommandEntry,
  CommandContext,
  MainCallbacks,
} from './commands/shared/command.js';
import { buildCommandContext, chooseStdoutFormat } from './commands/shared/command-context.js';
import { globalOptions, type GlobalOptions } from './commands/shared/option.js';
import { COMMANDS, HELP, loadCommand, commandSummary } from './commands/table.js';
import { findUnknownVariable } from './config/settings.js';
import type { Context } from './base/context.js';
import { UsageError } from './base/errors.js';
import { en, setMessages, t } from './messages/index.js';
import type { GivenOption } from './messages/reader.js';
import { createNextSteps, noRun, type Run } from './messages/command-line.js';
import { terminalColumns } from './terminal/style.js';
import { version } from './base/version.js';

/** Builds the command line. With `early`, loads only the commands that it may name; otherwise all. */
export async function buildProgram(
  context: Context,
  outcome: MainCallbacks,
  early?: EarlyFlags,
): Promise<Command> {
  const columns = () => terminalColumns(context.stdout);
  // Help has no form for programs.
  const writeHelp = (text: string) => {
    if (early?.json === true) throw new UsageError('no_json', {});
    context.stdout.write(text);
  };
  // A group without a command shows its help, which is data, not an error; it takes the formats of `confere help`.
  const writeHelpOfGroup = (text: string) => {
    chooseStdoutFormat(HELP, { json: early?.json, format: early?.format, output: undefined });
    writeHelp(text);
  };
  const program = new Command('confere')
    .description(t.commands.confere)
    .version(version(), '-V, --version', t.options.version)
    .exitOverride()
    .configureOutput({
      writeOut: writeHelp,
      writeErr: writeHelpOfGroup,
      // `main` reports the error.
      outputError: () => undefined,
      getOutHelpWidth: columns,
      getErrHelpWidth: columns,
    });
  styleHelp(program, context.platform);
  for (const option of Object.values(globalOptions())) program.addOption(option);
  const given: GivenOption[] = [];
  const act = createActionFactory(context, outcome, given);
  await defineCommands(program, act, early);
  defineHelp(program, (command, page) => {
    const print = async (_: CommandContext, words: readonly string[]) => {
      context.stdout.write(await page(words, columns()));
    };
    command.description(commandSummary(HELP)).action(act(HELP, command, print));
  });
  recordGivenOptions(program, given);
  return program;
}

type Action = (...words: unknown[]) => Promise<void>;
type ActionFactory = (
  entry: CommandEntry,
  command: Command,
  run: CommandDefinition['run'],
) => Action;

function createActionFactory(
  context: Context,
  outcome: MainCallbacks,
  given: GivenOption[],
): ActionFactory {
  const { platform } = context;
  const started = { at: context.clock.now() };
  let run: Run = { ...noRun, platform };
  const next = createNextSteps(() => run);
  const program = { context, finish: outcome.finish, version: version(), started, next };
  return (entry, command, work) =>
    async (...words) => {
      run = {
        platform,
        command: commandPath(command),
        args: command.args,
        options: given.splice(0),
      };
      outcome.begin?.(run);
      if (platform === 'win32') {
        const { refuseReservedNames } = await import('./commands/shared/typed.js');
        refuseReservedNames(run.options);
      }
      const typed = command.optsWithGlobals<GlobalOptions>();
      const commandContext = await buildCommandContext(program, entry, typed);
      const unknown = findUnknownVariable(context.env);
      if (unknown !== undefined) {
        const { reportUnknownVariable } = await import('./commands/shared/typed.js');
        reportUnknownVariable(commandContext, entry, unknown);
      }
      // Output for programs is the same in every language.
      if (commandContext.format === 'json' || commandContext.format === 'jsonl') {
        setMessages(en);
        outcome.beginJson?.();
      }
      if (outcome.onCommand === undefined)
        await work(commandContext as never, ...(words as never[]));
      else outcome.onCommand(commandContext, words);
    };
}

async function defineCommands(
  program: Command,
  act: ActionFactory,
  early: EarlyFlags | undefined,
): Promise<void> {
  const groups = new Map([['', program]]);
  for (const entry of COMMANDS) {
    const path = entry.path.split(' ');
    const group = groups.get(path.slice(0, -1).join(' ')) ?? program;
    const usage = entry.usage.split(' ').slice(path.length - 1);
    const command = group
      .command(usage.join(' '), { hidden: entry.isHidden })
      .description(commandSummary(entry));
    if (entry.heading !== undefined) command.helpGroup(t.commands[entry.heading]);
    groups.set(entry.path, command);
    if (entry.example !== undefined) addNotes(command, { examples: [entry.example] });
    const isNamed = early === undefined || path.every((word) => early.words.has(word));
    const defined = isNamed ? await loadCommand(entry) : undefined;
    if (defined === undefined) continue;
    addNotes(command, defined);
    for (const option of Object.values(defined.options())) command.addOption(option);
    if (defined.choices !== undefined)
      for (const argument of command.registeredArguments) argument.choices(defined.choices);
    command.action(act(entry, command, defined.run));
  }
}

function recordGivenOptions(command: Command, given: GivenOption[]): void {
  for (const option of command.options) {
    const { long } = option;
    if (long === undefined) continue;
    command.on(`option:${option.name()}`, (value?: string | null) => {
      given.push(typeof value === 'string' ? { flag: long, value } : { flag: long });
    });
  }
  for (const one of command.commands) recordGivenOptions(one, given);
}
