import type { Command } from 'commander';
import { closest } from '../../closest.js';
import { UsageError } from '../../errors.js';
import { t } from '../../messages/index.js';
import type { Row } from '../../output/help/text.js';
import { columnsOf } from '../../output/terminal/terminal.js';
import { helpPage } from './page.js';
import { pathOf, subcommand, typed, visibleCommands } from './walk.js';
import type { Host } from '../shared/options.js';

/** `confere help …`. Must be defined last. */
export function defineHelp(program: Command, host: Host): void {
  addHelpCommand(program, columnsOf(host.context.stdout), host);
}

/** Groups also understand `confere bulk help run`, but do not list it. */
function addHelpCommand(group: Command, width: number, host: Host): void {
  for (const command of group.commands) {
    if (command.commands.length > 0) addHelpCommand(command, width, host);
  }
  group
    .command('help [command...]', { hidden: group.parent !== null })
    .helpGroup(t.commands.developersGroup)
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
    const next = subcommand(command, word);
    if (next === undefined && command.parent === null) return codePage(command, word, width);
    command = next ?? unknown(command, word);
  }
  command.outputHelp();
  return '';
}

/** The page of an error code; its texts are loaded on first use. */
async function codePage(program: Command, word: string, width: number): Promise<string> {
  const { allCodes, codeText } = await import('../../output/help/error-codes.js');
  const names = [...topics.map(({ name }) => name), ...allCodes()];
  return codeText(word, width) ?? unknown(program, word, names);
}

/** `names`: of pages that are no commands. */
function unknown(command: Command, word: string, names: readonly string[] = []): never {
  const commands = visibleCommands(command).map((one) => one.name());
  const near = closest(word, [...commands, ...names]);
  const help = typed(`help ${pathOf(command)}`.trim());
  throw new UsageError('unknown_topic', { help, word, near });
}

/** A page of `confere help <name>`. */
interface Topic {
  readonly name: string;
  readonly summary: () => string;
  /** The page for a terminal of `width` columns; its code is loaded on first use. */
  readonly text: (width: number) => Promise<string>;
}

const pages = () => import('../../output/help/topics.js');

export const topics: readonly Topic[] = [
  {
    name: 'again',
    summary: () => t.help.againTopic,
    text: async (width) => (await pages()).againText(width),
  },
  {
    name: 'environment',
    summary: () => t.help.environmentTopic,
    text: async (width) => (await pages()).environmentText(width),
  },
  {
    name: 'exit-codes',
    summary: () => t.help.exitCodesTopic,
    text: async (width) => (await pages()).exitCodesText(width),
  },
  {
    name: 'formats',
    summary: () => t.help.formatsTopic,
    text: async (width) => (await import('./formats.js')).formatsPage(width),
  },
  {
    name: 'settings',
    summary: () => t.help.settingsTopic,
    text: async (width) => (await pages()).settingsText(width),
  },
];

/** The help of every command is a page of ours. */
export function styleHelp(program: Command, platform: string): void {
  program.helpOption('-h, --help', t.options.help).configureHelp({
    formatHelp: (command, { helpWidth: width = 80 }) =>
      helpPage(command, { width, platform }, topicRows()),
  });
}

function topicRows(): Row[] {
  return [
    ...topics.map(({ name, summary }): Row => [name, summary()]),
    [t.help.errorCode, t.help.codeTopic],
  ];
}
