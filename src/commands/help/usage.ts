import type { Command, CommanderError } from 'commander';
import { closest } from '../../closest.js';
import { UsageError, type ErrorCode, type ErrorFacts } from '../../errors.js';
import type { ValueRule } from '../../messages/en/errors-command.js';
import { maskIdentifiers, readFileCell, shownId } from '../../identifiers/index.js';
import { examplesOf } from '../../output/help/examples.js';
import { allCodes } from '../../output/help/error-codes.js';
import { inShellOf } from '../../output/help/text.js';
import { topics } from './help.js';
import { optionsOf, pathOf, type Place, typed, visibleCommands, walk } from './walk.js';

/** Turns an error of commander into one of confere; one that no command of confere can cause stays as it is. */
export function usageError(
  program: Command,
  argv: readonly string[],
  complaint: CommanderError,
  platform = '',
): Error {
  const { message } = complaint;
  const place = walk(program, argv);
  const help = typed(pathOf(place.command));
  switch (complaint.code) {
    case 'commander.unknownCommand': {
      const [word = ''] = place.operands;
      const meant = meantCommands(program, place.command, word);
      return new UsageError('unknown_command', { help, word: showable(word), meant });
    }
    case 'commander.unknownOption':
      return new UsageError('unknown_option', { help, ...unknownOption(place, message, program) });
    case 'commander.missingArgument':
      return new UsageError('missing_argument', { help, ...missingArgument(place, platform) });
    case 'commander.optionMissingArgument':
      return new UsageError('option_missing_argument', { help, option: quoted(message) });
    case 'commander.invalidArgument':
      return new UsageError('invalid_argument', { help, ...invalidArgument(message) });
    case 'commander.excessArguments':
      return new UsageError('excess_arguments', {
        ...{ help, command: typed(pathOf(place.command)), given: place.operands.length },
        most: place.command.registeredArguments.length,
      });
    default:
      return complaint;
  }
}

type Facts<C extends ErrorCode> = Omit<ErrorFacts[C], 'help'>;

function unknownOption(
  { command }: Place,
  message: string,
  program: Command,
): Facts<'unknown_option'> {
  // The text after `=` may be a key.
  const flag = quoted(message).replace(/=.*$/s, '');
  const knownBy = commandsWith(program, flag);
  return { flag: showable(flag), knownBy, near: meantFlag(command, flag) };
}

function missingArgument(
  { command, operands }: Place,
  platform: string,
): Facts<'missing_argument'> {
  const missing = command.registeredArguments
    .slice(operands.length)
    .find(({ required }) => required);
  const path = pathOf(command);
  const choices = missing?.argChoices ?? [];
  return {
    command: typed(path),
    argument: missing?.name(),
    choices,
    // An example with a CPF would be masked on stderr, and useless.
    example: examplesOf(path)
      .filter((line) => choices.length === 0 && maskIdentifiers(line) === line)
      .map((line) => inShellOf(platform, line))[0],
  };
}

function invalidArgument(message: string): Facts<'invalid_argument'> {
  const [, option, forOption, why = ''] =
    /(?:option '(.*?)' argument '(.*)' is invalid\.) ?(.*)$/s.exec(message) ?? [];
  const [, value = forOption ?? '', argument] =
    /value '(.*)' is invalid for argument '(.*?)'/s.exec(message) ?? [];
  const choices = /choices are (.*)\.$/s.exec(message)?.[1]?.split(', ') ?? [];
  return {
    place: option ?? `<${argument ?? ''}>`,
    value: showable(value),
    choices,
    near: closest(value, choices),
    must: RULES.find((rule) => rule === why),
  };
}

/** The rules that our readers of values refuse by; commander carries them here in its message. */
const RULES: readonly ValueRule[] = [
  'not_negative',
  'above_zero',
  'name',
  'one_character',
  'cost',
  'job_id',
  'calendar_day',
];

function quoted(message: string): string {
  return /'(.*?)'/s.exec(message)?.[1] ?? '';
}

function meantCommands(program: Command, command: Command, word: string): string[] {
  const elsewhere = leaves(program).filter((path) => path.split(' ').at(-1) === word);
  if (elsewhere.length > 0) return elsewhere.map(typed);
  const siblings = visibleCommands(command).map((one) => one.name());
  const near = closest(word, siblings);
  if (near !== undefined) return [typed(`${pathOf(command)} ${near}`.trim())];
  const pages: readonly string[] = [...topics.map(({ name }) => name), ...allCodes()];
  if (pages.includes(word)) return [typed(`help ${word}`)];
  return meantInput(word);
}

function meantInput(word: string): string[] {
  const reading = readFileCell(word);
  if (reading.valid) return [`${typed('lookup')} ${shownId(reading.kind, reading.id)}`];
  return /\.(csv|tsv|txt)$/i.test(word) ? [`${typed('bulk run')} ${showable(word) ?? '...'}`] : [];
}

function leaves(command: Command): string[] {
  return visibleCommands(command).flatMap((one) =>
    one.commands.length > 0 ? leaves(one) : [pathOf(one)],
  );
}

function meantFlag(command: Command, flag: string): string | undefined {
  const flags = optionsOf(command).flatMap(({ long, hidden }) =>
    long == null || hidden ? [] : [long.slice(2)],
  );
  const near = closest(flag.replace(/^-+/, ''), [...flags, 'help']);
  return near === undefined ? undefined : `--${near}`;
}

function commandsWith(program: Command, flag: string): string[] {
  return program.commands.flatMap((command) => [
    ...(command.options.some(({ long, short }) => long === flag || short === flag)
      ? [typed(pathOf(command))]
      : []),
    ...commandsWith(command, flag),
  ]);
}

/**
 * A mistyped word as it may be repeated on stderr, with CPFs masked. Undefined if it could be a name, a
 * key, or a number that would look like a CPF without its neighbours.
 */
function showable(word: string): string | undefined {
  const masked = maskIdentifiers(word);
  if (masked !== word) return /[0-9]{5}/.test(masked) ? undefined : masked;
  const digits = word.replace(/[^0-9]/g, '').length;
  return digits > 8 || word.length > 24 || /\s/.test(word) ? undefined : word;
}
