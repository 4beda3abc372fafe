import type { Argument, Command, CommanderError } from 'commander';
import { UsageError } from '../../errors.js';
import { maskIdentifiers } from '../../identifiers/index.js';
import { notesOf } from '../../output/help/examples.js';
import { closest } from './closest.js';
import { showable } from './showable.js';
import { commandsWith, meantCommands, meantFlag } from './suggest.js';
import { pathOf, typed, walk, type Place } from './walk.js';
import { say } from '../../text/index.js';

type Teller = (place: Place, message: string, program: Command) => string;

/**
 * Turns an error of commander into one of confere: what is wrong, what was probably meant, where to read
 * more.
 */
export function usageError(
  program: Command,
  argv: readonly string[],
  { code, message }: CommanderError,
): UsageError {
  const place = walk(program, argv);
  const told = (tellers[code] ?? asItIs)(place, message, program);
  const help = say`See '${typed(pathOf(place.command))} --help'.`;
  return new UsageError(snakeCase(code), `${told} ${help}`);
}

const tellers: Readonly<Record<string, Teller>> = {
  'commander.unknownCommand': unknownCommand,
  'commander.unknownOption': unknownOption,
  'commander.missingArgument': missingArgument,
  'commander.optionMissingArgument': (_, message) => say`'${quoted(message)}' needs a value.`,
  'commander.invalidArgument': invalidArgument,
  'commander.excessArguments': excessArguments,
};

function unknownCommand({ command, operands: [word = ''] }: Place, _: string, program: Command) {
  const shown = showable(word);
  const told =
    shown === undefined ? say`There is no such command.` : say`There is no command '${shown}'.`;
  return told + didYouMean(meantCommands(program, command, word));
}

function unknownOption({ command }: Place, message: string, program: Command): string {
  // The text after `=` may be a key.
  const flag = quoted(message).replace(/=.*$/s, '');
  if (flag === '--api-key') {
    return say`There is no option '--api-key': a key on the command line shows in the list of processes. Use CONFERE_API_KEY or --api-key-file <path>.`;
  }
  const shown = showable(flag);
  const told =
    shown === undefined ? say`There is no such option.` : say`There is no option '${shown}' here.`;
  const others = commandsWith(program, flag);
  if (others.length > 0) return say`${told} It belongs to ${listed(others)}.`;
  const near = meantFlag(command, flag);
  return told + didYouMean(near === undefined ? [] : [near]);
}

function missingArgument({ command }: Place): string {
  const missing = command.registeredArguments.find(({ required }) => required);
  const path = pathOf(command);
  // An example with a CPF would be masked on stderr, and useless.
  const example = notesOf(path)?.examples.find((line) => maskIdentifiers(line) === line);
  const name = missing === undefined ? say`an argument` : `<${missing.name()}>`;
  const told = say`'${typed(path)}' needs ${name}${choicesOf(missing)}`;
  return example === undefined ? `${told}.` : say`${told}, as in '${example}'.`;
}

function choicesOf(argument: Argument | undefined): string {
  const choices = argument?.argChoices ?? [];
  return choices.length === 0 ? '' : ` (${choices.join(', ')})`;
}

function invalidArgument(_: Place, message: string): string {
  const [, option, forOption, why = ''] =
    /(?:option '(.*?)' argument '(.*)' is invalid\.) ?(.*)$/s.exec(message) ?? [];
  const [, value = forOption ?? '', argument] =
    /value '(.*)' is invalid for argument '(.*?)'/s.exec(message) ?? [];
  const choices = /choices are (.*)\.$/s.exec(message)?.[1]?.split(', ') ?? [];
  const near = closest(value, choices);
  const reason = choices.length > 0 ? say`The choices are ${choices.join(', ')}.` : why;
  const shown = showable(value);
  const place = option ?? `<${argument ?? ''}>`;
  const told =
    shown === undefined
      ? say`This is no value for '${place}'.`
      : say`'${shown}' is no value for '${place}'.`;
  return `${told} ${reason}${didYouMean(near === undefined ? [] : [near])}`;
}

function excessArguments({ command, operands }: Place): string {
  const most = command.registeredArguments.length;
  const [name, given] = [typed(pathOf(command)), operands.length];
  if (most === 0) return say`'${name}' takes no arguments, not ${given}.`;
  return most === 1
    ? say`'${name}' takes one argument, not ${given}.`
    : say`'${name}' takes ${most} arguments, not ${given}.`;
}

function asItIs(_: Place, message: string): string {
  const [line = ''] = message.replace(/^error: /, '').split('\n');
  return `${line.replace(/\.$/, '')}.`;
}

/** The text between commander's first quotes. */
function quoted(message: string): string {
  return /'(.*?)'/s.exec(message)?.[1] ?? '';
}

function didYouMean(meant: readonly string[]): string {
  return meant.length === 0 ? '' : ` ${say`Did you mean ${listed(meant)}?`}`;
}

function listed(words: readonly string[]): string {
  return words
    .slice(0, 3)
    .map((word) => `'${word}'`)
    .reduce((all, word) => say`${all} or ${word}`);
}

/** Turns `commander.unknownOption` into `unknown_option`. */
function snakeCase(code: string): string {
  return code
    .replace('commander.', '')
    .replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
