import type { Command, Option } from 'commander';

export interface PlaceInLine {
  readonly command: Command;
  /** Words that are not commands, options or values of options. */
  readonly operands: readonly string[];
  readonly given: ReadonlyMap<Option, string | true>;
  /** The option whose value is expected next. */
  readonly awaiting?: Option;
  /** Whether `--` was typed, after which every word is an operand. */
  readonly isLiteral: boolean;
}

/** Follows words through the program as its parser does; skips unknown ones. */
export function walk(program: Command, words: readonly string[]): PlaceInLine {
  return words.reduce(step, {
    command: program,
    operands: [],
    given: new Map(),
    isLiteral: false,
  });
}

function step(place: PlaceInLine, word: string): PlaceInLine {
  const { command, operands, given, awaiting, isLiteral } = place;
  if (awaiting !== undefined) {
    return { command, operands, isLiteral, given: new Map(given).set(awaiting, word) };
  }
  if (!isLiteral && word === '--') return { ...place, isLiteral: true };
  if (!isLiteral && word.startsWith('-') && word.length > 1) return readOption(place, word);
  const next = operands.length > 0 ? undefined : subcommand(command, word);
  if (next !== undefined) return { ...place, command: next };
  return { ...place, operands: [...operands, word] };
}

function readOption(place: PlaceInLine, word: string): PlaceInLine {
  const [, flag = word, value] = /^(--[^=]+)=(.*)$/s.exec(word) ?? [];
  const found = understoodOptions(place.command).find(({ long, short }) =>
    [long, short].includes(flag),
  );
  if (found === undefined) return place;
  if (found.required && value === undefined) return { ...place, awaiting: found };
  return { ...place, given: new Map(place.given).set(found, value ?? true) };
}

export function subcommand(command: Command, name: string): Command | undefined {
  return command.commands.find((one) => one.name() === name || one.aliases().includes(name));
}

/** Returns the options that a command understands: its own, then those of the commands above it. */
export function understoodOptions(command: Command): Option[] {
  const above = command.parent === null ? [] : understoodOptions(command.parent);
  return [...command.options, ...above];
}

/** Returns the path of a command, `bulk run` for `confere bulk run`; empty for the program itself. */
export function commandPath(command: Command): string {
  if (command.parent === null) return '';
  return `${commandPath(command.parent)} ${command.name()}`.trim();
}

export function writeCommandLine(path: string): string {
  return `confere ${path}`.trim();
}

export function visibleCommands(command: Command): Command[] {
  return [...command.createHelp().visibleCommands(command)];
}
