import { findKey, noKey, requireSameService, resolveBaseUrl } from '../../config/account.js';
import { fingerprint } from '../../config/fingerprint.js';
import { configFiles } from '../../config/folders.js';
import { ConfereError } from '../../errors.js';
import { exitCodes } from '../../exit-codes.js';
import { openFileLine, statusText, type AuthStatus } from '../../output/account/auth-text.js';
import { isSandbox, wantsJson, type Host } from '../shared/host.js';
import {
  loadSettings,
  settingOf,
  withSettings,
  type Flags,
  type Settings,
} from '../shared/settings.js';
import { accountOf, askQuota, sandboxSentence } from './prove.js';
import { findShadows } from './shadows.js';

/** `confere auth status`: which account a command would speak for, and whether the service takes its key. */
export async function runStatus(host: Host, flags: Flags): Promise<void> {
  const { context } = host;
  if (isSandbox(context, flags)) {
    context.stdout.write(
      wantsJson(flags) ? `${JSON.stringify({ sandbox: true })}\n` : `${sandboxSentence(flags)}\n`,
    );
    host.finish(exitCodes.ok);
    return;
  }
  const settings = await loadSettings(context, flags);
  const { status, trouble } = await examine(host, flags, settings);
  context.stdout.write(wantsJson(flags) ? `${JSON.stringify(status)}\n` : statusText(status));
  if (trouble !== undefined) throw trouble;
  host.finish(exitCodes.ok);
}

/** The status as far as it can be known, and the error that the command ends with. */
async function examine(
  host: Host,
  flags: Flags,
  settings: Settings,
): Promise<{ status: AuthStatus; trouble?: ConfereError }> {
  const { context } = host;
  const { profile } = settings;
  const url = settingOf(settings.all, 'base-url');
  const { credentials } = configFiles(context);
  const found = findKey({ ...context, apiKeyFile: flags.apiKeyFile, profile, credentials });
  if (found?.openFile !== undefined) context.stderr.write(openFileLine(found.openFile));
  const status: AuthStatus = {
    profile,
    baseUrl: url.value === undefined ? null : String(url.value),
    baseUrlSource: url.source ?? null,
    keySource: found?.source ?? null,
    fingerprint: found === undefined ? null : fingerprint(found.apiKey),
    accepted: null,
    account: null,
    hidden: findShadows(context, profile),
  };
  try {
    const options = withSettings(flags, settings);
    const baseUrl = resolveBaseUrl(context.env, options.baseUrl, profile);
    if (found === undefined) throw noKey(profile);
    requireSameService(found, baseUrl, profile);
    const quota = await askQuota(host, options, { baseUrl, apiKey: found.apiKey });
    return { status: { ...status, accepted: true, account: accountOf(quota) } };
  } catch (error) {
    if (!(error instanceof ConfereError)) throw error;
    const accepted = error.kind === 'auth' ? false : null;
    return { status: { ...status, accepted }, trouble: error };
  }
}
