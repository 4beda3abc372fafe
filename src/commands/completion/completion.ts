import type { Command, Option } from 'commander';
import { configFiles, ledgerPlace, stateFolder } from '../../config/folders.js';
import { keyNames } from '../../config/keys.js';
import {
  type Credential,
  readConfig,
  readCredentials,
  type StoredProfile,
} from '../../config/store.js';
import type { Context } from '../../context.js';
import { fieldGroups } from '../../diff/wanted-fields.js';
import { lookupStatuses } from '../../export/lookup-status.js';
import { formatMinute, t } from '../../messages/index.js';
import { topics } from '../help/help.js';
import { optionsOf, type Place, subcommand, visibleCommands, walk } from '../help/walk.js';
import { accountFrom } from '../shared/account.js';
import type { GlobalOptions, Host } from '../shared/options.js';

/** Each calls `confere __complete` at every Tab. */
const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;

/** `confere completion <shell>`. */
export function defineCompletion(command: Command, host: Host): void {
  for (const argument of command.registeredArguments) argument.choices(SHELLS);
  command.action(async (shell: (typeof SHELLS)[number]) => {
    const scripts = await import('./scripts.js');
    host.context.stdout.write(scripts[shell]);
  });
}

/** The hidden command that the scripts call at every Tab. */
export function defineComplete(command: Command, host: Host): void {
  command.action(async (words: string[]) => {
    host.context.stdout.write(await answer(command.parent ?? command, host, words));
  });
}

interface Candidate {
  /** The whole word. */
  readonly value: string;
  readonly about: string;
}

/** The candidates for the last word. */
interface Completion {
  readonly candidates: readonly Candidate[];
  /** What the shell adds: names of files or folders. With `joined` it puts no space after the candidate. */
  readonly then: 'files' | 'folders' | 'joined' | '';
}

const nothing: Completion = { candidates: [], then: '' };

/** The machine, and the options on the line. */
interface Given {
  readonly context: Context;
  readonly given: Place['given'];
}

/**
 * The protocol of the completion scripts: one candidate per line with a tab before its description, then
 * a last line that begins with `:` and names an action (`:files`, `:folders`, `:joined`, or only `:`).
 * It prints no errors, because they would appear in the middle of the line that the user types.
 */
async function answer(program: Command, host: Host, words: readonly string[]): Promise<string> {
  const found = complete(program, words, host.context);
  const { candidates, then } = await found.catch(() => nothing);
  return `${candidates.map(line).join('')}:${then}\n`;
}

function line({ value, about }: Candidate): string {
  const plain = about.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return plain === '' ? `${value}\n` : `${value}\t${plain}\n`;
}

/** More candidates would fill the screen. */
const MOST_BATCHES = 50;

async function profiles({ context }: Given): Promise<Completion> {
  const all = [...(await profilesOf(context))];
  return {
    candidates: all.map(([value, { baseUrl = '' }]) => ({ value, about: baseUrl })),
    then: '',
  };
}

/** The batches of the account on the line whose ids begin so. Creates nothing and uses no network. */
async function batches({ context, given }: Given, idPrefix: string): Promise<Candidate[]> {
  const { peekBatches } = await import('../../ledger/sqlite/peek.js');
  const options: Partial<GlobalOptions> = Object.fromEntries(
    [...given].map(([option, value]) => [option.attributeName(), value]),
  );
  const query = { idPrefix, most: MOST_BATCHES };
  const found = await peekBatches(await ledgerOf(context, options), query);
  return found.map(({ id, file, createdAt }) => ({
    value: id,
    about: `${file}, ${formatMinute(createdAt)}`,
  }));
}

/** The candidates for the last of `words`, which are the words after the program's name. */
async function complete(
  program: Command,
  words: readonly string[],
  context: Context,
): Promise<Completion> {
  const current = words.at(-1) ?? '';
  const place = walk(program, words.slice(0, -1));
  const all = await possible(place, current, { context, given: place.given });
  return { ...all, candidates: all.candidates.filter(({ value }) => value.startsWith(current)) };
}

async function possible(place: Place, current: string, on: Given): Promise<Completion> {
  const { command, awaiting, isLiteral, operands } = place;
  if (awaiting !== undefined) return optionValues(awaiting, current, on);
  if (!isLiteral && current.startsWith('-')) return flags(place, current, on);
  if (command.name() === 'help') return helpWords(command, operands);
  if (command.commands.length > 0) {
    return operands.length > 0 ? nothing : { candidates: commandNames(command), then: '' };
  }
  return argumentValues(command, operands, current, on);
}

/** Completes an option, or its value after `--flag=`. */
async function flags(place: Place, current: string, on: Given): Promise<Completion> {
  const [start, flag] = /^(--[^=]+)=/.exec(current) ?? [];
  if (start === undefined) return { candidates: flagNames(place), then: '' };
  const option = optionsOf(place.command).find(({ long }) => long === flag);
  if (option?.required !== true) return nothing;
  const { candidates, then } = await optionValues(option, current.slice(start.length), on);
  return { then, candidates: candidates.map((one) => ({ ...one, value: start + one.value })) };
}

/** The options that are not yet on the line; `--help` is always possible. */
function flagNames({ command, given }: Place): Candidate[] {
  const open = optionsOf(command).filter((option) => !option.hidden && !isUsed(option, given));
  const named = open.flatMap(({ long, description }) =>
    long == null ? [] : [{ value: long, about: description }],
  );
  return [...named, { value: '--help', about: t.options.help }];
}

function isUsed(option: Option, given: Place['given']): boolean {
  return given.has(option) && !option.variadic;
}

function helpWords(help: Command, operands: readonly string[]): Completion {
  const group = operands.reduce<Command | undefined>(
    (command, word) => command && subcommand(command, word),
    help.parent ?? undefined,
  );
  if (group === undefined) return nothing;
  const pages = group.parent === null ? topics : [];
  const about = pages.map(({ name, summary }) => ({ value: name, about: summary() }));
  return { candidates: [...commandNames(group), ...about], then: '' };
}

function commandNames(command: Command): Candidate[] {
  return visibleCommands(command).map((one) => ({ value: one.name(), about: one.description() }));
}

/** The candidates for the value of an option. */
async function optionValues(option: Option, current: string, on: Given): Promise<Completion> {
  if (option.argChoices !== undefined) return plain(option.argChoices);
  if (option.long === '--profile') return profiles(on);
  if (option.long === '--encoding')
    return plain((await import('../../input/encoding.js')).encodingNames);
  if (option.long === '--only') return listOf(onlyValues(option), current);
  if (option.long === '--state')
    return listOf((await import('../../batch/summary.js')).batchStates, current);
  return byPlaceholder(option.flags);
}

/** `bulk diff` has fields there, the others statuses. */
function onlyValues({ flags }: Option): readonly string[] {
  return flags.includes('<field') ? Object.keys(fieldGroups) : lookupStatuses;
}

/** The candidates for the next argument of a command. */
async function argumentValues(
  command: Command,
  operands: readonly string[],
  current: string,
  on: Given,
): Promise<Completion> {
  const all = command.registeredArguments;
  const last = all.at(-1);
  const argument = all[operands.length] ?? (last?.variadic === true ? last : undefined);
  if (argument === undefined) return nothing;
  if (argument.argChoices !== undefined) return plain(argument.argChoices);
  return byName(argument.name(), current, on);
}

async function byName(name: string, current: string, on: Given): Promise<Completion> {
  if (name === 'older' || name === 'newer')
    return { candidates: await batches(on, current), then: 'files' };
  if (name === 'batch') return { candidates: await batches(on, current), then: '' };
  if (name === 'profile') return profiles(on);
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

interface Profile {
  readonly baseUrl?: string;
  readonly ledger?: string;
}

/**
 * The profiles that have settings or a key. A file that is missing, broken or of a newer version has
 * none.
 */
async function profilesOf(context: Context): Promise<ReadonlyMap<string, Profile>> {
  const { config, credentials } = configFiles(context);
  const keys = await readCredentials(credentials).catch(() => new Map<string, Credential>());
  const settings = await readConfig(config).catch(() => new Map<string, StoredProfile>());
  const places = [...keys].map(([name, { baseUrl }]) => [name, { baseUrl }] as const);
  return new Map<string, Profile>([
    ...places,
    ...[...settings].map(([name, stored]) => [name, profile(stored)] as const),
  ]);
}

function profile({ 'base-url': baseUrl, ledger }: StoredProfile): Profile {
  return {
    baseUrl: baseUrl === undefined ? undefined : String(baseUrl),
    ledger: ledger === undefined ? undefined : String(ledger),
  };
}

/**
 * The folder on this machine of the ledger that a command with these options would open; a shared one is elsewhere.
 *
 * @throws UsageError if no base URL is known
 */
async function ledgerOf(context: Context, options: Partial<GlobalOptions>): Promise<string> {
  const { profile: name, baseUrl, sandbox } = options;
  const account = accountFrom({ profile: name, baseUrl, sandbox }, context);
  const stored = (await profilesOf(context)).get(account.profile);
  const url = account.baseUrl ?? (context.env['CONFERE_BASE_URL'] || stored?.baseUrl);
  const ledger = context.env['CONFERE_LEDGER'] || stored?.ledger;
  const own = { ...account, baseUrl: url, ledger };
  return ledgerPlace(stateFolder(context), own).folder;
}
