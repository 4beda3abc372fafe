import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findKey, noKey, requireSameService } from '../../config/account.js';
import { resolveBaseUrl } from '../../config/base-url.js';
import { parseDuration } from '../../config/duration.js';
import { configFiles, stateFolder } from '../../config/folders.js';
import { profileName } from '../../config/profile-name.js';
import type { Context } from '../../context.js';
import { ConfereError, UsageError } from '../../errors.js';
import type { ServiceClient, ServiceOptions, SlotStore } from '../../service/index.js';
import { isSandbox, type GlobalOptions, type Host } from './host.js';
import { requestLine, waitLine } from '../../output/http-lines.js';
import { openFileLine } from '../../output/account/auth-text.js';

/** The account that a command uses; `sandbox` is the embedded one. */
export interface Account {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly isSandbox: boolean;
  close(): Promise<void>;
}

export interface ClientLimits {
  /** The latest end (epoch ms) of any wait. */
  readonly deadline?: number;
  /** The maximum time in ms of one wait. */
  readonly longestWait?: number;
  /** Ends waits, never a running request. */
  readonly stop?: AbortSignal;
}

/** Finds the account from options, environment and profile; `--sandbox` starts the embedded service. */
export async function openAccount(host: Host, options: GlobalOptions): Promise<Account> {
  const { context } = host;
  if (isSandbox(context, options)) return startEmbedded(context);
  const profile = profileName(options.profile, context.env);
  const baseUrl = resolveBaseUrl(context.env, options.baseUrl, profile);
  const apiKey = findApiKey(context, options, baseUrl, profile);
  return { baseUrl, apiKey, isSandbox: false, close: () => Promise.resolve() };
}

/** @throws UsageError if there is no key, or the stored one belongs to another service */
function findApiKey(context: Context, options: GlobalOptions, baseUrl: string, profile: string) {
  const { credentials } = configFiles(context);
  const found = findKey({ ...context, apiKeyFile: options.apiKeyFile, profile, credentials });
  if (found === undefined) throw noKey(profile);
  requireSameService(found, baseUrl, profile);
  if (found.openFile !== undefined && options.quiet !== true) {
    context.stderr.write(openFileLine(found.openFile));
  }
  return found.apiKey;
}

async function startEmbedded(context: Context): Promise<Account> {
  const { startSandbox } = await import('../../sandbox/index.js');
  const folder = stateFolder(context);
  await usingState(folder, () => mkdirSync(folder, { recursive: true, mode: 0o700 }));
  const statePath = join(folder, 'sandbox.db');
  const sandbox = await startSandbox({ clock: context.clock, statePath });
  return { ...sandbox, isSandbox: true, close: () => sandbox.close() };
}

/** Opens something in the state folder; reports a problem with the folder as a usage error. */
export async function usingState<T>(
  folder: string,
  open: (folder: string) => T | Promise<T>,
): Promise<T> {
  try {
    return await open(folder);
  } catch (error) {
    if (error instanceof ConfereError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError('state_unusable', { of: 'ledger', folder, reason }, { cause: error });
  }
}

/** Creates the client of an account; counts its requests per minute in the ledger, for all processes. */
export async function openClient(
  host: Host,
  options: GlobalOptions,
  account: Account,
  ledger: { readonly slots: SlotStore },
  limits: ClientLimits,
): Promise<ServiceClient> {
  const { createClient } = await import('../../service/index.js');
  const { stderr, clock } = host.context;
  const settings: ServiceOptions = {
    baseUrl: account.baseUrl,
    apiKey: account.apiKey,
    userAgent: `confere/${host.version}`,
    clock,
    slots: ledger.slots,
    ...(limits.deadline === undefined ? {} : { deadline: limits.deadline }),
    ...(limits.longestWait === undefined ? {} : { longestWait: limits.longestWait }),
    ...(options.rate === undefined ? {} : { rate: options.rate }),
    ...(options.realtimeRate === undefined ? {} : { realtimeRate: options.realtimeRate }),
    ...(options.timeout === undefined
      ? {}
      : { timeout: parseDuration(options.timeout, '--timeout') }),
    ...(options.verbose === true ? { onRequest: (event) => stderr.write(requestLine(event)) } : {}),
    ...(options.quiet === true ? {} : { onWait: (event) => stderr.write(waitLine(event)) }),
  };
  const client = createClient(settings);
  return limits.stop === undefined ? client : client.within({ stop: limits.stop });
}
