import { configFiles } from '../../config/folders.js';
import { profileName } from '../../config/profile-name.js';
import { readCredentials, writeCredentials } from '../../config/store.js';
import { exitCodes } from '../../exit-codes.js';
import { removedLine, stillGivenLine } from '../../output/account/auth-text.js';
import { wantsJson, type Host } from '../shared/host.js';
import { requireProfile, type Flags } from '../shared/settings.js';
import { refuseSandbox } from './prove.js';
import { keyVariable } from './shadows.js';

/** `confere auth logout`: forgets the key of a profile; its settings stay. */
export async function runLogout(host: Host, flags: Flags): Promise<void> {
  const { context } = host;
  refuseSandbox(context, flags);
  const profile = profileName(flags.profile, context.env);
  await requireProfile(context, profile);
  const { credentials } = configFiles(context);
  const keys = new Map(readCredentials(credentials));
  const removed = keys.delete(profile);
  if (removed) writeCredentials(credentials, keys, context.newId());
  if (wantsJson(flags)) context.stdout.write(`${JSON.stringify({ profile, removed })}\n`);
  else if (flags.quiet !== true) context.stderr.write(removedLine(profile, removed));
  const variable = keyVariable(context.env);
  if (variable !== undefined && flags.quiet !== true) {
    context.stderr.write(stillGivenLine(variable));
  }
  host.finish(exitCodes.ok);
}
