import { parseDuration } from '../../config/duration.js';
import { profileName } from '../../config/profile-name.js';
import type { Context } from '../../context.js';
import { isSandbox, type GlobalOptions } from './global-options.js';

/** Which account a command speaks for, and how its service is asked. */
export interface AccountRequest {
  readonly profile: string;
  /** The service; by the environment when left out. The embedded sandbox has none. */
  readonly baseUrl?: string;
  readonly isSandbox: boolean;
  /** Beats the key of the environment and that of the profile. */
  readonly apiKeyFile?: string;
  /** Milliseconds for one request; each has its own default. */
  readonly timeout?: number;
  /** Requests a clock minute. */
  readonly rate?: number;
  readonly realtimeRate?: number;
}

/** The options that say so. */
type AccountOptions = {
  readonly [
    Name in 'profile' | 'baseUrl' | 'apiKeyFile' | 'sandbox' | 'timeout' | 'rate' | 'realtimeRate'
  ]?: GlobalOptions[Name] | undefined;
};

/** @throws UsageError for a profile without a name and a duration that cannot be read */
export function toAccountRequest(
  options: AccountOptions,
  { env }: Pick<Context, 'env'>,
): AccountRequest {
  const { baseUrl, apiKeyFile, timeout, rate, realtimeRate } = options;
  return {
    profile: profileName(options.profile, env),
    isSandbox: isSandbox({ env }, options),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(apiKeyFile === undefined ? {} : { apiKeyFile }),
    ...(timeout === undefined ? {} : { timeout: parseDuration(timeout, '--timeout') }),
    ...(rate === undefined ? {} : { rate }),
    ...(realtimeRate === undefined ? {} : { realtimeRate }),
  };
}
