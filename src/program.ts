import { Command } from 'commander';
import { defineHelp, styleHelp } from './commands/help/help.js';
import { addNotes } from './commands/help/notes.js';
import { readCommandPath } from './commands/help/walk.js';
import type { EarlyFlags } from './commands/early-flags.js';
import type {
  CommandDefinition,
  CommandEntry,
  CommandContext,
  MainCallbacks,
} from './commands/shared/command.js';
import { buildCommandContext, chooseStdoutFormat } from './commands/shared/command-context.js';
import { globalOptions, type GlobalOptions } from './commands/shared/option.js';
import { COMMANDS, HELP, loadCommand, readCommandSummary } from './commands/table.js';
import { findUnknownVariable } from './config/settings.js';
import type { Context } from './base/context.js';
import { UsageError } from './base/errors.js';
import { en, setMessages, t } from './messages/index.js';
import type { GivenOption } from './messages/reader.js';
import { createNextSteps, noRun, type Run } from './messages/command-line.js';
import { readColumns } from './terminal/style.js';
import { version } from './base/version.js';

/** Builds the command line. With `early`, loads only the commands that it may name; otherwise all. */
export async function buildProgram(
  context: Context,
  callbacks: MainCallbacks,
  early?: EarlyFlags,
): Promise<Command> {
  const helpWidth = () => readColumns(context.stdout);
  // Help has no form for programs, so `--json` is refused.
  const writeHelp = (text: string) => {
    if (early?.json === true) throw new UsageError('no_json', {});
    context.stdout.write(text);
  };
  // A group without a command shows its help: data, not an error, and in the formats of `confere help`.
  const writeGroupHelp = (text: string) => {
    // The result is not needed: the call refuses a format that help does not have.
    chooseStdoutFormat(HELP, { json: early?.json, format: early?.format, output: undefined });
    writeHelp(text);
  };
  const program = new Command('confere')
    .description(t.commands.confere)
    .version(version(), '-V, --version', t.options.version)
    .exitOverride()
    .configureOutput({
      writeOut: writeHelp,
      writeErr: writeGroupHelp,
      // `main` reports the error.
      outputError: () => undefined,
      getOutHelpWidth: helpWidth,
      getErrHelpWidth: helpWidth,
    });
  styleHelp(program, context.platform);
  for (const option of Object.values(globalOptions())) program.addOption(option);
  const givenOptions: GivenOption[] = [];
  const createAction = createActionFactory(context, callbacks, givenOptions);
  await defineCommands(program, createAction, early);
  defineHelp(program, (command, findPage) => {
    const print = async (_: CommandContext, words: readonly string[]) => {
      context.stdout.write(await findPage(words, helpWidth()));
    };
    command.description(readCommandSummary(HELP)).action(createAction(HELP, command, print));
  });
  recordGivenOptions(program, givenOptions);
  return program;
}

type Action = (...words: unknown[]) => Promise<void>;
type ActionFactory = (
  entry: CommandEntry,
  command: Command,
  runCommand: CommandDefinition['run'],
) => Action;

function createActionFactory(
  context: Context,
  callbacks: MainCallbacks,
  givenOptions: GivenOption[],
): ActionFactory {
  const { platform } = context;
  const started = { at: context.clock.now() };
  let run: Run = { ...noRun, platform };
  const next = createNextSteps(() => run);
  const shared = { context, finish: callbacks.finish, version: version(), started, next };
  return (entry, command, runCommand) =>
    async (...words) => {
      run = {
        platform,
        command: readCommandPath(command),
        args: command.args,
        options: givenOptions.splice(0),
      };
      callbacks.begin?.(run);
      if (platform === 'win32') {
        const { refuseReservedNames } = await import('./commands/shared/typed.js');
        refuseReservedNames(run.options);
      }
      const typedOptions = command.optsWithGlobals<GlobalOptions>();
      const commandContext = await buildCommandContext(shared, entry, typedOptions);
      const unknownVariable = findUnknownVariable(context.env);
      if (unknownVariable !== undefined) {
        const { reportUnknownVariable } = await import('./commands/shared/typed.js');
        reportUnknownVariable(commandContext, entry, unknownVariable);
      }
      // Output for programs is the same in every language.
      if (commandContext.format === 'json' || commandContext.format === 'jsonl') {
        setMessages(en);
        callbacks.beginJson?.();
      }
      if (callbacks.runInstead === undefined)
        await runCommand(commandContext as never, ...(words as never[]));
      else callbacks.runInstead(commandContext, words);
    };
}

async function defineCommands(
  program: Command,
  createAction: ActionFactory,
  early: EarlyFlags | undefined,
): Promise<void> {
  const groups = new Map([['', program]]);
  for (const entry of COMMANDS) {
    const path = entry.path.split(' ');
    const group = groups.get(path.slice(0, -1).join(' ')) ?? program;
    const usage = entry.usage.split(' ').slice(path.length - 1);
    const command = group
      .command(usage.join(' '), { hidden: entry.isHidden })
      .description(readCommandSummary(entry));
    if (entry.heading !== undefined) command.helpGroup(t.commands[entry.heading]);
    groups.set(entry.path, command);
    if (entry.example !== undefined) addNotes(command, { examples: [entry.example] });
    const mayBeNamed = early === undefined || path.every((word) => early.words.has(word));
    const definition = mayBeNamed ? await loadCommand(entry) : undefined;
    if (definition === undefined) continue;
    addNotes(command, definition);
    for (const option of Object.values(definition.options())) command.addOption(option);
    if (definition.choices !== undefined)
      for (const argument of command.registeredArguments) argument.choices(definition.choices);
    command.action(createAction(entry, command, definition.run));
  }
}

function recordGivenOptions(command: Command, givenOptions: GivenOption[]): void {
  for (const option of command.options) {
    const { long } = option;
    if (long === undefined) continue;
    command.on(`option:${option.name()}`, (value?: string | null) => {
      givenOptions.push(typeof value === 'string' ? { flag: long, value } : { flag: long });
    });
  }
  for (const subcommand of command.commands) recordGivenOptions(subcommand, givenOptions);
}
