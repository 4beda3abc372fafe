import type { Command, Option } from 'commander';

/** Where words of a command line lead. */
export interface Place {
  readonly command: Command;
  /** Words that are neither commands nor options nor their values. */
  readonly operands: readonly string[];
  /** The options that were given, the last value of each. */
  readonly given: ReadonlyMap<Option, string | true>;
  /** The option whose value comes next. */
  readonly awaiting?: Option;
  /** `--` was there: everything further is an operand. */
  readonly isLiteral: boolean;
}

/** Follows words through the program as its parser does; what is unknown is passed by. */
export function walk(program: Command, words: readonly string[]): Place {
  return words.reduce(step, {
    command: program,
    operands: [],
    given: new Map(),
    isLiteral: false,
  });
}

function step(place: Place, word: string): Place {
  const { command, operands, given, awaiting, isLiteral } = place;
  if (awaiting !== undefined) {
    return { command, operands, isLiteral, given: new Map(given).set(awaiting, word) };
  }
  if (!isLiteral && word === '--') return { ...place, isLiteral: true };
  if (!isLiteral && word.startsWith('-') && word.length > 1) return option(place, word);
  const next = operands.length > 0 ? undefined : subcommand(command, word);
  if (next !== undefined) return { ...place, command: next };
  return { ...place, operands: [...operands, word] };
}

function option(place: Place, word: string): Place {
  const [, flag = word, value] = /^(--[^=]+)=(.*)$/s.exec(word) ?? [];
  const found = optionsOf(place.command).find(({ long, short }) => [long, short].includes(flag));
  if (found === undefined) return place;
  if (found.required && value === undefined) return { ...place, awaiting: found };
  return { ...place, given: new Map(place.given).set(found, value ?? true) };
}

/** The subcommand of that name, hidden ones too. */
export function subcommand(command: Command, name: string): Command | undefined {
  return command.commands.find((one) => one.name() === name || one.aliases().includes(name));
}

/** What a command understands: its own options, then those of the commands above it. */
export function optionsOf(command: Command): Option[] {
  const above = command.parent === null ? [] : optionsOf(command.parent);
  return [...command.options, ...above];
}

/** `bulk run` for `confere bulk run`, and nothing for the program itself. */
export function pathOf(command: Command): string {
  if (command.parent === null) return '';
  return `${pathOf(command.parent)} ${command.name()}`.trim();
}

/** A command as one types it. */
export function typed(path: string): string {
  return `confere ${path}`.trim();
}

/** The subcommands that help shows. */
export function visibleCommands(command: Command): Command[] {
  return [...command.createHelp().visibleCommands(command)];
}
