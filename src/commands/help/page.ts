import { type Command, Help, type Option } from 'commander';
import { t } from '../../messages/index.js';
import { aboutOf, examplesOf, exitsOf } from '../../output/help/examples.js';
import { leftOf, paragraph, type Row, twoColumns, inShellOf } from '../../output/help/text.js';
import { pathOf } from './walk.js';

/** Options that are rather settings: `confere help settings` has them. The sandbox has a `--rate` of its own. */
const SETTINGS: ReadonlySet<string> = new Set([
  '--max-credits-per-day',
  '--max-credits-per-month',
  '--reuse',
  '--timeout',
  '--settle',
  '--interval',
  '--rate',
  '--realtime-rate',
]);

/** Options of several commands that are seldom needed: only the help of this one has them. */
const SELDOM: Readonly<Record<string, string>> = {
  '--delimiter': 'bulk check',
  '--encoding': 'bulk check',
  '--partial': 'bulk export',
};

/** `topics`: the rows of the help topics, which only the program itself lists. */
export function helpPage(
  command: Command,
  { width, platform }: { readonly width: number; readonly platform: string },
  topics: readonly Row[],
): string {
  const isRoot = command.parent === null;
  const path = pathOf(command);
  const shown = examplesText(examplesOf(path).map((line) => inShellOf(platform, line)));
  const options = optionBlocks(command, width);
  const head = `${t.help.usage} ${t.placeholders(new Help().commandUsage(command))}`;
  const notes = aboutOf(path).map((text) => paragraph(inShellOf(platform, text), width));
  const exits = exitsOf(path) && paragraph(exitsOf(path), width);
  const foot = [...notes, shown, exits, paragraph(t.help.globalOptions, width)].join('');
  const topicList = paragraph(t.help.topics, width) + twoColumns(topics, width);
  const blocks = [
    paragraph(head, width) + paragraph(command.description(), width),
    ...commandBlocks(command, width),
    ...(isRoot ? [shown, ...options, topicList] : [...options, foot]),
  ];
  return blocks.join('\n');
}

function examplesText(lines: readonly string[]): string {
  const [first, ...others] = lines;
  if (first === undefined) return '';
  if (others.length === 0) return `${t.help.example(first)}\n`;
  return `${t.help.examples}\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

function isSetting(command: Command, { long }: Option): boolean {
  return command.name() !== 'sandbox' && SETTINGS.has(long ?? '');
}

function commandBlocks(command: Command, width: number): string[] {
  const commands = new Help().visibleCommands(command);
  const rows = new Map(commands.map((one) => [one, rowOf(one)]));
  const left = leftOf([...rows.values()]);
  const groups = grouped(commands, (one) => one.helpGroup() || t.help.commands);
  return [...groups].map(
    ([title, ones]) =>
      `${title}\n${twoColumns(
        ones.map((one) => rows.get(one) ?? rowOf(one)),
        width,
        left,
      )}`,
  );
}

function rowOf(command: Command): Row {
  const args = command.registeredArguments.map((argument) => {
    const name = argument.name() + (argument.variadic ? '...' : '');
    return argument.required ? `<${name}>` : `[${name}]`;
  });
  return [t.placeholders([command.name(), ...args].join(' ')), command.description()];
}

function optionBlocks(command: Command, width: number): string[] {
  const groups = optionGroups(command);
  const rows = [...groups.values()].flat().map(optionRow);
  const left = leftOf(rows);
  return [...groups].map(
    ([title, options]) =>
      `${paragraph(title, width)}${twoColumns(options.map(optionRow), width, left)}`,
  );
}

function optionGroups(command: Command): Map<string, Option[]> {
  const path = pathOf(command);
  const listed = new Help().visibleOptions(command).filter((option) => {
    const isHelp = option.long === '--help' && command.parent !== null;
    return !isHelp && !isSetting(command, option);
  });
  const isElsewhere = ({ long }: Option) => (SELDOM[long ?? ''] ?? path) !== path;
  const groups = grouped(listed, (option) => option.helpGroupHeading ?? t.help.options);
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

function optionRow({ flags, description }: Option): Row {
  return [t.placeholders(flags), description];
}

function grouped<T>(all: readonly T[], titleOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) groups.set(titleOf(one), [...(groups.get(titleOf(one)) ?? []), one]);
  return groups;
}
