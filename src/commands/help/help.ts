import { type Command, Help, type Option } from 'commander';
import { findClosest } from '../../base/closest.js';
import { UsageError } from '../../base/errors.js';
import { t } from '../../messages/index.js';
import { readAbout, addNotes, readExamples, writeExits } from './notes.js';
import * as help from './text.js';
import { readCommandPath, findSubcommand, writeCommandLine, listVisibleCommands } from './walk.js';

type FindPage = (words: readonly string[], width: number) => Promise<string>;

/**
 * Defines `confere help …`, after all other commands are defined. Groups also understand `confere bulk help run`, but do
 * not list it.
 */
export function defineHelp(
  group: Command,
  defineAction: (command: Command, findPage: FindPage) => void,
): void {
  for (const command of group.commands)
    if (command.commands.length > 0) defineHelp(command, defineAction);
  const command = group
    .command('help [command...]', { hidden: group.parent !== null })
    .helpGroup(t.commands.developersGroup)
    .allowUnknownOption();
  defineAction(command, (words, width) => findPage(group, words, width));
}

async function findPage(group: Command, given: readonly string[], width: number): Promise<string> {
  const words = given.filter((one) => !one.startsWith('-'));
  const topic = topics.find(({ name }) => name === words.join(' '));
  if (group.parent === null && topic !== undefined) return topic.writePage(width);
  let command = group;
  for (const word of words) {
    const nextCommand = findSubcommand(command, word);
    if (nextCommand === undefined && command.parent === null)
      return findCodePage(command, word, width);
    command = nextCommand ?? refuseTopic(command, word);
  }
  // `commander` writes the help itself, so no page is left to print.
  command.outputHelp();
  return '';
}

async function findCodePage(program: Command, word: string, width: number): Promise<string> {
  const { listErrorCodes, writeCodePage } = await import('./error-codes.js');
  const names = [...topics.map(({ name }) => name), ...listErrorCodes()];
  return writeCodePage(word, width) ?? refuseTopic(program, word, names);
}

function refuseTopic(command: Command, word: string, names: readonly string[] = []): never {
  const commands = listVisibleCommands(command).map((one) => one.name());
  const near = findClosest(word, [...commands, ...names]);
  const help = writeCommandLine(`help ${readCommandPath(command)}`.trim());
  throw new UsageError('unknown_topic', { help, word, near });
}

const PAGES = {
  again: help.writeAgainPage,
  environment: help.writeEnvironmentPage,
  exitCodes: help.writeExitCodesPage,
  formats: async (width: number) => (await import('./formats.js')).writeFormatsPage(width),
  settings: help.writeSettingsPage,
} as const;

/** The pages of `confere help <name>`. */
export const topics = (Object.keys(PAGES) as (keyof typeof PAGES)[]).map((key) => ({
  name: key.replace('exitCodes', 'exit-codes'),
  summary: () => t.help[`${key}Topic`],
  writePage: PAGES[key],
}));

/**
 * Options that only `confere help settings` shows, because most users set them once as settings. The help of `confere
 * sandbox`, which has other rates, shows them.
 */
const SHOWN_AS_SETTINGS: ReadonlySet<string> = new Set([
  ...['--max-credits-per-day', '--max-credits-per-month', '--reuse', '--timeout', '--settle'],
  ...['--interval', '--rate', '--realtime-rate'],
]);

/** Options of several commands that are seldom used, each with the one command whose help shows it. */
const SELDOM_USED: Readonly<Record<string, string>> = {
  '--delimiter': 'bulk check',
  '--encoding': 'bulk check',
  '--partial': 'bulk export',
};

const FIRST_STEPS = [
  'confere --sandbox cpf 529.982.247-25',
  'confere bulk check clientes.csv',
  'confere bulk run clientes.csv -o resultado.csv',
];

export function styleHelp(program: Command, platform: string): void {
  addNotes(program, { examples: FIRST_STEPS });
  program.helpOption('-h, --help', t.options.help).configureHelp({
    formatHelp: (command, { helpWidth: width = 80 }) => writeHelpPage(command, width, platform),
  });
}

function writeHelpPage(command: Command, width: number, platform: string): string {
  const path = readCommandPath(command);
  const examples = formatExamples(
    readExamples(command).map((line) => help.writeForShell(platform, line)),
  );
  const commands = new Help().visibleCommands(command);
  const commandBlocks = writeBlocks(
    groupBy(commands, (one) => one.helpGroup() || t.help.commands),
    buildCommandRow,
    width,
  );
  const optionBlocks = writeBlocks(
    groupOptions(command),
    ({ flags, description }) => [t.placeholders(flags), description],
    width,
  );
  const usageLine = `${t.help.usage} ${t.placeholders(new Help().commandUsage(command))}`;
  const introduction =
    help.formatParagraph(usageLine, width) + help.formatParagraph(command.description(), width);
  if (command.parent === null) {
    const rows = topics.map(({ name, summary }) => [name, summary()] as const);
    const topicRows = [...rows, [t.help.errorCode, t.help.codeTopic] as const];
    const topicList =
      help.formatParagraph(t.help.topics, width) + help.formatTwoColumns(topicRows, width);
    return [introduction, ...commandBlocks, examples, ...optionBlocks, topicList].join('\n');
  }
  const notes = readAbout(command, path).map((text) =>
    help.formatParagraph(help.writeForShell(platform, text), width),
  );
  const exits = writeExits(command) && help.formatParagraph(writeExits(command), width);
  const ending = [
    ...notes,
    examples,
    exits,
    help.formatParagraph(t.help.globalOptions, width),
  ].join('');
  return [introduction, ...commandBlocks, ...optionBlocks, ending].join('\n');
}

function formatExamples(lines: readonly string[]): string {
  const [first, ...others] = lines;
  if (first === undefined) return '';
  if (others.length === 0) return `${t.help.example(first)}\n`;
  return `${t.help.examples}\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

/** Writes each group as a block of rows under its title; all blocks of a page have the same columns. */
function writeBlocks<T>(
  groups: ReadonlyMap<string, readonly T[]>,
  toRow: (one: T) => help.HelpRow,
  width: number,
): string[] {
  const leftWidth = help.measureLeftColumn([...groups.values()].flat().map(toRow));
  return [...groups].map(
    ([title, members]) =>
      help.formatParagraph(title, width) +
      help.formatTwoColumns(members.map(toRow), width, leftWidth),
  );
}

function buildCommandRow(command: Command): help.HelpRow {
  const args = command.registeredArguments.map((argument) => {
    const name = argument.name() + (argument.variadic ? '...' : '');
    return argument.required ? `<${name}>` : `[${name}]`;
  });
  return [t.placeholders([command.name(), ...args].join(' ')), command.description()];
}

function groupOptions(command: Command): Map<string, Option[]> {
  const path = readCommandPath(command);
  const shownOptions = new Help().visibleOptions(command).filter(({ long }) => {
    const isHelp = long === '--help' && command.parent !== null;
    const isSetting = command.name() !== 'sandbox' && SHOWN_AS_SETTINGS.has(long ?? '');
    return !isHelp && !isSetting;
  });
  const isListedElsewhere = ({ long }: Option) => (SELDOM_USED[long ?? ''] ?? path) !== path;
  const groups = groupBy(shownOptions, (option) => option.helpGroupHeading ?? t.help.options);
  const mostUsedTitle = t.options.mostUsedGroup;
  if (groups.size === 1) return new Map([[t.help.options, shownOptions]]);
  const inOrder = [...groups].toSorted(
    ([a], [b]) => Number(b === mostUsedTitle) - Number(a === mostUsedTitle),
  );
  return new Map(
    inOrder.map(([title, options]) => {
      const otherCommand = SELDOM_USED[options.find(isListedElsewhere)?.long ?? ''];
      const shown = options.filter((option) => !isListedElsewhere(option));
      return [
        otherCommand === undefined ? title : t.help.moreOptions(title.slice(0, -1), otherCommand),
        shown,
      ];
    }),
  );
}

function groupBy<T>(all: readonly T[], readTitle: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) groups.set(readTitle(one), [...(groups.get(readTitle(one)) ?? []), one]);
  return groups;
}
