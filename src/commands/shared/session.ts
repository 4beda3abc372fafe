import { join } from 'node:path';
import { findKey, fingerprint, type FoundKey, requireKeyFor } from '../../config/account.js';
import { requireBaseUrl, requireSettleTime } from '../../config/addresses.js';
import { locateLedger, stateFolder } from '../../config/folders.js';
import { storeOwner } from '../../config/ledger-owner.js';
import { explainStateErrors } from '../../config/state-errors.js';
import type { StoppedWork } from '../../base/facts.js';
import { makeFolder } from '../../base/flush.js';
import type { Ledger } from '../../ledger/index.js';
import { t } from '../../messages/index.js';
import { createBalanceRecorder } from '../../money/balance.js';
import { formatAnnotation, isOnGithub } from '../../terminal/github.js';
import { quoteForShell } from '../../messages/command-line.js';
import { isLive } from '../../terminal/live.js';
import * as waiting from './waiting.js';
import type { QuotaRecord, RequestEvent, WaitEvent } from '../../service/index.js';
import { requireWebAssembly } from '../../base/system-limits.js';
import { refuseExposedPlaces } from './account.js';
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
  /** The settle time: how long (ms) a charge may take to show in the balance. A time too short for the service is refused. */
  readonly settle?: number;
  /** The work that a signal stops; when left out, signals are not handled. */
  readonly during?: StoppedWork;
}

/** The address of the service and the key that is sent to it. */
interface ServiceKey {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** The display in which a command shows its waits, in place of printed lines. */
interface WaitDisplay {
  /** Shows a wait; returns false if the wait must be printed. */
  show?: (event: WaitEvent) => boolean;
  /** Returns how far the work is, for the beginning of a printed line. */
  progress?: () => string;
}

/** A client of the service. `stop` aborts at the user's signal, which ends waits but never a running request. */
type OpenService = Awaited<ReturnType<typeof openService>>;

interface Closable {
  /** Closes everything that was opened, beginning with what was opened last. */
  readonly close: () => Promise<void>;
}

/** The ledger, the client and the key of a command. */
export type Session = OpenService & Closable & { readonly ledger: Ledger };

/** Registers the function that closes what was just opened. */
type CloseLater = (close: () => unknown) => void;

/** Opens the ledger and the service; the caller closes the session. The ledger limits the requests of all processes. */
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

/** Opens the service alone, with the given key or the key of the command, and closes it after `work`. */
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
 * Opens the ledger alone, without key and network, and closes it after `work`. `acceptsLost`: a ledger that has lost
 * batches of this machine is opened, too.
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

/** Opens several things. If one of them cannot be opened, those that are open are closed. */
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
  const resources = await opened;
  try {
    return await work(resources);
  } finally {
    await resources.close();
  }
}

/** How far the clocks of machines that share a ledger may differ (ms). */
const MAXIMUM_SKEW = 3_600_000;

/** Returns the time (epoch ms) after which no record can have been stored, unless a clock was wrong. */
export function computeFutureStart(now: number): number {
  return now + MAXIMUM_SKEW;
}

async function openLedger(command: CommandContext, closeLater: CloseLater, acceptsLost = false) {
  const { context, account } = command;
  const { openAnyLedger, openLedgerAt } = await import('../../ledger/index.js');
  const place = locateLedger(stateFolder(context), account);
  const { folder } = place;
  refuseExposedPlaces(context, [folder, join(folder, 'ledger.db')]);
  const openPlace = acceptsLost ? openAnyLedger : openLedgerAt;
  const ledger = await explainStateErrors(folder, () => openPlace(place, context));
  closeLater(() => ledger.close());
  await storeOwner(place);
  if (!acceptsLost) {
    // This command may be the first since the database is back, or since an older ledger was restored.
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
    refuseExposedPlaces(context, [statePath]);
    const sandbox = await startSandbox({ clock: context.clock, statePath });
    closeLater(() => sandbox.close());
    return sandbox;
  }
  const baseUrl = requireBaseUrl(account);
  const foundKey = await findCommandKey(command);
  const { apiKey, exposedFile } = requireKeyFor(baseUrl, foundKey, account.profile);
  if (exposedFile !== undefined) say(command, formatExposedKeyFileWarning(exposedFile));
  return { baseUrl, apiKey };
}

/** Finds the key for a command; may run the user's program for it. @throws as `findKey` and `runKeyCommand` */
export function findCommandKey(command: CommandContext): Promise<FoundKey | undefined> {
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

/** Returns the warning that other users can read the file of the key. */
export function formatExposedKeyFileWarning(path: string): string {
  return `${t.account.keyFileReadable({ path, quotedPath: quoteForShell(path, 'linux') })}\n`;
}

async function openService(
  command: CommandContext,
  { baseUrl, apiKey }: ServiceKey,
  { deadline, longestWait, settle, during }: SessionOptions,
  closeLater: CloseLater,
  ledger?: Ledger,
) {
  const { context, account, quiet, verbose } = command;
  const requestsUnderWay = { requests: 0, charging: 0 };
  const retention = createRetention(command, countRequests(requestsUnderWay));
  const listening = during && listenForStop(command, during, requestsUnderWay);
  if (listening !== undefined) closeLater(listening.stopListening);
  const stop = listening?.stop ?? new AbortController().signal;
  const { createClient, createMemorySlots } = await import('../../service/index.js');
  const stillWaitingNotice = chooseStillWaitingNotice(command);
  const { timeout, rate, realtimeRate, terms } = account;
  const keyFingerprint = fingerprint(apiKey);
  if (context.insecureTlsAsked === true && baseUrl.startsWith('https:'))
    say(command, `${t.service.tlsAlwaysChecked}\n`);
  const waitDisplay: WaitDisplay = {};
  const writeWait = createWaitWriter(command);
  const onWait = (event: WaitEvent) => {
    if (waitDisplay.show?.(event) === true) return;
    writeWait(event, waitDisplay.progress?.());
    stillWaitingNotice.restart();
  };
  const client = createClient({
    baseUrl,
    apiKey,
    deadline,
    longestWait,
    rate,
    realtimeRate,
    timeout,
    clock: stillWaitingNotice.clock,
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
  const service = { baseUrl, apiKey, keyFingerprint, client: client.withBounds({ stop }) };
  return { ...service, stop, requestsUnderWay, waitDisplay, stillWaitingNotice };
}

/** Reads the balance; in a terminal, one line says meanwhile why and until when it is awaited. */
export function askQuota(
  command: CommandContext,
  { client, waitDisplay }: Pick<OpenService, 'client' | 'waitDisplay'>,
): Promise<QuotaRecord> {
  const { clock } = command.context;
  let wait: waiting.Wait | null = null;
  if (isLive(command.context, command))
    waitDisplay.show = ({ ms, ...waited }) => {
      wait = { ...waited, until: clock.now() + ms };
      return true;
    };
  const describe = () => waiting.describeWait(wait, clock.now()) || t.progress.asksService;
  return withLiveLine(command, () => client.quota(), describe);
}

/** Returns the notice of long waits, which writes nothing if the command prints no plain lines of progress. */
function chooseStillWaitingNotice(command: CommandContext) {
  const { context, quiet, progress } = command;
  return !quiet && progress && !isLive(context, command)
    ? waiting.createStillWaitingNotice(context)
    : waiting.noStillWaitingNotice(context.clock);
}

/** Creates the function that writes a line about each request. The service layer has masked the path. */
function createRequestWriter({ context: { stderr } }: CommandContext) {
  return ({ method, path, status, attempt, ms }: RequestEvent): void => {
    const attemptNote = attempt > 1 ? t.service.attempt(attempt) : '';
    const shownStatus = status ?? t.service.noAnswer;
    stderr.write(`${method} ${path} ${shownStatus} ${Math.round(ms)} ms${attemptNote}\n`);
  };
}

/** Creates the function that writes a line about each wait. In GitHub Actions the first wait for a limit is a warning. */
function createWaitWriter({
  context,
}: CommandContext): (event: WaitEvent, progress?: string) => void {
  const { stderr } = context;
  let mayAnnotate = isOnGithub(context);
  return (event, progress) => {
    const line = waiting.formatWaitLine(event, 0, progress);
    stderr.write(line);
    if (!mayAnnotate || event.reason === 'backoff') return;
    mayAnnotate = false;
    stderr.write(formatAnnotation('warning', line.trim()));
  };
}
