import type { Command } from 'commander';
import { UsageError } from '../../errors.js';
import { notesOf } from '../../output/help/examples.js';
import { exitNotes } from '../../output/help/exit-codes.js';
import { inShellOf } from '../../output/help/in-powershell.js';
import { paragraph, twoColumns, wrap } from '../../output/help/help-text.js';
import { columnsOf } from '../../output/terminal/terminal.js';
import type { Host } from '../shared/command-host.js';
import { closest } from '../../closest.js';
import { topics } from './topics.js';
import { pathOf, subcommand, typed, visibleCommands } from './walk.js';
import { t } from '../../messages/index.js';

export { styleHelp } from './style.js';

/** `confere help …`, and the notes below the options in the help of each command. Must be defined last. */
export function defineHelp(program: Command, host: Host): void {
  const width = columnsOf(host.context.stdout);
  addHelpCommand(program, width, host);
  for (const command of [program, ...below(program)]) {
    command.addHelpText('after', () =>
      notesText(program, command, { width, platform: host.context.platform }),
    );
  }
}

function below(command: Command): Command[] {
  return command.commands.flatMap((one) => [one, ...below(one)]);
}

/** Groups also understand `confere bulk help run`, but do not list it. */
function addHelpCommand(group: Command, width: number, host: Host): void {
  for (const command of group.commands) {
    if (command.commands.length > 0) addHelpCommand(command, width, host);
  }
  group
    .command('help [command...]', { hidden: group.parent !== null })
    .description(t.commands.help)
    .allowUnknownOption()
    .action(async (words: string[]) => {
      host.context.stdout.write(await page(group, words, width));
    });
}

async function page(group: Command, given: readonly string[], width: number): Promise<string> {
  const words = given.filter((one) => !one.startsWith('-'));
  const topic = topics.find(({ name }) => name === words.join(' '));
  if (group.parent === null && topic !== undefined) return topic.text(width);
  let command = group;
  for (const word of words) {
    command = subcommand(command, word) ?? unknown(command, word);
  }
  command.outputHelp();
  return '';
}

function unknown(command: Command, word: string): never {
  const names = visibleCommands(command).map((one) => one.name());
  const near = closest(word, [...names, ...topicNames(command)]);
  const help = typed(`help ${pathOf(command)}`.trim());
  throw new UsageError('unknown_topic', { help, word, near });
}

function topicNames(command: Command): string[] {
  return command.parent === null ? topics.map(({ name }) => name) : [];
}

interface Place {
  readonly width: number;
  readonly platform: string;
}

function notesText(program: Command, command: Command, { width, platform }: Place): string {
  const { about, examples = [], exits = [] } = notesOf(pathOf(command)) ?? {};
  const parts = [
    ...(command === program ? [topicList(width)] : []),
    ...(about?.() ?? []).map((text) => paragraph(inShellOf(platform, text), width)),
    ...(examples.length > 0
      ? [`${t.help.examples}\n${indented(examples.map((line) => inShellOf(platform, line)))}`]
      : []),
    ...(exits.length > 0 ? [exitNotes(exits, width)] : []),
    ...(command === program ? [] : [globalOptions(program, width)]),
  ];
  return `\n${parts.join('\n')}`.trimEnd();
}

function topicList(width: number): string {
  const rows = topics.map(({ name, summary }): [string, string] => [name, summary]);
  return paragraph(t.help.topics, width) + twoColumns(rows, width);
}

function globalOptions(program: Command, width: number): string {
  const flags = program.options
    .filter(({ hidden, long }) => !hidden && long !== '--version')
    .map(({ long, short }) => short ?? long);
  const list = wrap(flags.join(' '), width - 2);
  return paragraph(t.help.globalOptions, width) + indented(list);
}

function indented(lines: readonly string[]): string {
  return lines.map((line) => `  ${line}\n`).join('');
}
