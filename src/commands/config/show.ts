import type { Command } from 'commander';
import { safeJson } from '../../foreign-text.js';
import { configFiles } from '../../config/folders.js';
import { isKeyName } from '../../config/keys.js';
import { unknownKey } from '../../config/settings.js';
import { exitCodes } from '../../exit-codes.js';
import { noValueLine, profileLine, settingsText } from '../../output/account/settings-text.js';
import type { Context } from '../../context.js';
import type { GlobalOptions, Host } from '../shared/command-host.js';
import { toOneAnswerPresentation, type Presentation } from '../shared/presentation.js';
import {
  knownProfiles,
  loadSettings,
  toSettingsRequest,
  type SettingsRequest,
} from '../shared/settings.js';

/** `confere config get`. */
export function defineGet(command: Command, host: Host): void {
  command.action(async (key: string) => {
    const options = command.optsWithGlobals<GlobalOptions>();
    await runGet(host, key, toShowRequest(options, host.context));
  });
}

/** `confere config list`. */
export function defineList(command: Command, host: Host): void {
  command.action(async () => {
    await runList(host, toShowRequest(command.optsWithGlobals<GlobalOptions>(), host.context));
  });
}

/** `confere config path`. */
export function definePath(command: Command, host: Host): void {
  command.action(() => {
    runPath(host, toShowRequest(command.optsWithGlobals<GlobalOptions>(), host.context));
  });
}

/** A request to show the settings of one profile. */
export interface ShowRequest {
  readonly settings: SettingsRequest;
  readonly presentation: Presentation;
}

export function toShowRequest(
  options: GlobalOptions,
  surroundings: Pick<Context, 'env'>,
): ShowRequest {
  const settings = toSettingsRequest(options, surroundings);
  return { settings, presentation: toOneAnswerPresentation(options) };
}

/** `confere config get`: prints only the value, on stdout. */
export async function runGet(host: Host, key: string, request: ShowRequest): Promise<void> {
  const { stdout, stderr } = host.context;
  const { presentation } = request;
  if (!isKeyName(key)) throw unknownKey(key);
  const { profile, all } = await loadSettings(host.context, request.settings);
  const { value } = all[key];
  if (presentation.json) stdout.write(`${safeJson(value ?? null)}\n`);
  else if (value !== undefined) stdout.write(`${value}\n`);
  else if (!presentation.quiet) stderr.write(noValueLine(key, profile));
  host.finish(exitCodes.ok);
}

/** `confere config list`: every setting with its value and source. */
export async function runList(host: Host, request: ShowRequest): Promise<void> {
  const { stdout, stderr } = host.context;
  const { presentation } = request;
  const { profile, all } = await loadSettings(host.context, request.settings);
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
export function runPath(host: Host, { presentation }: ShowRequest): void {
  const files = configFiles(host.context);
  host.context.stdout.write(presentation.json ? `${safeJson(files)}\n` : `${files.config}\n`);
  host.finish(exitCodes.ok);
}
