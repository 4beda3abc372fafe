import { OtherKeyError, NoSuchBatchError } from '../../../batch/find-batch.js';
import { storedKey } from '../../../config/account.js';
import { fingerprint } from '../../../config/api-key.js';
import { configFiles } from '../../../config/folders.js';
import type { Context } from '../../../context.js';
import type { AccountRequest } from '../../shared/account-request.js';
import type { Host } from '../../shared/command-host.js';
import { wayToBatch } from './other-ledgers.js';

/**
 * Runs `work`. If the batch belongs to another profile, base URL or key, the error says how to select
 * it.
 */
export async function advised<T>(
  { context }: Host,
  account: AccountRequest,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NoSuchBatchError) throw await withWay(context, account, error);
    if (error instanceof OtherKeyError) throw await withStoredKey(context, account, error);
    throw error;
  }
}

async function withWay(context: Context, account: AccountRequest, error: NoSuchBatchError) {
  const way = await wayToBatch(context, account, error.prefix);
  return way === undefined ? error : new NoSuchBatchError(error.prefix, way);
}

/** The stored key, which an option or the environment overrides, may be the one that made the batch. */
async function withStoredKey(context: Context, account: AccountRequest, error: OtherKeyError) {
  const { profile, apiKeyFile } = account;
  const { env, platform } = context;
  const { credentials } = configFiles(context);
  const stored = await storedKey({ env, platform, profile, credentials });
  const isIt = stored !== undefined && fingerprint(stored.apiKey) === error.batch.keyFingerprint;
  if (!isIt) return error;
  const variable = env['CONFERE_API_KEY'] ? 'CONFERE_API_KEY' : 'CONFERE_API_KEY_FILE';
  const hiddenBy = apiKeyFile === undefined ? variable : 'option';
  return new OtherKeyError(error.batch, error.inUse, error.left, { profile, hiddenBy });
}
