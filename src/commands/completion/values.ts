import type { Command, Option } from 'commander';
import { keyNames } from '../../config/keys.js';
import { fieldGroups } from '../../diff/wanted-fields.js';
import { lookupStatuses } from '../../export/lookup-status.js';
import { nothing, type Candidate, type Completion, type Sources } from './types.js';

/** The candidates for the value of an option. */
export async function optionValues(
  option: Option,
  current: string,
  sources: Sources,
): Promise<Completion> {
  if (option.argChoices !== undefined) return plain(option.argChoices);
  if (option.long === '--profile') return { candidates: await sources.profiles(), then: '' };
  if (option.long === '--encoding') return { candidates: await sources.encodings(), then: '' };
  if (option.long === '--only') return listOf(onlyValues(option), current);
  return byPlaceholder(option.flags);
}

/** `bulk diff` has fields there, the others statuses. */
function onlyValues({ flags }: Option): readonly string[] {
  return flags.includes('<field') ? Object.keys(fieldGroups) : lookupStatuses;
}

/** The candidates for the next argument of a command. */
export async function argumentValues(
  command: Command,
  operands: readonly string[],
  current: string,
  sources: Sources,
): Promise<Completion> {
  const all = command.registeredArguments;
  const last = all.at(-1);
  const argument = all[operands.length] ?? (last?.variadic === true ? last : undefined);
  if (argument === undefined) return nothing;
  if (argument.argChoices !== undefined) return plain(argument.argChoices);
  return byName(argument.name(), current, sources);
}

async function byName(name: string, current: string, sources: Sources): Promise<Completion> {
  if (name === 'older' || name === 'newer')
    return { candidates: await sources.batches(current), then: 'files' };
  if (name === 'batch') return { candidates: await sources.batches(current), then: '' };
  if (name === 'profile') return { candidates: await sources.profiles(), then: '' };
  return name === 'setting' ? plain(keyNames) : byPlaceholder(`<${name}>`);
}

/** The shell completes `<file>`, `<path>` and `<dir>`. */
function byPlaceholder(flags: string): Completion {
  const placeholder = /<([^<>]*)>/.exec(flags)?.[1] ?? '';
  if (/\b(file|path)\b/.test(placeholder)) return { candidates: [], then: 'files' };
  return /\b(dir|folder)\b/.test(placeholder) ? { candidates: [], then: 'folders' } : nothing;
}

/** Completes the next of several comma-separated values, without those already given. */
function listOf(values: readonly string[], current: string): Completion {
  const before = /^.*,/.exec(current)?.[0] ?? '';
  const open = values.filter((value) => !before.split(',').includes(value));
  return { candidates: plain(open.map((value) => before + value)).candidates, then: 'joined' };
}

function plain(values: readonly string[]): { candidates: Candidate[]; then: '' } {
  return { candidates: values.map((value) => ({ value, about: '' })), then: '' };
}
