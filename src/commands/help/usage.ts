import { statSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import type { Command, CommanderError } from 'commander';
import { findClosestFile } from '../../base/closest-file.js';
import { findClosest } from '../../base/closest.js';
import type { Context } from '../../base/context.js';
import { UsageError } from '../../base/errors.js';
import type { ErrorFacts } from '../../base/error-facts.js';
import { formatId, maskIdentifiers, readFileCell } from '../../identifiers/index.js';
import type { ValueRule } from '../../base/command-errors.js';
import { listErrorCodes } from './error-codes.js';
import { quoteForShell } from '../../messages/command-line.js';
import { readExamples } from './notes.js';
import { writeForShell } from './text.js';
import { topics } from './help.js';
import { findMeantCommands } from './synonyms.js';
import {
  listUnderstoodOptions,
  readCommandPath,
  type PlaceInLine,
  writeCommandLine,
  listVisibleCommands,
  followWords,
} from './walk.js';

/** Returns a UsageError for an error of commander; an error that no command of confere can cause stays as it is. */
export function convertCommanderError(
  program: Command,
  argv: readonly string[],
  commanderError: CommanderError,
  platform = '',
): Error {
  const { message } = commanderError;
  const place = followWords(program, argv);
  const { command, operands } = place;
  const help = writeCommandLine(readCommandPath(command));
  switch (commanderError.code) {
    case 'commander.unknownCommand': {
      const [word = ''] = operands;
      const account = writeAccountOptions(place, platform);
      const meant = suggestCommands(place, program, platform).map((line) =>
        /^confere (?:help|--version)\b/.test(line) ? line : line + account,
      );
      return new UsageError('unknown_command', { help, word: makeShowable(word), meant });
    }
    case 'commander.unknownOption': {
      // The text after `=` may be a key.
      const flag = readQuoted(message).replace(/=.*$/s, '');
      const owner = findCommandOfOption(program, argv, flag);
      if (owner !== undefined)
        return new UsageError('unknown_option', { help: owner, flag, behind: owner });
      const near = suggestFlag(command, flag);
      return new UsageError('unknown_option', { help, flag: makeShowable(flag), near });
    }
    case 'commander.missingArgument':
      return new UsageError('missing_argument', { help, ...readMissingArgument(place, platform) });
    case 'commander.optionMissingArgument':
      return new UsageError('option_missing_argument', { help, option: readQuoted(message) });
    case 'commander.invalidArgument':
      return new UsageError('invalid_argument', { help, ...readInvalidArgument(message) });
    case 'commander.excessArguments': {
      const most = command.registeredArguments.length;
      return new UsageError('excess_arguments', {
        help,
        command: help,
        given: operands.length,
        most,
      });
    }
    default:
      return commanderError;
  }
}

/**
 * Returns the file of `confere clientes.csv`, which means `bulk run`. It means so only in a terminal, where `bulk run`
 * asks before it spends; in a script a misplaced word could cost credits.
 */
export function findFileToRun(
  program: Command,
  argv: readonly string[],
  commanderError: CommanderError,
  { stdin, stderr }: Pick<Context, 'stdin' | 'stderr'>,
): string | undefined {
  const { command, operands } = followWords(program, argv);
  const isFirst = commanderError.code === 'commander.unknownCommand' && command === program;
  if (!isFirst || stdin.isTTY !== true || stderr.isTTY !== true) return undefined;
  return operands.slice(0, 1).find(isFile);
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    // There is no such file, or the word cannot be a path.
    return false;
  }
}

function readMissingArgument(
  { command, operands }: PlaceInLine,
  platform: string,
): Omit<ErrorFacts['missing_argument'], 'help'> {
  const remaining = command.registeredArguments.slice(operands.length);
  const missing = remaining.find(({ required }) => required);
  const path = readCommandPath(command);
  const choices = missing?.argChoices ?? [];
  // A CPF in an example would be masked on stderr, and an example with `<` reads a file in place of the argument.
  const example = readExamples(command)
    .filter((line) => choices.length === 0 && maskIdentifiers(line) === line && !line.includes('<'))
    .map((line) => writeForShell(platform, line))[0];
  return { command: writeCommandLine(path), argument: missing?.name(), choices, example };
}

/** Reads commander's message about a refused value, at whose end stands the rule that the value breaks. */
function readInvalidArgument(message: string): Omit<ErrorFacts['invalid_argument'], 'help'> {
  const [, option, optionValue = '', why = ''] =
    /(?:option '(.*?)' argument '(.*)' is invalid\.) ?(.*)$/s.exec(message) ?? [];
  const [, value = optionValue, argument] =
    /value '(.*)' is invalid for argument '(.*?)'/s.exec(message) ?? [];
  const choices = /choices are (.*)\.$/s.exec(message)?.[1]?.split(', ') ?? [];
  return {
    place: option ?? `<${argument ?? ''}>`,
    value: makeShowable(value),
    choices,
    near: findClosest(value, choices),
    must: /^[a-z_]+$/.test(why) ? (why as ValueRule) : undefined,
  };
}

function readQuoted(message: string): string {
  return /'(.*?)'/s.exec(message)?.[1] ?? '';
}

function suggestCommands(
  { command, operands: [word = ''] }: PlaceInLine,
  program: Command,
  platform: string,
): string[] {
  const sameNamePaths = listLeafPaths(program).filter((path) => path.split(' ').at(-1) === word);
  if (sameNamePaths.length > 0) return sameNamePaths.map(writeCommandLine);
  const siblings = listVisibleCommands(command).map((one) => one.name());
  const near = findClosest(word, siblings);
  if (near !== undefined) return [writeCommandLine(`${readCommandPath(command)} ${near}`.trim())];
  const meant = findMeantCommands(word);
  if (meant.length > 0) return meant.map(writeCommandLine);
  const pages: readonly string[] = [...topics.map(({ name }) => name), ...listErrorCodes()];
  if (pages.includes(word)) return [writeCommandLine(`help ${word}`)];
  return suggestInput(word, platform);
}

/** Returns the typed options that choose the account; without `--sandbox` a suggested command might cost credits. */
function writeAccountOptions({ given }: PlaceInLine, platform: string): string {
  const accountWords = [...given].flatMap(([{ long }, value]) => {
    if (long === '--sandbox') return [long];
    const isPlace = long === '--profile' || long === '--base-url';
    return isPlace ? [long, quoteForShell(String(value), platform)] : [];
  });
  return accountWords.map((word) => ` ${word}`).join('');
}

function suggestInput(word: string, platform: string): string[] {
  const reading = readFileCell(word);
  // A CPF is never shown on stderr, and a masked CPF could not be looked up.
  if (reading.valid && reading.kind === 'cpf') return [`${writeCommandLine('cpf')} <cpf>`];
  if (reading.valid) return [`${writeCommandLine('lookup')} ${formatId('cnpj', reading.id)}`];
  const file = findTable(word);
  if (file === undefined) return [];
  // A file name with an identifier is not shown, because a masked name would name another file.
  const shownFile = maskIdentifiers(file) === file ? quoteForShell(file, platform) : '...';
  return [`${writeCommandLine('bulk run')} ${shownFile}`];
}

/** Returns the file that a word names, a file with a similar name, or a word that looks like the name of a table. */
function findTable(word: string): string | undefined {
  if (isFile(word)) return word;
  const near = extname(word) === '' ? undefined : findClosestFile(word);
  if (near !== undefined) return join(dirname(word), near);
  return /\.(csv|tsv|txt|xlsx|xlsm|gz)$/i.test(word) ? makeShowable(word) : undefined;
}

function listLeafPaths(command: Command): string[] {
  return listVisibleCommands(command).flatMap((one) =>
    one.commands.length > 0 ? listLeafPaths(one) : [readCommandPath(one)],
  );
}

const hasOption = (command: Command, flag: string): boolean =>
  command.options.some(({ long, short, hidden }) => !hidden && [long, short].includes(flag));

/** Returns the command, such as `confere cpf`, of an option that was typed in front of its command. */
function findCommandOfOption(
  program: Command,
  argv: readonly string[],
  flag: string,
): string | undefined {
  const index = argv.findIndex((word) => word === flag || word.startsWith(`${flag}=`));
  // The line is read without the option, and also without the word behind it, which may be its value.
  const restLines = [1, 2].map((count) => argv.toSpliced(index, count));
  const command = restLines
    .map((line) => followWords(program, line).command)
    .find((one) => one.commands.length === 0 && hasOption(one, flag));
  return command === undefined ? undefined : writeCommandLine(readCommandPath(command));
}

function suggestFlag(command: Command, flag: string): string | undefined {
  const flags = listUnderstoodOptions(command).flatMap(({ long, hidden }) =>
    long == null || hidden ? [] : [long.slice(2)],
  );
  const near = findClosest(flag.replace(/^-+/, ''), [...flags, 'help']);
  return near === undefined ? undefined : `--${near}`;
}

/**
 * Returns a mistyped word for stderr, with CPFs masked; undefined if the word may be private, such as a name, a key, or
 * digits of a CPF that was typed in several words.
 */
function makeShowable(word: string): string | undefined {
  const masked = maskIdentifiers(word);
  if (masked !== word) return /[0-9]{5}/.test(masked) ? undefined : masked;
  const digits = word.replace(/[^0-9]/g, '').length;
  return digits > 8 || word.length > 24 || /\s/.test(word) ? undefined : word;
}
