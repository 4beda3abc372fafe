import type { Command, Option } from 'commander';
import { topics } from '../help/topics.js';
import { optionsOf, subcommand, visibleCommands, walk, type Place } from '../help/walk.js';
import { nothing, type Candidate, type Completion, type Sources } from './types.js';
import { argumentValues, optionValues } from './values.js';
import { say } from '../../text/index.js';

type Given = Place['given'];

/** The candidates for the last of `words`, which are the words after the program's name. */
export async function complete(
  program: Command,
  words: readonly string[],
  sourcesFor: (given: Given) => Sources,
): Promise<Completion> {
  const current = words.at(-1) ?? '';
  const place = walk(program, words.slice(0, -1));
  const all = await possible(place, current, sourcesFor(place.given));
  return { ...all, candidates: all.candidates.filter(({ value }) => value.startsWith(current)) };
}

async function possible(place: Place, current: string, sources: Sources): Promise<Completion> {
  const { command, awaiting, isLiteral, operands } = place;
  if (awaiting !== undefined) return optionValues(awaiting, current, sources);
  if (!isLiteral && current.startsWith('-')) return flags(place, current, sources);
  if (command.name() === 'help') return helpWords(command, operands);
  if (command.commands.length > 0) {
    return operands.length > 0 ? nothing : { candidates: commandNames(command), then: '' };
  }
  return argumentValues(command, operands, current, sources);
}

/** Completes an option, or its value after `--flag=`. */
async function flags(place: Place, current: string, sources: Sources): Promise<Completion> {
  const [start, flag] = /^(--[^=]+)=/.exec(current) ?? [];
  if (start === undefined) return { candidates: flagNames(place), then: '' };
  const option = optionsOf(place.command).find(({ long }) => long === flag);
  if (option?.required !== true) return nothing;
  const { candidates, then } = await optionValues(option, current.slice(start.length), sources);
  return { then, candidates: candidates.map((one) => ({ ...one, value: start + one.value })) };
}

/** The options that are not yet on the line; `--help` is always possible. */
function flagNames({ command, given }: Place): Candidate[] {
  const open = optionsOf(command).filter((option) => !option.hidden && !isUsed(option, given));
  const named = open.flatMap(({ long, description }) =>
    long == null ? [] : [{ value: long, about: description }],
  );
  return [...named, { value: '--help', about: say`show this help` }];
}

function isUsed(option: Option, given: Given): boolean {
  return given.has(option) && !option.variadic;
}

function helpWords(help: Command, operands: readonly string[]): Completion {
  const group = operands.reduce<Command | undefined>(
    (command, word) => command && subcommand(command, word),
    help.parent ?? undefined,
  );
  if (group === undefined) return nothing;
  const pages = group.parent === null ? topics : [];
  const about = pages.map(({ name, summary }) => ({ value: name, about: summary }));
  return { candidates: [...commandNames(group), ...about], then: '' };
}

function commandNames(command: Command): Candidate[] {
  return visibleCommands(command).map((one) => ({ value: one.name(), about: one.description() }));
}
