import type { Command, Option } from 'commander';
import { configFiles, ledgerPlace, stateFolder } from '../config/folders.js';
import { keyNames } from '../config/keys.js';
import { readConfig } from '../config/store.js';
import type { Context } from '../context.js';
import { fieldGroups } from '../diff/wanted-fields.js';
import { lookupStatuses } from '../export/format.js';
import { formatMinute, t } from '../messages/index.js';
import { topics } from './help/help.js';
import { optionsOf, type Place, subcommand, visibleCommands, walk } from './help/walk.js';
import { loadSettings } from './shared/account.js';
import type { Host } from './shared/host.js';
import { type Defined, type GlobalOptions, noOptions } from './shared/option.js';

const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;

/** `confere completion <shell>`. */
export const completion: Defined = {
  ...{ choices: SHELLS, options: noOptions },
  run: async (host: Host, shell: (typeof SHELLS)[number]) => {
    const scripts = await import('./completion-scripts.js');
    host.context.stdout.write(scripts[shell]);
  },
};

/**
 * One candidate per line with a tab before its description, then `:` and an action. No errors: they would appear in the
 * line that is typed.
 */
export const __complete: Defined = {
  options: noOptions,
  run: async ({ context }: Host, words: readonly string[], _: object, { parent }: Command) => {
    const found = parent && complete(parent, words, context);
    const { candidates, then } = (await found?.catch(() => undefined)) ?? nothing;
    context.stdout.write(`${candidates.map(line).join('')}:${then}\n`);
  },
};

function line({ value, about }: Candidate): string {
  const shown = about.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return shown === '' ? `${value}\n` : `${value}\t${shown}\n`;
}

interface Candidate {
  readonly value: string;
  readonly about: string;
}

interface Completion {
  readonly candidates: readonly Candidate[];
  /** What the shell adds: names of files or folders. */
  readonly then: 'files' | 'folders' | '';
}

const nothing = of([]);

function of(candidates: readonly Candidate[], then: Completion['then'] = ''): Completion {
  return { candidates, then };
}

function plain(values: readonly string[]): Completion {
  return of(values.map((value) => ({ value, about: '' })));
}

interface Given {
  readonly context: Context;
  readonly given: Place['given'];
}

async function complete(
  program: Command,
  words: readonly string[],
  context: Context,
): Promise<Completion> {
  const current = words.at(-1) ?? '';
  const place = walk(program, words.slice(0, -1));
  const { candidates, then } = await possible(place, current, { context, given: place.given });
  return of(
    candidates.filter(({ value }) => value.startsWith(current)),
    then,
  );
}

async function possible(place: Place, current: string, on: Given): Promise<Completion> {
  const { command, awaiting, isLiteral, operands } = place;
  if (awaiting !== undefined) return optionValues(awaiting, on);
  if (!isLiteral && current.startsWith('-')) return flags(place, current, on);
  if (command.name() === 'help') return helpWords(command, operands);
  if (command.commands.length > 0) return operands.length > 0 ? nothing : of(commandNames(command));
  const all = command.registeredArguments;
  const last = all.at(-1);
  const argument = all[operands.length] ?? (last?.variadic === true ? last : undefined);
  if (argument === undefined) return nothing;
  if (argument.argChoices !== undefined) return plain(argument.argChoices);
  return byName(argument.name(), current, on);
}

async function flags({ command, given }: Place, current: string, on: Given): Promise<Completion> {
  const options = optionsOf(command);
  const [start, flag] = /^(--[^=]+)=/.exec(current) ?? [];
  if (start === undefined) {
    const open = options.filter((one) => !one.hidden && (!given.has(one) || one.variadic));
    const named = open.map(({ long, description: about }) => ({ value: long ?? '', about }));
    return of([...named, { value: '--help', about: t.options.help }]);
  }
  const option = options.find(({ long }) => long === flag);
  if (option?.required !== true) return nothing;
  const { candidates, then } = await optionValues(option, on);
  return of(
    candidates.map((one) => ({ ...one, value: start + one.value })),
    then,
  );
}

function helpWords(help: Command, operands: readonly string[]): Completion {
  const group = operands.reduce<Command | undefined>(
    (command, word) => command && subcommand(command, word),
    help.parent ?? undefined,
  );
  if (group === undefined) return nothing;
  const pages = group.parent === null ? topics : [];
  const about = pages.map(({ name, summary }) => ({ value: name, about: summary() }));
  return of([...commandNames(group), ...about]);
}

function commandNames(command: Command): Candidate[] {
  return visibleCommands(command).map((one) => ({ value: one.name(), about: one.description() }));
}

async function optionValues(option: Option, on: Given): Promise<Completion> {
  const { argChoices, flags } = option;
  if (argChoices !== undefined) return plain(argChoices);
  switch (option.long ?? '') {
    case '--profile':
      return profiles(on);
    case '--encoding':
      return plain((await import('../input/encoding.js')).encodingNames);
    case '--only':
      // `bulk diff` has fields there, the others statuses.
      return plain(flags.includes('<field') ? Object.keys(fieldGroups) : lookupStatuses);
    case '--state':
      return plain((await import('../batch/summary.js')).batchStates);
    default:
      return byPlaceholder(flags);
  }
}

async function byName(name: string, current: string, on: Given): Promise<Completion> {
  if (name === 'older' || name === 'newer') return of(await batches(on, current), 'files');
  if (name === 'batch') return of(await batches(on, current));
  return name === 'setting' ? plain(keyNames) : byPlaceholder(`<${name}>`);
}

function byPlaceholder(flags: string): Completion {
  const placeholder = /<([^<>]*)>/.exec(flags)?.[1] ?? '';
  if (/\b(file|path)\b/.test(placeholder)) return of([], 'files');
  return /\b(dir|folder)\b/.test(placeholder) ? of([], 'folders') : nothing;
}

async function profiles({ context }: Given): Promise<Completion> {
  const all = [...(await readConfig(configFiles(context).config))];
  return of(all.map(([value, { 'base-url': url = '' }]) => ({ value, about: String(url) })));
}

const MOST_BATCHES = 50;

/** The batches of the account on the line whose ids begin so. Creates nothing and uses no network. */
async function batches({ context, given }: Given, idPrefix: string): Promise<Candidate[]> {
  const { peekBatches } = await import('../ledger/sqlite/peek.js');
  const options: Partial<GlobalOptions> = Object.fromEntries(
    [...given].map(([option, value]) => [option.attributeName(), value]),
  );
  const { profile, baseUrl, sandbox } = options;
  const { account } = await loadSettings(context, { profile, baseUrl, sandbox });
  const { folder } = ledgerPlace(stateFolder(context), account);
  const found = await peekBatches(folder, { idPrefix, most: MOST_BATCHES });
  return found.map(({ id, file, createdAt }) => ({
    value: id,
    about: `${file}, ${formatMinute(createdAt)}`,
  }));
}
