import type { Command } from 'commander';
import { safeJson } from '../../foreign-text.js';
import { findKey, requireKeyFor } from '../../config/account.js';
import { fingerprint } from '../../config/api-key.js';
import { requireBaseUrl } from '../../config/base-url.js';
import type { Context } from '../../context.js';
import { ConfereError } from '../../errors.js';
import { exitCodes } from '../../exit-codes.js';
import { openFileLine, statusText, type AuthStatus } from '../../output/account/auth-text.js';
import { sandboxNeedsNoLogin } from '../../output/errors/commands.js';
import { ServiceError } from '../../service/index.js';
import { isSandbox, type GlobalOptions, type Host } from '../shared/command-host.js';
import type { OnAccount } from '../shared/open-service.js';
import { toOneAnswerPresentation, type Presentation } from '../shared/presentation.js';
import {
  loadSettings,
  settledAccount,
  toSettingsRequest,
  type Settings,
  type SettingsRequest,
} from '../shared/settings.js';
import { accountOf, askQuota, chosenBy } from './prove.js';
import { findShadows, hidingVariable } from './shadows.js';

/** `confere auth status`: shows which key and service are used. */
export function defineStatus(command: Command, host: Host): void {
  command.action(async () => {
    await runStatus(host, toStatusRequest(command.optsWithGlobals<GlobalOptions>(), host.context));
  });
}

export interface StatusRequest {
  readonly settings: SettingsRequest;
  readonly presentation: Presentation;
  /** Set in the sandbox: why there is no account to show. */
  readonly inSandbox?: string;
}

export function toStatusRequest(
  options: GlobalOptions,
  surroundings: Pick<Context, 'env'>,
): StatusRequest {
  const settings = toSettingsRequest(options, surroundings);
  const presentation = toOneAnswerPresentation(options);
  if (!isSandbox(surroundings, options)) return { settings, presentation };
  return { settings, presentation, inSandbox: sandboxNeedsNoLogin(chosenBy(options)) };
}

/** `confere auth status`: the account that commands use, and whether the service accepts its key. */
export async function runStatus(host: Host, request: StatusRequest): Promise<void> {
  const { context } = host;
  const { inSandbox, presentation } = request;
  const print = (status: object, text: string) =>
    context.stdout.write(presentation.json ? `${safeJson(status)}\n` : text);
  if (inSandbox === undefined) {
    const settings = await loadSettings(context, request.settings);
    const account = settledAccount(context, request.settings, settings);
    const { status, trouble } = await examine(host, { account, presentation }, settings);
    print(status, statusText(status));
    if (trouble !== undefined) throw trouble;
  } else print({ sandbox: true }, `${inSandbox}\n`);
  host.finish(exitCodes.ok);
}

/** The status as far as it is known, and the error for the exit code. */
async function examine(
  host: Host,
  on: OnAccount,
  settings: Settings,
): Promise<{ status: AuthStatus; trouble?: ConfereError }> {
  const { context } = host;
  const { profile } = settings;
  const { 'base-url': url } = settings.all;
  const found = await findKey(context, on.account);
  if (found?.openFile !== undefined) context.stderr.write(openFileLine(found.openFile));
  const status: AuthStatus = {
    profile,
    baseUrl: url.value === undefined ? null : String(url.value),
    baseUrlSource: url.from ?? null,
    keySource: found?.from ?? null,
    fingerprint: found === undefined ? null : fingerprint(found.apiKey),
    accepted: null,
    account: null,
    hidden: await findShadows(context, profile),
  };
  try {
    const baseUrl = requireBaseUrl(on.account);
    const { apiKey } = requireKeyFor(baseUrl, found, profile);
    const quota = await askQuota(host, on, { baseUrl, apiKey });
    return { status: { ...status, accepted: true, account: accountOf(quota) } };
  } catch (error) {
    if (!(error instanceof ConfereError)) throw error;
    const accepted = error.kind === 'auth' ? false : null;
    const hides = await hidingVariable(context, profile);
    const isRefused = error instanceof ServiceError && error.code === 'key_refused';
    const isHiding = isRefused && hides === found?.from;
    const trouble = isHiding ? new ServiceError('key_refused', { ...error.facts, hides }) : error;
    return { status: { ...status, accepted }, trouble };
  }
}
