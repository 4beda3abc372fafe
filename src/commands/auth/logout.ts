import type { Command } from 'commander';
import { safeJson } from '../../foreign-text.js';
import { configFiles } from '../../config/folders.js';
import { profileName } from '../../config/profile-name.js';
import { readCredentials, writeCredentials } from '../../config/store.js';
import type { Context } from '../../context.js';
import { exitCodes } from '../../exit-codes.js';
import { removedLine, stillGivenLine } from '../../output/account/auth-text.js';
import type { GlobalOptions, Host } from '../shared/command-host.js';
import { toOneAnswerPresentation, type Presentation } from '../shared/presentation.js';
import { requireProfile } from '../shared/settings.js';
import { refuseSandbox } from './prove.js';
import { keyVariable } from './shadows.js';

/** `confere auth logout`: forgets the stored key. */
export function defineLogout(command: Command, host: Host): void {
  command.action(async () => {
    await runLogout(host, toLogoutRequest(command.optsWithGlobals<GlobalOptions>(), host.context));
  });
}

export interface LogoutRequest {
  readonly profile: string;
  readonly presentation: Presentation;
}

/** @throws UsageError in the sandbox, which has no stored key */
export function toLogoutRequest(
  options: GlobalOptions,
  surroundings: Pick<Context, 'env'>,
): LogoutRequest {
  refuseSandbox(options, surroundings);
  const presentation = toOneAnswerPresentation(options);
  return { profile: profileName(options.profile, surroundings.env), presentation };
}

/** `confere auth logout`: deletes the key of a profile; its settings stay. */
export async function runLogout(host: Host, request: LogoutRequest): Promise<void> {
  const { context } = host;
  const { profile, presentation } = request;
  await requireProfile(context, profile);
  const { credentials } = configFiles(context);
  const keys = new Map(await readCredentials(credentials));
  const removed = keys.delete(profile);
  if (removed) await writeCredentials(credentials, keys);
  if (presentation.json) context.stdout.write(`${safeJson({ profile, removed })}\n`);
  else if (!presentation.quiet) context.stderr.write(removedLine(profile, removed));
  const variable = keyVariable(context.env);
  if (variable !== undefined && !presentation.quiet) {
    context.stderr.write(stillGivenLine(variable));
  }
  host.finish(exitCodes.ok);
}
