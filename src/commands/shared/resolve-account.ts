import { findKey, noKey, requireSameService, type FoundKey } from '../../config/account.js';
import { resolveBaseUrl } from '../../config/base-url.js';
import { configFiles } from '../../config/folders.js';
import type { Context } from '../../context.js';
import type { AccountRequest } from './account-request.js';

/**
 * The base URL of the service.
 *
 * @throws UsageError if there is none, it is not a valid URL, or the key would be sent unencrypted
 */
export function serviceUrl({ env }: Context, { baseUrl, profile }: AccountRequest): string {
  return resolveBaseUrl(env, baseUrl, profile);
}

/**
 * The key from option, environment or profile; undefined if there is none.
 *
 * @throws UsageError for a key, or a key file, that cannot be used
 */
export async function findAccountKey(
  context: Context,
  request: AccountRequest,
): Promise<FoundKey | undefined> {
  const { apiKeyFile, profile } = request;
  const { env, platform } = context;
  const { credentials } = configFiles(context);
  return findKey({ env, platform, apiKeyFile, profile, credentials });
}

/** @throws UsageError if there is no key, or the stored one belongs to another service */
export function requireKeyOf(
  found: FoundKey | undefined,
  baseUrl: string,
  { profile }: AccountRequest,
): FoundKey {
  if (found === undefined) throw noKey(profile);
  requireSameService(found, baseUrl, profile);
  return found;
}
