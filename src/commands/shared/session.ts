import { join } from 'node:path';
import { findKey, fingerprint, type FoundKey, requireKeyFor } from '../../config/account.js';
import { requireBaseUrl, requireSettleTime } from '../../config/addresses.js';
import { ledgerPlace, stateFolder } from '../../config/folders.js';
import { storeOwner } from '../../config/ledger-owner.js';
import { explainStateErrors } from '../../config/using-state.js';
import type { StoppedWork } from '../../base/facts.js';
import { makeFolder } from '../../base/flush.js';
import type { Ledger } from '../../ledger/index.js';
import { t } from '../../messages/index.js';
import { createBalanceRecorder } from '../../money/balance.js';
import { formatAnnotation, isOnGithub } from '../../terminal/github.js';
import { quoteForShell } from '../../messages/command-line.js';
import { isLive } from '../../terminal/live.js';
import * as waiting from './waiting.js';
import type { RequestEvent, WaitEvent } from '../../service/index.js';
import { requireWebAssembly } from '../../base/system-limits.js';
import { refuseOpenPlaces } from './account.js';
import { createRetention } from './retention.js';
import type { CommandContext } from './command.js';
import { say } from './print.js';
import { countRequests, listenForStop, withLiveLine } from './user.js';

/** How long a session may wait, and what a signal stops in it. */
interface SessionOptions {
  /** The latest end (epoch ms) of any wait. */
  readonly deadline?: number;
  /** The maximum total time in ms that one request may wait. */
  readonly longestWait?: number;
  /** Ms after which a charge shows in the balance; refused where it is too short for the service. */
  readonly settle?: number;
  /** The work that a signal stops; when left out, signals are not handled. */
  readonly stoppable?: StoppedWork;
}

interface ServiceKey {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** `show` shows a wait in a display and returns whether it did; without it, a line begins with `progress`. */
interface WaitDisplay {
  show?: (event: WaitEvent) => boolean;
  progress?: () => string;
}

/** A service that is open. `stop` aborts when the user wants to stop; that ends waits and never a running request. */
type OpenService = Awaited<ReturnType<typeof openService>>;

interface Closable {
  /** Closes everything that was opened, the last one first. */
  readonly close: () => Promise<void>;
}

/** The ledger, the client and the key of a command. */
export type Session = OpenService & Closable & { readonly ledger: Ledger };

type CloseLater = (close: () => unknown) => void;

/** Opens ledger and service, which the caller closes. The ledger counts requests per minute for all processes. */
export function openSession(command: CommandContext, options: SessionOptions): Promise<Session> {
  return openAll(async (closeLater) => {
    const service = await resolveService(command, closeLater);
    const ledger = await openLedger(command, closeLater);
    return { ...(await openService(command, service, options, closeLater, ledger)), ledger };
  });
}

export function withSession<T>(
  command: CommandContext,
  options: SessionOptions,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  return closeAfter(openSession(command, options), work);
}

export function withService<T>(
  command: CommandContext,
  options: SessionOptions,
  work: (open: OpenService) => Promise<T>,
  given?: ServiceKey,
): Promise<T> {
  const opened = openAll(async (closeLater) =>
    openService(command, given ?? (await resolveService(command, closeLater)), options, closeLater),
  );
  return closeAfter(opened, work);
}

/**
 * Opens the ledger alone, without key and network. `acceptsLost`: the ledger may also be one that
 * lost batches of this machine.
 */
export function withLedger<T>(
  command: CommandContext,
  work: (ledger: Ledger) => Promise<T>,
  acceptsLost = false,
): Promise<T> {
  const opened = openAll(async (closeLater) => ({
    ledger: await openLedger(command, closeLater, acceptsLost),
  }));
  return closeAfter(opened, ({ ledger }) => work(ledger));
}

/** Opens several things. If one cannot be opened, those before it are closed. */
async function openAll<T>(open: (closeLater: CloseLater) => Promise<T>): Promise<T & Closable> {
  const closers: (() => unknown)[] = [];
  const close = async () => {
    for (const each of closers) await each();
  };
  try {
    return { ...(await open((each) => closers.unshift(each))), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function closeAfter<S extends Closable, T>(
  opened: Promise<S>,
  work: (open: S) => Promise<T>,
): Promise<T> {
  const open = await opened;
  try {
    return await work(open);
  } finally {
    await open.close();
  }
}

/** How far (ms) the clocks of machines that share a ledger may be apart. */
const SKEW = 3_600_000;

/** Returns the moment (epoch ms) after which a record is from the future. */
export function computeFutureStart(now: number): number {
  return now + SKEW;
}

async function openLedger(command: CommandContext, closeLater: CloseLater, acceptsLost = false) {
  const { context, account } = command;
  const { openAnyLedger, openLedgerAt } = await import('../../ledger/index.js');
  const place = ledgerPlace(stateFolder(context), account);
  const { folder } = place;
  refuseOpenPlaces(context, [folder, join(folder, 'ledger.db')]);
  const open = acceptsLost ? openAnyLedger : openLedgerAt;
  const ledger = await explainStateErrors(folder, () => open(place, context));
  closeLater(() => ledger.close());
  await storeOwner(place);
  if (!acceptsLost) {
    // Any command of this machine may be the first one after the database, or an older ledger, has come back.
    const { storeWaitingOutcomes } = await import('../../money/outbox.js');
    await storeWaitingOutcomes(ledger);
    const records = await ledger.countRecordsAfter(computeFutureStart(context.clock.now()));
    if (records > 0) say(command, `${t.batch.fromFuture({ records })}\n`);
  }
  return ledger;
}

async function resolveService(
  command: CommandContext,
  closeLater: CloseLater,
): Promise<ServiceKey> {
  const { context, account } = command;
  if (account.isSandbox) {
    requireWebAssembly();
    const { startSandbox } = await import('../../sandbox/index.js');
    const folder = stateFolder(context);
    await explainStateErrors(folder, () => {
      makeFolder(folder);
    });
    const statePath = join(folder, 'sandbox.db');
    refuseOpenPlaces(context, [statePath]);
    const sandbox = await startSandbox({ clock: context.clock, statePath });
    closeLater(() => sandbox.close());
    return sandbox;
  }
  const baseUrl = requireBaseUrl(account);
  const found = await findKeyOf(command);
  const { apiKey, openFile } = requireKeyFor(baseUrl, found, account.profile);
  if (openFile !== undefined) say(command, openFileLine(openFile));
  return { baseUrl, apiKey };
}

/** Finds the key of a command, if need be by running the user's program. @throws as `findKey` and `runKeyCommand` */
export function findKeyOf(command: CommandContext): Promise<FoundKey | undefined> {
  const { context, account } = command;
  const { keyCommand } = account;
  if (keyCommand === undefined) return findKey(context, account);
  return findKey(context, account, async () => {
    const { runKeyCommand } = await import('./key-command.js');
    return withLiveLine(
      command,
      () => runKeyCommand(context, keyCommand),
      t.account.awaitsKeyCommand({ from: keyCommand.from }),
    );
  });
}

export function openFileLine(path: string): string {
  return `${t.account.keyFileReadable({ path, quotedPath: quoteForShell(path, 'linux') })}\n`;
}

async function openService(
  command: CommandContext,
  { baseUrl, apiKey }: ServiceKey,
  { deadline, longestWait, settle, stoppable }: SessionOptions,
  closeLater: CloseLater,
  ledger?: Ledger,
) {
  const { context, account, quiet, verbose } = command;
  const underWay = { requests: 0, charging: 0 };
  const retention = createRetention(command, countRequests(underWay));
  const listening = stoppable && listenForStop(command, stoppable, underWay);
  if (listening !== undefined) closeLater(listening.forget);
  const stop = listening?.stop ?? new AbortController().signal;
  const { createClient, createMemorySlots } = await import('../../service/index.js');
  const heartbeat = createHeartbeatFor(command);
  const { timeout, rate, realtimeRate, terms } = account;
  const keyFingerprint = fingerprint(apiKey);
  if (context.insecureTlsAsked === true && baseUrl.startsWith('https:'))
    say(command, `${t.service.tlsAlwaysChecked}\n`);
  const waitDisplay: WaitDisplay = {};
  const writeWait = createWaitWriter(command);
  const onWait = (event: WaitEvent) => {
    if (waitDisplay.show?.(event) === true) return;
    writeWait(event, waitDisplay.progress?.());
    heartbeat.reset();
  };
  const client = createClient({
    baseUrl,
    apiKey,
    deadline,
    longestWait,
    rate,
    realtimeRate,
    timeout,
    clock: heartbeat.clock,
    slots: ledger?.slots ?? createMemorySlots(),
    balances: ledger && createBalanceRecorder({ ledger, keyFingerprint, terms }),
    onSandbox: async () => ledger?.markAsSandbox(),
    onSend: retention.onSend,
    onServiceTime: retention.onServiceTime,
    userAgent: `confere/${command.version}`,
    env: context.env,
    onRequest: verbose ? createRequestWriter(command) : undefined,
    onWait: quiet ? undefined : onWait,
  });
  closeLater(() => client.close());
  closeLater(() => retention.apply(ledger, stop));
  if (settle !== undefined) requireSettleTime(settle, baseUrl);
  const service = { baseUrl, apiKey, keyFingerprint, client: client.within({ stop }) };
  return { ...service, stop, underWay, waitDisplay, heartbeat };
}

/** Returns the heartbeat of a command; where nobody reads plain lines of progress, one that writes nothing. */
function createHeartbeatFor(command: CommandContext) {
  const { context, quiet, progress } = command;
  return !quiet && progress && !isLive(context, command)
    ? waiting.createHeartbeat(context)
    : waiting.noHeartbeat(context.clock);
}

/** Writes a line for each request. The service layer has masked its path already. */
function createRequestWriter({ context: { stderr } }: CommandContext) {
  return ({ method, path, status, attempt, ms }: RequestEvent): void => {
    const again = attempt > 1 ? t.service.attempt(attempt) : '';
    const shownStatus = status ?? t.service.noAnswer;
    stderr.write(`${method} ${path} ${shownStatus} ${Math.round(ms)} ms${again}\n`);
  };
}

/** Writes a line for each wait. GitHub Actions also gets the first wait for a limit as a warning. */
function createWaitWriter({
  context,
}: CommandContext): (event: WaitEvent, progress?: string) => void {
  const { stderr } = context;
  let mayAnnotate = isOnGithub(context);
  return (event, progress) => {
    const line = waiting.waitLine(event, 0, progress);
    stderr.write(line);
    if (!mayAnnotate || event.reason === 'backoff') return;
    mayAnnotate = false;
    stderr.write(formatAnnotation('warning', line.trim()));
  };
}
