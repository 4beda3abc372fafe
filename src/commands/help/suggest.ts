import type { Command } from 'commander';
import { readFileCell } from '../../identifiers/index.js';
import { closest } from '../../closest.js';
import { showable } from './mistyped-word.js';
import { topics } from './topics.js';
import { optionsOf, pathOf, typed, visibleCommands } from './walk.js';

/** The commands that a user who typed `word` after `command` may have meant, as they should be typed. */
export function meantCommands(program: Command, command: Command, word: string): string[] {
  const elsewhere = leaves(program).filter((path) => path.split(' ').at(-1) === word);
  if (elsewhere.length > 0) return elsewhere.map(typed);
  const siblings = visibleCommands(command).map((one) => one.name());
  const near = closest(word, siblings);
  if (near !== undefined) return [typed(`${pathOf(command)} ${near}`.trim())];
  if (topics.some(({ name }) => name === word)) return [typed(`help ${word}`)];
  return meantInput(word);
}

/** The word is an identifier or a file, and its command is missing. */
function meantInput(word: string): string[] {
  const reading = readFileCell(word);
  if (reading.valid) return [`${typed(reading.kind)} ...`];
  return /\.(csv|tsv|txt)$/i.test(word) ? [`${typed('bulk run')} ${showable(word) ?? '...'}`] : [];
}

/** The paths of every command that help shows. */
function leaves(command: Command): string[] {
  return visibleCommands(command).flatMap((one) =>
    one.commands.length > 0 ? leaves(one) : [pathOf(one)],
  );
}

/** The option of `command` that was probably meant. */
export function meantFlag(command: Command, flag: string): string | undefined {
  const flags = optionsOf(command).flatMap(({ long, hidden }) =>
    long == null || hidden ? [] : [long.slice(2)],
  );
  const near = closest(flag.replace(/^-+/, ''), [...flags, 'help']);
  return near === undefined ? undefined : `--${near}`;
}

/** The commands that know `flag`, when this one does not. */
export function commandsWith(program: Command, flag: string): string[] {
  return program.commands.flatMap((command) => [
    ...(command.options.some(({ long, short }) => long === flag || short === flag)
      ? [typed(pathOf(command))]
      : []),
    ...commandsWith(command, flag),
  ]);
}
