import { type Command, Help, type Option } from 'commander';
import { closest } from '../../closest.js';
import { UsageError } from '../../errors.js';
import { t } from '../../messages/index.js';
import { notesOf } from '../../output/help/examples.js';
import { exitNotes } from '../../output/help/exit-codes.js';
import { below, NARROWEST, paragraph, twoColumns, wrap } from '../../output/help/help-text.js';
import { inShellOf } from '../../output/help/in-powershell.js';
import { placeholders } from '../../output/help/placeholders.js';
import { columnsOf } from '../../output/terminal/terminal.js';
import { pathOf, subcommand, typed, visibleCommands } from './walk.js';
import type { Host } from '../shared/options.js';

/** `confere help …`, and the notes below the options in the help of each command. Must be defined last. */
export function defineHelp(program: Command, host: Host): void {
  const width = columnsOf(host.context.stdout);
  addHelpCommand(program, width, host);
  for (const command of [program, ...allBelow(program)]) {
    command.addHelpText('after', () =>
      notesText(program, command, { width, platform: host.context.platform }),
    );
  }
}

function allBelow(command: Command): Command[] {
  return command.commands.flatMap((one) => [one, ...allBelow(one)]);
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

/** A page of `confere help <name>`. */
export interface Topic {
  readonly name: string;
  readonly summary: string;
  /** The page for a terminal of `width` columns; its code is loaded on first use. */
  readonly text: (width: number) => Promise<string>;
}

export const topics: readonly Topic[] = [
  {
    name: 'exit-codes',
    get summary() {
      return t.help.exitCodesTopic;
    },
    text: async (width) => (await import('../../output/help/exit-codes.js')).exitCodesText(width),
  },
  {
    name: 'environment',
    get summary() {
      return t.help.environmentTopic;
    },
    text: async (width) =>
      (await import('../../output/help/environment.js')).environmentText(width),
  },
  {
    name: 'formats',
    get summary() {
      return t.help.formatsTopic;
    },
    text: async (width) => (await import('./formats.js')).formatsPage(width),
  },
];

/** Blanks before a term and behind it. */
const GAPS = 4;

/** Sets the layout of the help of every command. */
export function styleHelp(program: Command): void {
  program.helpOption('-h, --help', t.options.help).configureHelp({
    // Wraps on narrow terminals too, instead of breaking lines at the edge.
    minWidthToWrap: NARROWEST,
    formatItem(term, termWidth, description, helper) {
      const width = helper.helpWidth ?? 80;
      return description !== '' && width - termWidth - GAPS < NARROWEST
        ? below(term, description, width)
        : Help.prototype.formatItem.call(helper, term, termWidth, description, helper);
    },
    styleTitle,
    styleUsage,
    subcommandTerm,
    optionTerm: ({ flags }) => placeholders(flags),
    argumentTerm: (argument) => placeholders(`<${argument.name()}>`).slice(1, -1),
    optionDescription,
    argumentDescription: ({ description, argChoices }) =>
      withNotes(description, argChoices ?? [], []),
    formatHelp: (command, helper) => {
      const help = commandsFirst(Help.prototype.formatHelp.call(helper, command, helper));
      const [usage = '', ...lines] = help.split('\n');
      return [...wrap(usage, (helper.helpWidth ?? 80) - 1), ...lines].join('\n');
    },
  });
}

/** Translates commander's own headings; those of option groups are translated already. */
function styleTitle(title: string): string {
  const titles: Readonly<Record<string, string>> = {
    'Usage:': t.help.usage,
    'Arguments:': t.help.arguments,
    'Options:': t.help.options,
    'Commands:': t.help.commands,
  };
  return titles[title] ?? title;
}

function styleUsage(usage: string): string {
  return placeholders(usage);
}

/** Omits the `[options]` that almost every command has. */
function subcommandTerm(command: Command): string {
  const args = command.registeredArguments.map((argument) => {
    const name = argument.name() + (argument.variadic ? '...' : '');
    return argument.required ? `<${name}>` : `[${name}]`;
  });
  return placeholders([command.name(), ...args].join(' '));
}

function optionDescription({ description, argChoices, required, defaultValue }: Option): string {
  const fallback =
    required && defaultValue !== undefined ? [t.help.default(String(defaultValue))] : [];
  return withNotes(description, argChoices ?? [], fallback);
}

/** Adds default and choices, except choices that the description already names. */
function withNotes(
  description: string,
  choices: readonly string[],
  others: readonly string[],
): string {
  const isTold = choices.every((choice) => description.includes(choice));
  const notes = [...(isTold ? [] : [t.help.oneOf(choices.join(', '))]), ...others];
  return notes.length === 0 ? description : `${description} (${notes.join('; ')})`;
}

/** Puts the commands, and the options that are used most, before all others. */
function commandsFirst(help: string): string {
  const blocks = help.trimEnd().split('\n\n');
  const titles = [t.help.commands, t.options.mostUsedGroup];
  const commands = blocks.filter((block) => titles.some((title) => block.startsWith(`${title}\n`)));
  const others = blocks.filter((block) => !commands.includes(block));
  const options = others.findIndex((block) => /^\p{Lu}\p{L}+:\n/u.test(block));
  return `${[...others.slice(0, options), ...commands, ...others.slice(options)].join('\n\n')}\n`;
}
