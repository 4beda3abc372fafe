import { configFiles } from '../../config/folders.js';
import { isKeyName } from '../../config/keys.js';
import { unknownKey } from '../../config/unknown-key.js';
import { exitCodes } from '../../exit-codes.js';
import { noValueLine, profileLine, settingsText } from '../../output/account/settings-text.js';
import { wantsJson, type Host } from '../shared/host.js';
import { knownProfiles, loadSettings, settingOf, type Flags } from '../shared/settings.js';

/** `confere config get`: the value alone on stdout. */
export async function runGet(host: Host, key: string, flags: Flags): Promise<void> {
  const { stdout, stderr } = host.context;
  if (!isKeyName(key)) throw unknownKey(key);
  const { profile, all } = await loadSettings(host.context, flags);
  const { value } = settingOf(all, key);
  if (wantsJson(flags)) stdout.write(`${JSON.stringify(value ?? null)}\n`);
  else if (value !== undefined) stdout.write(`${value}\n`);
  else if (flags.quiet !== true) stderr.write(noValueLine(key, profile));
  host.finish(exitCodes.ok);
}

/** `confere config list`: every key with its value and source. */
export async function runList(host: Host, flags: Flags): Promise<void> {
  const { stdout, stderr } = host.context;
  const { profile, all } = await loadSettings(host.context, flags);
  const profiles = await knownProfiles(host.context);
  if (wantsJson(flags)) {
    const settings = all.map(({ key, value, source }) => ({
      key,
      value: value ?? null,
      source: source ?? null,
    }));
    stdout.write(`${JSON.stringify({ profile, profiles, settings })}\n`);
  } else {
    if (flags.quiet !== true) stderr.write(profileLine(profile, profiles));
    stdout.write(settingsText(all));
  }
  host.finish(exitCodes.ok);
}

/** `confere config path`: the file, whether it is there or not. */
export function runPath(host: Host, flags: Flags): void {
  const files = configFiles(host.context);
  host.context.stdout.write(wantsJson(flags) ? `${JSON.stringify(files)}\n` : `${files.config}\n`);
  host.finish(exitCodes.ok);
}
