import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { stateFolder } from '../../config/folders.js';
import type { Context } from '../../context.js';
import { openFileLine } from '../../output/account/auth-text.js';
import { requestLine, waitLine } from '../../output/http-lines.js';
import type { ServiceClient, SlotStore } from '../../service/index.js';
import type { AccountRequest } from './account-request.js';
import type { Host } from './host.js';
import type { Presentation } from './presentation.js';
import { findAccountKey, requireKeyOf, serviceUrl } from './resolve-account.js';
import { usingState } from './state-folder.js';
import { listenForStop } from './stop-signal.js';

/** The part of a command's request that says which account it speaks for and how it shows that. */
export interface OnAccount {
  readonly account: AccountRequest;
  readonly presentation: Presentation;
}

/** How far a command goes with its account. */
export interface AccountLimits {
  /** Epoch ms that no wait may pass. */
  readonly deadline?: number;
  /** Milliseconds that one request may wait in all. */
  readonly longestWait?: number;
  /** What is told to a person who stops the command; signals are not listened to when left out. */
  readonly whenStopped?: string;
}

/** A service and a key that it knows. */
export interface ServiceKey {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** The service as a command asks it. */
export interface OpenService extends ServiceKey {
  readonly client: ServiceClient;
  /** Aborts when the user wants to stop, which ends waits and never a request under way. */
  readonly stop: AbortSignal;
}

/** Remembers what is to be closed; the last one opened is closed first. */
export type CloseLater = (close: () => unknown) => void;

/** The account of flags, environment and profile; `--sandbox` starts the embedded service. */
export async function resolveService(
  { context }: Host,
  { account, presentation }: OnAccount,
  later: CloseLater,
): Promise<ServiceKey> {
  if (account.isSandbox) return startEmbedded(context, later);
  const baseUrl = serviceUrl(context, account);
  const { apiKey, openFile } = requireKeyOf(findAccountKey(context, account), baseUrl, account);
  if (openFile !== undefined && !presentation.quiet) context.stderr.write(openFileLine(openFile));
  return { baseUrl, apiKey };
}

async function startEmbedded(context: Context, later: CloseLater): Promise<ServiceKey> {
  const { startSandbox } = await import('../../sandbox/index.js');
  const folder = stateFolder(context);
  await usingState(folder, () => mkdirSync(folder, { recursive: true, mode: 0o700 }));
  const statePath = join(folder, 'sandbox.db');
  const sandbox = await startSandbox({ clock: context.clock, statePath });
  later(() => sandbox.close());
  return sandbox;
}

/** A client of the service, whose requests of a minute are counted in `slots`. */
export async function openService(
  host: Host,
  { account, presentation }: OnAccount,
  { baseUrl, apiKey }: ServiceKey,
  slots: SlotStore,
  { deadline, longestWait, whenStopped }: AccountLimits,
  later: CloseLater,
): Promise<OpenService> {
  const stop = stopSignal(host, whenStopped, later);
  const { createClient } = await import('../../service/index.js');
  const { stderr, clock } = host.context;
  const { timeout, rate, realtimeRate } = account;
  const client = createClient({
    ...{ baseUrl, apiKey, clock, slots },
    userAgent: `confere/${host.version}`,
    ...(deadline === undefined ? {} : { deadline }),
    ...(longestWait === undefined ? {} : { longestWait }),
    ...(rate === undefined ? {} : { rate }),
    ...(realtimeRate === undefined ? {} : { realtimeRate }),
    ...(timeout === undefined ? {} : { timeout }),
    ...(presentation.verbose ? { onRequest: (event) => stderr.write(requestLine(event)) } : {}),
    ...(presentation.quiet ? {} : { onWait: (event) => stderr.write(waitLine(event)) }),
  });
  later(() => client.close());
  return { baseUrl, apiKey, client: client.within({ stop }), stop };
}

function stopSignal(host: Host, told: string | undefined, later: CloseLater): AbortSignal {
  if (told === undefined) return new AbortController().signal;
  const { stop, forget } = listenForStop(host, told);
  later(forget);
  return stop;
}
