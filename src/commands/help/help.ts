import { type Command, Help, type Option } from 'commander';
import { findClosest } from '../../base/closest.js';
import { UsageError } from '../../base/errors.js';
import { t } from '../../messages/index.js';
import { readAbout, addNotes, readExamples, writeExits } from './notes.js';
import * as help from './text.js';
import { commandPath, subcommand, writeCommandLine, visibleCommands } from './walk.js';

type Page = (words: readonly string[], width: number) => Promise<string>;

/**
 * Defines `confere help …`; call it after all other commands are defined. Groups also understand `confere bulk help
 * run`, but do not list it.
 */
export function defineHelp(group: Command, act: (command: Command, findPage: Page) => void): void {
  for (const command of group.commands) if (command.commands.length > 0) defineHelp(command, act);
  const command = group
    .command('help [command...]', { hidden: group.parent !== null })
    .helpGroup(t.commands.developersGroup)
    .allowUnknownOption();
  act(command, (words, width) => findPage(group, words, width));
}

async function findPage(group: Command, given: readonly string[], width: number): Promise<string> {
  const words = given.filter((one) => !one.startsWith('-'));
  const topic = topics.find(({ name }) => name === words.join(' '));
  if (group.parent === null && topic !== undefined) return topic.text(width);
  let command = group;
  for (const word of words) {
    const next = subcommand(command, word);
    if (next === undefined && command.parent === null) return explainCode(command, word, width);
    command = next ?? refuseTopic(command, word);
  }
  command.outputHelp();
  return '';
}

async function explainCode(program: Command, word: string, width: number): Promise<string> {
  const { allCodes, codeText } = await import('./error-codes.js');
  const names = [...topics.map(({ name }) => name), ...allCodes()];
  return codeText(word, width) ?? refuseTopic(program, word, names);
}

function refuseTopic(command: Command, word: string, names: readonly string[] = []): never {
  const commands = visibleCommands(command).map((one) => one.name());
  const near = findClosest(word, [...commands, ...names]);
  const help = writeCommandLine(`help ${commandPath(command)}`.trim());
  throw new UsageError('unknown_topic', { help, word, near });
}

const PAGES = {
  again: help.repetitionText,
  environment: help.environmentText,
  exitCodes: help.exitCodesText,
  formats: async (width: number) => (await import('./formats.js')).formatsPage(width),
  settings: help.settingsText,
} as const;

/** The pages of `confere help <name>`. The tables of results are loaded on first use. */
export const topics = (Object.keys(PAGES) as (keyof typeof PAGES)[]).map((key) => ({
  name: key.replace('exitCodes', 'exit-codes'),
  summary: () => t.help[`${key}Topic`],
  text: PAGES[key],
}));

/**
 * Options that are left to `confere help settings`, because they are usually settings. The sandbox has a `--rate` of
 * its own.
 */
const SETTINGS: ReadonlySet<string> = new Set([
  ...['--max-credits-per-day', '--max-credits-per-month', '--reuse', '--timeout', '--settle'],
  ...['--interval', '--rate', '--realtime-rate'],
]);

/** Options of several commands that are seldom needed, and the one command whose help lists them. */
const SELDOM: Readonly<Record<string, string>> = {
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
    formatHelp: (command, { helpWidth: width = 80 }) => helpPage(command, width, platform),
  });
}

function helpPage(command: Command, width: number, platform: string): string {
  const path = commandPath(command);
  const examples = examplesText(
    readExamples(command).map((line) => help.writeForShell(platform, line)),
  );
  const commands = new Help().visibleCommands(command);
  const commandBlocks = writeBlocks(
    groupBy(commands, (one) => one.helpGroup() || t.help.commands),
    commandRow,
    width,
  );
  const optionBlocks = writeBlocks(
    optionGroups(command),
    ({ flags, description }) => [t.placeholders(flags), description],
    width,
  );
  const head = `${t.help.usage} ${t.placeholders(new Help().commandUsage(command))}`;
  const about = help.paragraph(head, width) + help.paragraph(command.description(), width);
  if (command.parent === null) {
    const rows = topics.map(({ name, summary }) => [name, summary()] as const);
    const all = [...rows, [t.help.errorCode, t.help.codeTopic] as const];
    const topicList = help.paragraph(t.help.topics, width) + help.twoColumns(all, width);
    return [about, ...commandBlocks, examples, ...optionBlocks, topicList].join('\n');
  }
  const notes = readAbout(command, path).map((text) =>
    help.paragraph(help.writeForShell(platform, text), width),
  );
  const exits = writeExits(command) && help.paragraph(writeExits(command), width);
  const foot = [...notes, examples, exits, help.paragraph(t.help.globalOptions, width)].join('');
  return [about, ...commandBlocks, ...optionBlocks, foot].join('\n');
}

function examplesText(lines: readonly string[]): string {
  const [first, ...others] = lines;
  if (first === undefined) return '';
  if (others.length === 0) return `${t.help.example(first)}\n`;
  return `${t.help.examples}\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

/** Aligns all groups of a page in the same columns. */
function writeBlocks<T>(
  groups: ReadonlyMap<string, readonly T[]>,
  toRow: (one: T) => help.HelpRow,
  width: number,
): string[] {
  const left = help.measureLeft([...groups.values()].flat().map(toRow));
  return [...groups].map(
    ([title, ones]) => help.paragraph(title, width) + help.twoColumns(ones.map(toRow), width, left),
  );
}

function commandRow(command: Command): help.HelpRow {
  const args = command.registeredArguments.map((argument) => {
    const name = argument.name() + (argument.variadic ? '...' : '');
    return argument.required ? `<${name}>` : `[${name}]`;
  });
  return [t.placeholders([command.name(), ...args].join(' ')), command.description()];
}

function optionGroups(command: Command): Map<string, Option[]> {
  const path = commandPath(command);
  const listed = new Help().visibleOptions(command).filter(({ long }) => {
    const isHelp = long === '--help' && command.parent !== null;
    const isSetting = command.name() !== 'sandbox' && SETTINGS.has(long ?? '');
    return !isHelp && !isSetting;
  });
  const isElsewhere = ({ long }: Option) => (SELDOM[long ?? ''] ?? path) !== path;
  const groups = groupBy(listed, (option) => option.helpGroupHeading ?? t.help.options);
  const most = t.options.mostUsedGroup;
  if (groups.size === 1) return new Map([[t.help.options, listed]]);
  const inOrder = [...groups].toSorted(([a], [b]) => Number(b === most) - Number(a === most));
  return new Map(
    inOrder.map(([title, options]) => {
      const other = SELDOM[options.find(isElsewhere)?.long ?? ''];
      const shown = options.filter((option) => !isElsewhere(option));
      return [other === undefined ? title : t.help.moreOptions(title.slice(0, -1), other), shown];
    }),
  );
}

function groupBy<T>(all: readonly T[], readTitle: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) groups.set(readTitle(one), [...(groups.get(readTitle(one)) ?? []), one]);
  return groups;
}
