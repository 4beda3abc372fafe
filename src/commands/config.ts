import { configFiles } from '../config/folders.js';
import {
  describeUnset,
  isSettingName,
  isForRealAccount,
  readProfileName,
  type SettingName,
  unknownSettingError,
} from '../config/settings.js';
import { settingsFile } from '../config/store.js';
import { t } from '../messages/index.js';
import { fitToTerminal } from '../terminal/streams.js';
import type { Style } from '../terminal/style.js';
import { formatPlainTable } from '../terminal/table.js';
import { measureWidth } from '../terminal/text.js';
import {
  changeProfile,
  listProfiles,
  loadSettings,
  usesSandbox,
  requireProfile,
  storeSetting,
} from './shared/account.js';
import { type CommandContext, defineCommand, noOptions } from './shared/command.js';
import { printAnswer, reportDone, say } from './shared/print.js';

/** `confere config get`: prints only the value, on stdout. */
export const get = defineCommand(
  { options: noOptions, examples: ['confere config get rate --profile work'] },
  async (command, key: string) => {
    if (!isSettingName(key)) throw unknownSettingError(key);
    const { profile, settings } = await loadSettings(command.context, command.options);
    const { value } = settings[key];
    printAnswer(command, value ?? null, value === undefined ? '' : `${value}\n`);
    if (value === undefined && !command.json) say(command, `${t.config.notSet(key, profile)}\n`);
  },
);

/** `confere config list`: prints every setting with its value and source. */
export const list = defineCommand(
  { options: noOptions, examples: ['confere config list --profile work --json'] },
  async (command) => {
    const { profile, settings: all } = await loadSettings(command.context, command.options);
    const profiles = await listProfiles(command.context);
    const settings = Object.entries(all).map(([key, { value = null, from = null }]) => ({
      key,
      value,
      source: from,
    }));
    const others = profiles.filter((name) => name !== profile).join(', ');
    const { profile: alone, profileAmong } = t.config;
    if (!command.json)
      say(command, `${others === '' ? alone(profile) : profileAmong({ profile, others })}\n`);
    const rows = settings.map(({ key, value, source }) => {
      const otherwise = value === null && isSettingName(key) ? describeUnset(key) : undefined;
      if (otherwise !== undefined) return [key, otherwise, describeSource('default')];
      return [key, String(value ?? '-'), describeSource(source)];
    });
    printAnswer(command, { profile, profiles, settings }, formatSettings(rows, command.style));
  },
);

/** Formats settings with their values and sources; in a narrow terminal the source stands behind the value. */
function formatSettings(rows: readonly (readonly string[])[], style: Style): string {
  const table = formatPlainTable(rows);
  const fits = table.split('\n').every((line) => measureWidth(line) < style.columns);
  if (!style.isTerminal || fits) return table;
  const narrowRows = rows.map(([key = '', value = '', source = '']) => [
    key,
    source === '' ? value : `${value} (${source})`,
  ]);
  return fitToTerminal(formatPlainTable(narrowRows), style);
}

/** Returns the words for the source of a setting; other sources, such as a variable, are named as they are. */
export function describeSource(source: string | null): string {
  const words: Readonly<Record<string, string>> = t.config.sources;
  return words[source ?? ''] ?? source ?? '';
}

/** `confere config path`: prints the path of the file, whether it exists or not. */
export const path = defineCommand(
  { options: noOptions, examples: ['cat "$(confere config path)"'] },
  (command) => {
    const files = configFiles(command.context);
    printAnswer(command, files, `${files.config}\n`);
  },
);

/** `confere config set`: checks a value and stores it in the profile, which is created if need be. */
export const set = defineCommand(
  { options: noOptions, examples: ['confere config set max-credits 500'] },
  async (command, key: string, text: string) => {
    const profile = readProfileName(command.options.profile, command.context.env);
    if (!isSettingName(key)) throw unknownSettingError(key);
    const value = await storeSetting(command.context, profile, key, text);
    reportDone(command, { profile, key, value }, noteAfterSetting(command, key));
  },
);

function noteAfterSetting(command: CommandContext, key: SettingName): string {
  if (isForRealAccount(key) && usesSandbox(command.context, command.options))
    return t.config.notInSandbox(key);
  // The user should try the key command now; otherwise it first runs with the next command, perhaps unattended.
  return key === 'api-key-command'
    ? t.config.tryKeyCommand(command.next.command('auth status'))
    : '';
}

/** `confere config unset`: also removes a setting that this version does not know. */
export const unset = defineCommand(
  { options: noOptions, examples: ['confere config unset max-credits'] },
  async (command, key: string) => {
    const { context } = command;
    const profile = readProfileName(command.options.profile, context.env);
    await requireProfile(context, profile);
    const stored = (await settingsFile.read(configFiles(context).config)).get(profile) ?? {};
    if (Object.hasOwn(stored, key))
      await changeProfile(context, profile, ({ [key]: _, ...others }) => others);
    else if (!isSettingName(key)) throw unknownSettingError(key);
    else say(command, `${t.config.notSet(key, profile)}\n`);
    reportDone(command, { profile, key, value: null }, '');
  },
);
