import { configFiles } from '../config/folders.js';
import { isKeyName, isOfAccount, profileName, unknownKey } from '../config/settings.js';
import { settingsFile } from '../config/store.js';
import { t } from '../messages/index.js';
import { plainText } from '../terminal/table.js';
import {
  changeProfile,
  knownProfiles,
  loadSettings,
  meansSandbox,
  requireProfile,
  storeSetting,
} from './shared/account.js';
import { defineCommand, noOptions } from './shared/command.js';
import { answer, report, say } from './shared/user.js';

/** `confere config get`: prints only the value, on stdout. */
export const get = defineCommand(
  { options: noOptions, examples: ['confere config get rate --profile work'] },
  async (host, key: string) => {
    if (!isKeyName(key)) throw unknownKey(key);
    const { profile, all } = await loadSettings(host.context, host.options);
    const { value } = all[key];
    answer(host, value ?? null, value === undefined ? '' : `${value}\n`);
    if (value === undefined && !host.json) say(host, `${t.config.notSet(key, profile)}\n`);
  },
);

/** `confere config list`: every setting with its value and source. */
export const list = defineCommand(
  { options: noOptions, examples: ['confere config list --profile work --json'] },
  async (host) => {
    const { profile, all } = await loadSettings(host.context, host.options);
    const profiles = await knownProfiles(host.context);
    const settings = Object.entries(all).map(([key, { value = null, from = null }]) => ({
      key,
      value,
      source: from,
    }));
    const others = profiles.filter((name) => name !== profile).join(', ');
    const { profile: alone, profileAmong } = t.config;
    if (!host.json)
      say(host, `${others === '' ? alone(profile) : profileAmong({ profile, others })}\n`);
    const rows = settings.map(({ key, value, source }) => [
      ...[key, String(value ?? '-'), sourceText(source)],
    ]);
    answer(host, { profile, profiles, settings }, plainText(rows));
  },
);

export function sourceText(source: string | null): string {
  const words: Readonly<Record<string, string>> = t.config.sources;
  return words[source ?? ''] ?? source ?? '';
}

/** `confere config path`: the path of the file, whether it exists or not. */
export const path = defineCommand(
  { options: noOptions, examples: ['cat "$(confere config path)"'] },
  (host) => {
    const files = configFiles(host.context);
    answer(host, files, `${files.config}\n`);
  },
);

/** `confere config set`: checks the value and stores it; creates the profile if it does not exist. */
export const set = defineCommand(
  { options: noOptions, examples: ['confere config set max-credits 500'] },
  async (host, key: string, text: string) => {
    const profile = profileName(host.options.profile, host.context.env);
    if (!isKeyName(key)) throw unknownKey(key);
    const value = await storeSetting(host.context, profile, key, text);
    const isUnused = isOfAccount(key) && meansSandbox(host.context, host.options);
    report(host, { profile, key, value }, isUnused ? t.config.notInSandbox(key) : '');
  },
);

/** `confere config unset`: also removes a setting that this version does not know. */
export const unset = defineCommand(
  { options: noOptions, examples: ['confere config unset max-credits'] },
  async (host, key: string) => {
    const { context } = host;
    const profile = profileName(host.options.profile, context.env);
    await requireProfile(context, profile);
    const stored = (await settingsFile.read(configFiles(context).config)).get(profile) ?? {};
    if (Object.hasOwn(stored, key))
      await changeProfile(context, profile, ({ [key]: _, ...others }) => others);
    else if (!isKeyName(key)) throw unknownKey(key);
    else say(host, `${t.config.notSet(key, profile)}\n`);
    report(host, { profile, key, value: null }, '');
  },
);
