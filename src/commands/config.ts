import { t } from '../messages/index.js';
import type { Command } from 'commander';
import { configFiles } from '../config/folders.js';
import { isKeyName, readValue, type Value } from '../config/keys.js';
import { profileName, requireStorable } from '../config/profile-name.js';
import { unknownKey } from '../config/settings.js';
import { readConfig, readCredentials, type StoredProfile, writeConfig } from '../config/store.js';
import type { Context } from '../context.js';
import { exitCodes } from '../exit-codes.js';
import { safeJson } from '../foreign-text.js';
import { profileLine, settingsText } from '../output/account/settings.js';
import { refuseOpenPlaces } from './shared/account.js';
import { answerShown, type GlobalOptions, type Host, wantsJson } from './shared/options.js';
import { knownProfiles, loadSettings, requireProfile } from './shared/settings.js';

/** `confere config get`. */
export function defineGet(command: Command, host: Host): void {
  command.action((key: string) => get(host, key, command.optsWithGlobals()));
}

/** `confere config list`. */
export function defineList(command: Command, host: Host): void {
  command.action(() => list(host, command.optsWithGlobals()));
}

/** `confere config path`. */
export function definePath(command: Command, host: Host): void {
  command.action(() => {
    showPath(host, command.optsWithGlobals());
  });
}

/** `confere config set`. */
export function defineSet(command: Command, host: Host): void {
  command.action((key: string, value: string) => set(host, key, value, command.optsWithGlobals()));
}

/** `confere config unset`. */
export function defineUnset(command: Command, host: Host): void {
  command.action((key: string) => unset(host, key, command.optsWithGlobals()));
}

/** `confere config get`: prints only the value, on stdout. */
async function get(host: Host, key: string, options: GlobalOptions): Promise<void> {
  const { stdout, stderr } = host.context;
  const presentation = answerShown(options);
  if (!isKeyName(key)) throw unknownKey(key);
  const { profile, all } = await loadSettings(host.context, options);
  const { value } = all[key];
  if (presentation.json) stdout.write(`${safeJson(value ?? null)}\n`);
  else if (value !== undefined) stdout.write(`${value}\n`);
  else if (!presentation.quiet) stderr.write(`${t.config.noValue(key, profile)}\n`);
  host.finish(exitCodes.ok);
}

/** `confere config list`: every setting with its value and source. */
async function list(host: Host, options: GlobalOptions): Promise<void> {
  const { stdout, stderr } = host.context;
  const presentation = answerShown(options);
  const { profile, all } = await loadSettings(host.context, options);
  const profiles = await knownProfiles(host.context);
  if (presentation.json) {
    const settings = Object.entries(all).map(([key, { value = null, from = null }]) => ({
      ...{ key, value, source: from },
    }));
    stdout.write(`${safeJson({ profile, profiles, settings })}\n`);
  } else {
    if (!presentation.quiet) stderr.write(profileLine(profile, profiles));
    stdout.write(settingsText(all));
  }
  host.finish(exitCodes.ok);
}

/** `confere config path`: the path of the file, whether it exists or not. */
function showPath(host: Host, options: GlobalOptions): void {
  const files = configFiles(host.context);
  host.context.stdout.write(wantsJson(options) ? `${safeJson(files)}\n` : `${files.config}\n`);
  host.finish(exitCodes.ok);
}

/** `confere config set`: checks the value and stores it; creates the profile if it does not exist. */
async function set(host: Host, key: string, text: string, options: GlobalOptions): Promise<void> {
  const { context } = host;
  const profile = requireStorable(profileName(options.profile, context.env));
  if (!isKeyName(key)) throw unknownKey(key);
  const value = readValue(key, text, key);
  await change(context, profile, (stored) => ({ ...stored, [key]: value }));
  if (wantsJson(options)) printStored(host, profile, key, value);
  const { quiet } = answerShown(options);
  if (key === 'base-url' && !quiet) await tellKeyElsewhere(host, profile, String(value));
  host.finish(exitCodes.ok);
}

/** `confere config unset`: also removes a setting that this version does not know. */
async function unset(host: Host, key: string, options: GlobalOptions): Promise<void> {
  const { context } = host;
  const profile = profileName(options.profile, context.env);
  await requireProfile(context, profile);
  const stored = (await readConfig(configFiles(context).config)).get(profile) ?? {};
  if (Object.hasOwn(stored, key)) {
    await change(context, profile, (values) => without(values, key));
  } else if (!isKeyName(key)) throw unknownKey(key);
  else if (!answerShown(options).quiet)
    context.stderr.write(`${t.config.wasNotSet(key, profile)}\n`);
  if (wantsJson(options)) printStored(host, profile, key, null);
  host.finish(exitCodes.ok);
}

/** For programs; people see that nothing was refused. */
function printStored(
  { context: { stdout } }: Host,
  profile: string,
  key: string,
  value: Value | null,
): void {
  stdout.write(`${safeJson({ profile, key, value })}\n`);
}

async function change(
  context: Context,
  profile: string,
  make: (stored: StoredProfile) => StoredProfile,
): Promise<void> {
  const { config } = configFiles(context);
  refuseOpenPlaces(context);
  const profiles = new Map(await readConfig(config));
  const changed = make(profiles.get(profile) ?? {});
  if (Object.keys(changed).length > 0) profiles.set(profile, changed);
  else profiles.delete(profile);
  await writeConfig(config, profiles);
}

function without(stored: StoredProfile, key: string): StoredProfile {
  return Object.fromEntries(Object.entries(stored).filter(([name]) => name !== key));
}

/** Warns that a stored key is sent only to the base URL for which it was checked. */
async function tellKeyElsewhere(
  { context, next }: Host,
  profile: string,
  baseUrl: string,
): Promise<void> {
  const keys = await readCredentials(configFiles(context).credentials);
  const boundTo = keys.get(profile)?.baseUrl;
  if (boundTo === undefined || boundTo === baseUrl) return;
  context.stderr.write(`${t.config.keyBoundTo(profile, boundTo, next.command('auth login'))}\n`);
}
