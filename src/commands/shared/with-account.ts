import { t } from '../../messages/index.js';
import { join } from 'node:path';
import { findKey, requireKeyFor } from '../../config/account.js';
import { fingerprint } from '../../config/api-key.js';
import { requireBaseUrl } from '../../config/base-url.js';
import { ledgerPlace, stateFolder } from '../../config/folders.js';
import type { Context } from '../../context.js';
import type { StoppedWork } from '../../errors/facts.js';
import { makeFolder } from '../../flush.js';
import type { Ledger } from '../../ledger/index.js';
import { balanceNotes } from '../../money/read-balance.js';
import { openFileLine } from '../../output/account/settings.js';
import {
  createHeartbeat,
  type Heartbeat,
  noHeartbeat,
  requestLine,
  waitLine,
} from '../../output/waiting.js';
import { annotation, isOnGithub } from '../../output/github.js';
import type { ServiceClient, WaitEvent } from '../../service/index.js';
import { type OnAccount, refuseOpenPlaces, tellOutsidePlace, usingState } from './account.js';
import type { Host, Presentation } from './options.js';
import { countRequests, listenForStop, type UnderWay } from './stop-signal.js';

/** A request for the ledger alone; without a presentation it is not quiet. */
type OnLedger = Pick<OnAccount, 'account'> &
  Partial<Pick<OnAccount, 'presentation'>> & {
    /** Opens it also where it does not know every batch on which this machine has worked. */
    readonly accepts?: boolean;
  };

export interface OpenAccount extends OpenService {
  readonly ledger: Ledger;
}

/**
 * Runs `work` with the service and the ledger of an account, then closes both. The ledger counts
 * requests per minute for all processes.
 */
export function withAccount<T>(
  host: Host,
  request: OnAccount,
  limits: AccountLimits,
  work: (open: OpenAccount) => Promise<T>,
): Promise<T> {
  return closingAll(async (later) => {
    const service = await resolveService(host, request, later);
    const ledger = await openLedger(host, request, later);
    return work({ ...(await openService(host, request, service, limits, later, ledger)), ledger });
  });
}

/** The same without a ledger, for requests without a rate limit or a record. */
export function withService<T>(
  host: Host,
  request: OnAccount,
  limits: AccountLimits,
  work: (open: OpenService) => Promise<T>,
  given?: ServiceKey,
): Promise<T> {
  return closingAll(async (later) => {
    const service = given ?? (await resolveService(host, request, later));
    return work(await openService(host, request, service, limits, later));
  });
}

/** The same without the service: no key, no network. */
export function withLedger<T>(
  host: Host,
  request: OnLedger,
  work: (ledger: Ledger) => Promise<T>,
): Promise<T> {
  return closingAll(async (later) => work(await openLedger(host, request, later)));
}

async function closingAll<T>(work: (later: CloseLater) => Promise<T>): Promise<T> {
  const closers: (() => unknown)[] = [];
  try {
    return await work((close) => closers.unshift(close));
  } finally {
    for (const close of closers) await close();
  }
}

/** It needs no key, so stored results can be read without one. */
async function openLedger(
  { context }: Host,
  { account, presentation, accepts = false }: OnLedger,
  later: CloseLater,
): Promise<Ledger> {
  const { openAnyLedger, openLedgerAt } = await import('../../ledger/index.js');
  const state = stateFolder(context);
  const place = ledgerPlace(state, account);
  const { folder } = place;
  refuseOpenPlaces(context, [folder, join(folder, 'ledger.db')]);
  const open = accepts ? openAnyLedger : openLedgerAt;
  const ledger = await usingState(folder, () => open(place, context));
  if (presentation?.quiet !== true) tellOutsidePlace(context);
  later(() => ledger.close());
  if (place.shared !== undefined) {
    // Any command of this machine may be the first one after the database is back.
    const { deliverWaiting } = await import('../../money/outbox.js');
    await deliverWaiting({ ledger, clock: context.clock });
  }
  return ledger;
}

/** Limits of a command's requests. */
export interface AccountLimits {
  /** The latest end (epoch ms) of any wait. */
  readonly deadline?: number;
  /** The maximum total time in ms that one request may wait. */
  readonly longestWait?: number;
  /** The work that a signal stops; when left out, signals are not handled. */
  readonly stoppable?: StoppedWork;
}

/** A service and a key for it. */
export interface ServiceKey {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** The service as a command uses it. */
export interface OpenService extends ServiceKey {
  readonly client: ServiceClient;
  readonly keyFingerprint: string;
  /** Aborts when the user wants to stop; that ends waits and never a running request. */
  readonly stop: AbortSignal;
  readonly underWay: Readonly<UnderWay>;
  readonly waits: Waits;
  readonly heartbeat: Heartbeat;
}

/** Who shows the waits of requests. */
interface Waits {
  /** Returns whether the wait is shown; otherwise it is one line on stderr. */
  shown?: (event: WaitEvent) => boolean;
}

/** Registers what to close; the last one opened is closed first. */
type CloseLater = (close: () => unknown) => void;

/** Finds the account from options, environment and profile; `--sandbox` starts the embedded service. */
async function resolveService(
  { context }: Host,
  { account, presentation }: OnAccount,
  later: CloseLater,
): Promise<ServiceKey> {
  if (account.isSandbox) return startEmbedded(context, later);
  const baseUrl = requireBaseUrl(account);
  const found = await findKey(context, account);
  const { apiKey, openFile } = requireKeyFor(baseUrl, found, account.profile);
  if (openFile !== undefined && !presentation.quiet) context.stderr.write(openFileLine(openFile));
  return { baseUrl, apiKey };
}

async function startEmbedded(context: Context, later: CloseLater): Promise<ServiceKey> {
  const { startSandbox } = await import('../../sandbox/index.js');
  const folder = stateFolder(context);
  await usingState(folder, () => {
    makeFolder(folder);
  });
  const statePath = join(folder, 'sandbox.db');
  const sandbox = await startSandbox({ clock: context.clock, statePath });
  later(() => sandbox.close());
  return sandbox;
}

/** Creates a client of the service; the ledger, where there is one, counts its requests per minute for all processes. */
async function openService(
  host: Host,
  { account, presentation }: OnAccount,
  { baseUrl, apiKey }: ServiceKey,
  { deadline, longestWait, stoppable }: AccountLimits,
  later: CloseLater,
  ledger?: Ledger,
): Promise<OpenService> {
  const underWay = { requests: 0, charging: 0 };
  const listening = stoppable && listenForStop(host, stoppable, underWay);
  if (listening !== undefined) later(listening.forget);
  const stop = listening?.stop ?? new AbortController().signal;
  const { createClient, createMemorySlots } = await import('../../service/index.js');
  const { stderr } = host.context;
  const heartbeat = await heartbeatOf(host.context, presentation);
  const { clock } = heartbeat;
  const { timeout, rate, realtimeRate, costs } = account;
  const keyFingerprint = fingerprint(apiKey);
  const balances = ledger && balanceNotes({ ledger, keyFingerprint, costs });
  if (host.context.insecureTlsAsked === true && baseUrl.startsWith('https:')) {
    if (!presentation.quiet) stderr.write(`${t.service.tlsAlwaysChecked}\n`);
  }
  const waits: Waits = {};
  const warnOnce = warnOfLimits(host.context);
  const onWait = (event: WaitEvent) => {
    if (waits.shown?.(event) === true) return;
    stderr.write(waitLine(event));
    warnOnce(event);
    heartbeat.told();
  };
  const client = createClient({
    ...{ baseUrl, apiKey, clock, slots: ledger?.slots ?? createMemorySlots() },
    onSandbox: async () => ledger?.noteSandbox(),
    onSend: countRequests(underWay),
    userAgent: `confere/${host.version}`,
    ...{ balances, deadline, longestWait, rate, realtimeRate, timeout },
    onRequest: presentation.verbose ? (event) => stderr.write(requestLine(event)) : undefined,
    onWait: presentation.quiet ? undefined : onWait,
  });
  later(() => client.close());
  const service = { baseUrl, apiKey, keyFingerprint, client: client.within({ stop }) };
  return { ...service, stop, underWay, waits, heartbeat };
}

/** GitHub Actions shows the first wait for a limit beside the run. */
function warnOfLimits({ stderr, env }: Context): (event: WaitEvent) => void {
  let isTold = !isOnGithub({ env });
  return (event) => {
    if (isTold || event.reason === 'backoff') return;
    isTold = true;
    stderr.write(annotation('warning', waitLine(event).trim()));
  };
}

/** Where nothing moves, a wait says now and then that it goes on. */
async function heartbeatOf(context: Context, presentation: Presentation): Promise<Heartbeat> {
  if (presentation.quiet || !presentation.progress) return noHeartbeat(context.clock);
  if (context.stderr.isTTY !== true) return createHeartbeat(context);
  const { isLive } = await import('../../output/terminal/live.js');
  const isMoving = isLive(context, presentation);
  return isMoving ? noHeartbeat(context.clock) : createHeartbeat(context);
}
