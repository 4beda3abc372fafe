import type { Command } from 'commander';
import { t } from '../../messages/index.js';
import type { HelpNotes } from '../shared/command.js';

/** The notes of each command, for which commander has no property. */
const notes = new WeakMap<Command, HelpNotes>();

export function addNotes(command: Command, added: HelpNotes): void {
  notes.set(command, added);
}

/** Returns the examples of a command; none before its file is loaded. A group has one example. */
export function readExamples(command: Command): readonly string[] {
  return notes.get(command)?.examples ?? [];
}

/** Returns the paragraphs that the help of a command adds to its summary and its options. */
export function readAbout(command: Command, path: string): readonly string[] {
  const texts: Readonly<Record<string, string>> = t.help.about;
  return [texts[path], notes.get(command)?.about?.()].filter((text) => text !== undefined);
}

/** Returns `Exit codes: 3 …; 7 …`; empty for a command without exit codes that scripts should distinguish. */
export function writeExits(command: Command): string {
  const exits = notes.get(command)?.exits ?? [];
  const list = exits.map((one) => {
    const [code, textName = code] = typeof one === 'object' ? one : [one];
    return `${code} ${t.exitCodes.short[textName]}`;
  });
  return list.length === 0 ? '' : t.exitCodes.ofCommand(list.join('; '));
}
