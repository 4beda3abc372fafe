import type { Command } from 'commander';
import { safeJson } from '../../foreign-text.js';
import { fingerprint, requireKey } from '../../config/api-key.js';
import { configFiles } from '../../config/folders.js';
import { requireStorable } from '../../config/profile-name.js';
import {
  readConfig,
  readCredentials,
  writeConfig,
  writeCredentials,
  type Credential,
} from '../../config/store.js';
import type { Context } from '../../context.js';
import { UsageError } from '../../errors.js';
import { exitCodes } from '../../exit-codes.js';
import { accountText, keyPrompt, storedLine } from '../../output/account/auth-text.js';
import type { GlobalOptions, Host } from '../shared/command-host.js';
import {
  toInteraction,
  toOneAnswerPresentation,
  type Presentation,
  type Interaction,
} from '../shared/presentation.js';
import {
  loadSettings,
  settledAccount,
  toSettingsRequest,
  type SettingsRequest,
} from '../shared/settings.js';
import { tellOutsidePlace } from '../shared/state-folder.js';
import { accountOf, askQuota, refuseSandbox } from './prove.js';
import { readSecret, type SecretWishes } from './secret.js';
import { findShadows } from './shadows.js';
import { parseBaseUrl, requireBaseUrl } from '../../config/base-url.js';
import { errorLine } from '../../output/error-line.js';
import { t } from '../../messages/index.js';
import type { AccountRequest } from '../shared/account-request.js';
import { askLine, mayAsk } from '../shared/ask-user.js';
import { listenForStop } from '../shared/stop-signal.js';

/** `confere auth login`: asks for a key, proves it, and stores it. */
export function defineLogin(command: Command, host: Host): void {
  command.option('--with-key', t.options.withKey).action(async () => {
    await runLogin(host, toLoginRequest(command.optsWithGlobals<LoginOptions>(), host.context));
  });
}

export interface LoginOptions extends GlobalOptions {
  readonly withKey?: boolean;
}

export interface LoginRequest {
  readonly settings: SettingsRequest;
  readonly presentation: Presentation;
  readonly secret: SecretWishes;
}

/** @throws UsageError in the sandbox, and if the key would come from `--api-key-file` */
export function toLoginRequest(
  options: LoginOptions,
  surroundings: Pick<Context, 'env'>,
): LoginRequest {
  refuseSandbox(options, surroundings);
  refuseKeyFile(options);
  return {
    settings: toSettingsRequest(options, surroundings, true),
    presentation: toOneAnswerPresentation(options),
    secret: { withKey: options.withKey === true, mayAsk: toInteraction(options).mayAsk },
  };
}

/**
 * `confere auth login`: checks the key with the service, then stores it. Stores nothing of a refused
 * key.
 */
export async function runLogin(host: Host, request: LoginRequest): Promise<void> {
  const { context } = host;
  const { presentation } = request;
  const settings = await loadSettings(context, request.settings);
  const account = settledAccount(context, request.settings, settings);
  const profile = requireStorable(settings.profile);
  const baseUrl = await findOrAskBaseUrl(host, account, request.secret);
  // Reports an unusable credentials file before the user types a key.
  const known = (await readCredentials(configFiles(context).credentials)).get(profile);
  const prompt = keyPrompt(baseUrl, profile, known !== undefined);
  const typed = await readSecret(context, { ...request.secret, prompt });
  const apiKey = requireKey(typed, { what: 'api_key' });
  const quota = await askQuota(host, { account, presentation }, { baseUrl, apiKey });
  await store(context, profile, { baseUrl, apiKey });
  const stored = { profile, baseUrl, fingerprint: fingerprint(apiKey), ...accountOf(quota) };
  await tell(host, presentation, stored);
  host.finish(exitCodes.ok);
}

/** Stores the key, and in the profile the base URL for which it was checked. */
async function store(context: Context, profile: string, credential: Credential): Promise<void> {
  const { config, credentials } = configFiles(context);
  const settings = await readConfig(config);
  const stored = { ...settings.get(profile), 'base-url': credential.baseUrl };
  await writeConfig(config, new Map([...settings, [profile, stored]]));
  const keys = await readCredentials(credentials);
  await writeCredentials(credentials, new Map([...keys, [profile, credential]]));
}

/** Account details go to stdout, because an email address may name a person. */
async function tell(
  { context }: Host,
  presentation: Presentation,
  known: Parameters<typeof accountText>[0] & { readonly profile: string },
): Promise<void> {
  const { stdout, stderr } = context;
  const shadows = await findShadows(context, known.profile);
  stdout.write(
    presentation.json ? `${safeJson({ ...known, hidden: shadows })}\n` : accountText(known),
  );
  if (presentation.quiet) return;
  stderr.write(storedLine(known.profile, configFiles(context).credentials));
  tellOutsidePlace(context);
  for (const sentence of shadows) stderr.write(`${sentence}\n`);
}

function refuseKeyFile({ apiKeyFile }: LoginOptions): void {
  if (apiKeyFile === undefined) return;
  throw new UsageError('needs_key', { why: 'has_key_file' });
}

/**
 * The base URL of the service; asks for it at a terminal where none is set.
 *
 * @throws UsageError as `requireBaseUrl` does; kind `interrupted` on Ctrl-C
 */
async function findOrAskBaseUrl(
  host: Host,
  account: AccountRequest,
  wishes: Pick<Interaction, 'mayAsk'>,
): Promise<string> {
  try {
    return requireBaseUrl(account);
  } catch (error) {
    const isUnset = error instanceof UsageError && error.code === 'no_base_url';
    if (!isUnset || !mayAsk(host, wishes)) throw error;
    const { stop, forget } = listenForStop(host, 'login');
    return await ask(host, stop, error).finally(forget);
  }
}

/** Asks again until the answer is a base URL; an empty line gives up with `unset`. */
async function ask(host: Host, stop: AbortSignal, unset: UsageError): Promise<string> {
  for (;;) {
    const answer = await askLine(host, t.account.askBaseUrl, stop);
    if (answer === '') throw unset;
    try {
      return parseBaseUrl(answer, { what: 'base_url' });
    } catch (error) {
      host.context.stderr.write(errorLine(error, exitCodes.usage, false, host.next));
    }
  }
}
