import type { Command, Option } from 'commander';
import { configFiles, locateLedger, stateFolder } from '../config/folders.js';
import { settingNames, settingChoices } from '../config/settings.js';
import { settingsFile } from '../config/store.js';
import type { Context } from '../base/context.js';
import { fieldGroups } from '../diff/wanted-fields.js';
import { rowFilters } from '../export/format.js';
import { formatMinute, t } from '../messages/index.js';
import { recordFields } from '../records/fields.js';
import { topics } from './help/help.js';
import {
  listUnderstoodOptions,
  type PlaceInLine,
  findSubcommand,
  listVisibleCommands,
  followWords,
} from './help/walk.js';
import { loadSettings, refuseExposedPlaces } from './shared/account.js';
import { type CommandDefinition, type CommandContext, noOptions } from './shared/command.js';
import type { GlobalOptions } from './shared/option.js';

const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;

/** `confere completion <shell>`. */
export const completion: CommandDefinition = {
  choices: SHELLS,
  examples: [
    'eval "$(confere completion bash)"  # ~/.bashrc',
    'eval "$(confere completion zsh)"  # ~/.zshrc',
    'confere completion fish | source  # ~/.config/fish/config.fish',
    'confere completion powershell | Out-String | iex  # $PROFILE',
  ],
  options: noOptions,
  run: async (command: CommandContext, shell: (typeof SHELLS)[number]) => {
    const scripts = await import('./completion-scripts.js');
    command.context.stdout.write(scripts[shell]);
  },
};

/**
 * Prints one candidate per line with a tab before its description, then `:` and what the shell adds (`shellAdds`).
 * Errors are not printed, because the shell would show them in the line that the user types.
 */
export const __complete: CommandDefinition = {
  options: noOptions,
  run: async (
    { context }: CommandContext,
    words: readonly string[],
    _: object,
    { parent }: Command,
  ) => {
    const current = words.at(-1) ?? '';
    const place = parent && followWords(parent, words.slice(0, -1));
    const completion =
      place && refuseOpenFolder(context).then(() => findCompletion(place, current, context));
    const { candidates, shellAdds } =
      (await completion?.catch(() => undefined)) ?? createCompletion([]);
    const fitting = candidates.filter(({ value }) => value.startsWith(current));
    context.stdout.write(`${fitting.map(formatCandidate).join('')}:${shellAdds}\n`);
  },
};

/** Refuses a folder that other users may write to, because its contents would be suggested. @throws as `refuseExposedPlaces` */
async function refuseOpenFolder(context: Context): Promise<void> {
  await Promise.resolve();
  refuseExposedPlaces(context);
}

function formatCandidate({ value, about = '' }: Candidate): string {
  const description = about.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return description === '' ? `${value}\n` : `${value}\t${description}\n`;
}

/** A word that may complete the line, with its description. */
interface Candidate {
  readonly value: string;
  readonly about?: string;
}

interface Completion {
  readonly candidates: readonly Candidate[];
  /** The kind of names that the shell adds to the candidates. */
  readonly shellAdds: 'files' | 'folders' | '';
}

function createCompletion(
  values: readonly (string | Candidate)[],
  shellAdds: Completion['shellAdds'] = '',
): Completion {
  const candidates = values.map((value) => (typeof value === 'string' ? { value } : value));
  return { candidates, shellAdds };
}

async function findCompletion(
  place: PlaceInLine,
  current: string,
  context: Context,
): Promise<Completion> {
  const { command, awaiting, isLiteral, operands } = place;
  const findOptionValues = ({ argChoices, long, flags }: Option) =>
    argChoices
      ? createCompletion(argChoices)
      : findValues(long ?? '', flags, place, current, context);
  if (awaiting !== undefined) return findOptionValues(awaiting);
  if (!isLiteral && current.startsWith('-')) {
    const [start, flag] = /^(--[^=]+)=/.exec(current) ?? [];
    if (start === undefined) return suggestFlags(place);
    const option = listUnderstoodOptions(command).find(({ long }) => long === flag);
    if (option?.required !== true) return createCompletion([]);
    const { candidates, shellAdds } = await findOptionValues(option);
    const prefixed = candidates.map((one) => ({ ...one, value: start + one.value }));
    return createCompletion(prefixed, shellAdds);
  }
  if (command.name() === 'help') return suggestHelpWords(command, operands);
  if (command.commands.length > 0)
    return createCompletion(operands.length > 0 ? [] : listCommandNames(command));
  const parameters = command.registeredArguments;
  const lastParameter = parameters.at(-1);
  const argument =
    parameters[operands.length] ?? (lastParameter?.variadic === true ? lastParameter : undefined);
  if (argument === undefined) return createCompletion([]);
  const name = argument.name();
  if (argument.argChoices !== undefined) return createCompletion(argument.argChoices);
  return findValues(name, `<${name}>`, place, current, context);
}

/** Options that most users set once as settings; only `confere sandbox`, which has other rates, suggests them. */
const NOT_SUGGESTED: ReadonlySet<string> = new Set([
  ...['--settle', '--interval', '--rate', '--realtime-rate'],
]);

function suggestFlags({ command, given }: PlaceInLine): Completion {
  const isSandbox = command.name() === 'sandbox';
  const mayBeSuggested = (one: Option) =>
    !one.hidden &&
    (!NOT_SUGGESTED.has(one.long ?? '') || (isSandbox && command.options.includes(one)));
  const suggested = listUnderstoodOptions(command).filter(
    (one) => mayBeSuggested(one) && (!given.has(one) || one.variadic || one.long === '--compare'),
  );
  const flags = suggested.map(({ long, description: about }) => ({ value: long ?? '', about }));
  return createCompletion([...flags, { value: '--help', about: t.options.help }]);
}

function suggestHelpWords(help: Command, operands: readonly string[]): Completion {
  const group = operands.reduce<Command | undefined>(
    (command, word) => command && findSubcommand(command, word),
    help.parent ?? undefined,
  );
  if (group === undefined) return createCompletion([]);
  const pages = group.parent === null ? topics : [];
  const pageCandidates = pages.map(({ name, summary }) => ({ value: name, about: summary() }));
  return createCompletion([...listCommandNames(group), ...pageCandidates]);
}

function listCommandNames(command: Command): Candidate[] {
  return listVisibleCommands(command).map((one) => ({
    value: one.name(),
    about: one.description(),
  }));
}

/** Returns the possible values of the option or argument `name`. `flags`: its syntax, with a placeholder `<…>`. */
async function findValues(
  name: string,
  flags: string,
  { given, operands }: PlaceInLine,
  current: string,
  context: Context,
): Promise<Completion> {
  switch (name) {
    case '--profile':
      return suggestProfiles(context);
    case '--encoding':
      return createCompletion((await import('../input/encoding.js')).encodingNames);
    case '--only':
      // In `bulk diff` the values are fields, in other commands statuses and verdicts.
      return createCompletion(flags.includes('<field') ? Object.keys(fieldGroups) : rowFilters);
    case '--compare':
      return createCompletion(recordFields('both').map((field) => `${field}=`));
    case '--state':
      return createCompletion((await import('../batch/summary.js')).batchStates);
    case 'older':
    case 'newer':
      return createCompletion(await suggestBatches(context, given, current), 'files');
    case 'batch':
      return createCompletion(await suggestBatches(context, given, current));
    case 'setting':
      return createCompletion(settingNames);
    case 'value':
      return createCompletion(settingChoices[operands[0] ?? ''] ?? []);
  }
  const placeholder = /<([^<>]*)>/.exec(flags)?.[1] ?? '';
  if (/\b(file|path)\b/.test(placeholder)) return createCompletion([], 'files');
  return createCompletion([], /\b(dir|folder)\b/.test(placeholder) ? 'folders' : '');
}

async function suggestProfiles(context: Context): Promise<Completion> {
  const profiles = [...(await settingsFile.read(configFiles(context).config))];
  return createCompletion(
    profiles.map(([value, { 'base-url': url = '' }]) => ({ value, about: String(url) })),
  );
}

const MOST_BATCHES = 50;

/** Returns the batches of the typed account whose ids begin with `idPrefix`, without creating a ledger or a request. */
async function suggestBatches(context: Context, given: PlaceInLine['given'], idPrefix: string) {
  const { peekBatches } = await import('../ledger/sqlite/peek.js');
  const options: Partial<GlobalOptions> = Object.fromEntries(
    [...given].map(([option, value]) => [option.attributeName(), value]),
  );
  const { profile, baseUrl, sandbox } = options;
  const { account } = await loadSettings(context, { profile, baseUrl, sandbox });
  const { folder } = locateLedger(stateFolder(context), account);
  const batches = await peekBatches(folder, { idPrefix, limit: MOST_BATCHES });
  return batches.map(({ id: value, file, createdAt }) => {
    return { value, about: `${file}, ${formatMinute(createdAt)}` };
  });
}
