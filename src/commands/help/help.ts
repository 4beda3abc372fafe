import type { Command } from 'commander';
import { closest } from '../../closest.js';
import { UsageError } from '../../errors.js';
import { t } from '../../messages/index.js';
import { helpPage } from './page.js';
import { pathOf, subcommand, typed, visibleCommands } from './walk.js';

type Page = (words: readonly string[], width: number) => Promise<string>;

/** `confere help …`. Must be defined last. Groups also understand `confere bulk help run`, but do not list it. */
export function defineHelp(group: Command, act: (command: Command, page: Page) => void): void {
  for (const command of group.commands) if (command.commands.length > 0) defineHelp(command, act);
  const command = group
    .command('help [command...]', { hidden: group.parent !== null })
    .helpGroup(t.commands.developersGroup)
    .allowUnknownOption();
  act(command, (words, width) => page(group, words, width));
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

async function codePage(program: Command, word: string, width: number): Promise<string> {
  const { allCodes, codeText } = await import('../../output/help/error-codes.js');
  const names = [...topics.map(({ name }) => name), ...allCodes()];
  return codeText(word, width) ?? unknown(program, word, names);
}

function unknown(command: Command, word: string, names: readonly string[] = []): never {
  const commands = visibleCommands(command).map((one) => one.name());
  const near = closest(word, [...commands, ...names]);
  const help = typed(`help ${pathOf(command)}`.trim());
  throw new UsageError('unknown_topic', { help, word, near });
}

const pages = () => import('../../output/help/topics.js');
const PAGES = {
  again: async () => (await pages()).againText,
  environment: async () => (await pages()).environmentText,
  exitCodes: async () => (await pages()).exitCodesText,
  formats: async () => (await import('./formats.js')).formatsPage,
  settings: async () => (await pages()).settingsText,
} as const;

/** The pages of `confere help <name>`; their code is loaded on first use. */
export const topics = (Object.keys(PAGES) as (keyof typeof PAGES)[]).map((key) => ({
  name: key.replace('exitCodes', 'exit-codes'),
  summary: () => t.help[`${key}Topic`],
  text: async (width: number) => (await PAGES[key]())(width),
}));

export function styleHelp(program: Command, platform: string): void {
  program.helpOption('-h, --help', t.options.help).configureHelp({
    formatHelp: (command, { helpWidth: width = 80 }) =>
      helpPage(command, { width, platform }, [
        ...topics.map(({ name, summary }) => [name, summary()] as const),
        [t.help.errorCode, t.help.codeTopic],
      ]),
  });
}
