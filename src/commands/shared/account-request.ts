import { parseDuration } from '../../config/duration.js';
import { profileName } from '../../config/profile-name.js';
import type { Prices } from '../../ledger/index.js';
import type { Context } from '../../context.js';
import { isSandbox, type GlobalOptions } from './command-host.js';

/** Which account a command uses, and how it connects to the service. */
export interface AccountRequest {
  readonly profile: string;
  /** The embedded sandbox has none. */
  readonly baseUrl?: string;
  readonly isSandbox: boolean;
  /** The database of the ledger that several machines share; this machine has its own when left out. */
  readonly ledger?: string;
  /** Has priority over the keys of the environment and the profile. */
  readonly apiKeyFile?: string;
  /** Milliseconds per request; each kind of request has its own default. */
  readonly timeout?: number;
  /** Requests per clock minute. */
  readonly rate?: number;
  readonly realtimeRate?: number;
  /** Credits of a found record, as the user set them. */
  readonly costs: Partial<Prices>;
}

/** @throws UsageError for an invalid profile name or duration */
export function toAccountRequest(
  options: Partial<GlobalOptions>,
  { env }: Pick<Context, 'env'>,
): AccountRequest {
  const { baseUrl, ledger, apiKeyFile, timeout, rate, realtimeRate } = options;
  return {
    profile: profileName(options.profile, env),
    isSandbox: isSandbox({ env }, options),
    ...{ baseUrl, ledger, apiKeyFile, rate, realtimeRate },
    timeout: timeout === undefined ? undefined : parseDuration(timeout, '--timeout'),
    costs: { cpf: options.costCpf, cnpj: options.costCnpj, realtime: options.costRealtime },
  };
}
