import type { Command, Option } from 'commander';

/** The meaning of the words of a command line so far. */
export interface PlaceInLine {
  readonly command: Command;
  /** Words that are not commands, options or values of options. */
  readonly operands: readonly string[];
  /** The options that were typed, with their values. */
  readonly given: ReadonlyMap<Option, string | true>;
  /** The option whose value is expected next. */
  readonly awaiting?: Option;
  /** `--` was typed, after which every word is an operand. */
  readonly isLiteral: boolean;
}

/** Reads words as commander's parser does, but skips unknown options. */
export function followWords(program: Command, words: readonly string[]): PlaceInLine {
  return words.reduce(followWord, {
    command: program,
    operands: [],
    given: new Map(),
    isLiteral: false,
  });
}

function followWord(place: PlaceInLine, word: string): PlaceInLine {
  const { command, operands, given, awaiting, isLiteral } = place;
  if (awaiting !== undefined) {
    return { command, operands, isLiteral, given: new Map(given).set(awaiting, word) };
  }
  if (!isLiteral && word === '--') return { ...place, isLiteral: true };
  if (!isLiteral && word.startsWith('-') && word.length > 1) return readOption(place, word);
  const subcommand = operands.length > 0 ? undefined : findSubcommand(command, word);
  if (subcommand !== undefined) return { ...place, command: subcommand };
  return { ...place, operands: [...operands, word] };
}

function readOption(place: PlaceInLine, word: string): PlaceInLine {
  const [, flag = word, value] = /^(--[^=]+)=(.*)$/s.exec(word) ?? [];
  const option = listUnderstoodOptions(place.command).find(({ long, short }) =>
    [long, short].includes(flag),
  );
  if (option === undefined) return place;
  if (option.required && value === undefined) return { ...place, awaiting: option };
  return { ...place, given: new Map(place.given).set(option, value ?? true) };
}

export function findSubcommand(command: Command, name: string): Command | undefined {
  return command.commands.find((one) => one.name() === name || one.aliases().includes(name));
}

/** Returns the options that a command accepts: its own options, then those of its parents. */
export function listUnderstoodOptions(command: Command): Option[] {
  const inherited = command.parent === null ? [] : listUnderstoodOptions(command.parent);
  return [...command.options, ...inherited];
}

/** Returns the names that lead to a command, `bulk run` for `confere bulk run`; empty for the program itself. */
export function readCommandPath(command: Command): string {
  if (command.parent === null) return '';
  return `${readCommandPath(command.parent)} ${command.name()}`.trim();
}

export function writeCommandLine(path: string): string {
  return `confere ${path}`.trim();
}

export function listVisibleCommands(command: Command): Command[] {
  return [...command.createHelp().visibleCommands(command)];
}
