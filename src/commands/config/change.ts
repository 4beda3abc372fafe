import type { Command } from 'commander';
import { safeJson } from '../../foreign-text.js';
import { configFiles } from '../../config/folders.js';
import { isKeyName, readValue, type Value } from '../../config/keys.js';
import { profileName, requireStorable } from '../../config/profile-name.js';
import {
  readConfig,
  readCredentials,
  writeConfig,
  type StoredProfile,
} from '../../config/store.js';
import { unknownKey } from '../../config/settings.js';
import type { Context } from '../../context.js';
import { exitCodes } from '../../exit-codes.js';
import { keyElsewhereLine, notSetLine } from '../../output/account/settings-text.js';
import type { GlobalOptions, Host } from '../shared/command-host.js';
import { toOneAnswerPresentation, type Presentation } from '../shared/presentation.js';
import { requireProfile } from '../shared/settings.js';
import { refuseOpenPlaces } from '../shared/open-places.js';

/** `confere config set`. */
export function defineSet(command: Command, host: Host): void {
  command.action(async (key: string, value: string) => {
    const options = command.optsWithGlobals<GlobalOptions>();
    await runSet(host, key, value, toChangeRequest(options, host.context));
  });
}

/** `confere config unset`. */
export function defineUnset(command: Command, host: Host): void {
  command.action(async (key: string) => {
    const options = command.optsWithGlobals<GlobalOptions>();
    await runUnset(host, key, toChangeRequest(options, host.context));
  });
}

/** A change to the settings of one profile. */
export interface ChangeRequest {
  readonly profile: string;
  readonly presentation: Presentation;
}

export function toChangeRequest(
  options: GlobalOptions,
  { env }: Pick<Context, 'env'>,
): ChangeRequest {
  const presentation = toOneAnswerPresentation(options);
  return { profile: profileName(options.profile, env), presentation };
}

/** `confere config set`: checks the value and stores it; creates the profile if it does not exist. */
export async function runSet(
  host: Host,
  key: string,
  text: string,
  request: ChangeRequest,
): Promise<void> {
  const { context } = host;
  const profile = requireStorable(request.profile);
  if (!isKeyName(key)) throw unknownKey(key);
  const value = readValue(key, text, key);
  await change(context, profile, (stored) => ({ ...stored, [key]: value }));
  printStored(host, request, key, value);
  if (key === 'base-url') await tellKeyElsewhere(host, request, String(value));
  host.finish(exitCodes.ok);
}

/** `confere config unset`: also removes a setting that this version does not know. */
export async function runUnset(host: Host, key: string, request: ChangeRequest): Promise<void> {
  const { context } = host;
  const { profile, presentation } = request;
  await requireProfile(context, profile);
  const stored = (await readConfig(configFiles(context).config)).get(profile) ?? {};
  if (Object.hasOwn(stored, key)) {
    await change(context, profile, (values) => without(values, key));
  } else if (!isKeyName(key)) throw unknownKey(key);
  else if (!presentation.quiet) context.stderr.write(notSetLine(key, profile));
  printStored(host, request, key, null);
  host.finish(exitCodes.ok);
}

/** For programs; people see that nothing was refused. */
function printStored(
  { context: { stdout } }: Host,
  { profile, presentation }: ChangeRequest,
  key: string,
  value: Value | null,
): void {
  if (presentation.json) stdout.write(`${safeJson({ profile, key, value })}\n`);
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
  { profile, presentation }: ChangeRequest,
  baseUrl: string,
): Promise<void> {
  const keys = await readCredentials(configFiles(context).credentials);
  const boundTo = keys.get(profile)?.baseUrl;
  if (boundTo === undefined || boundTo === baseUrl || presentation.quiet) return;
  context.stderr.write(keyElsewhereLine(profile, boundTo, next));
}
