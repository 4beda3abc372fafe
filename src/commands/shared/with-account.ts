import { join } from 'node:path';
import { findKey, fingerprint, requireKeyFor } from '../../config/account.js';
import { requireBaseUrl } from '../../config/addresses.js';
import { ledgerPlace, stateFolder } from '../../config/folders.js';
import { storeOwner } from '../../config/ledger-owner.js';
import { explainStateErrors } from '../../config/using-state.js';
import type { StoppedWork } from '../../base/facts.js';
import { makeFolder } from '../../base/flush.js';
import type { Ledger } from '../../ledger/index.js';
import { t } from '../../messages/index.js';
import { balanceNotes } from '../../money/balance.js';
import { annotation, isOnGithub } from '../../output/github.js';
import { shellWord } from '../../output/next-step.js';
import { isLive } from '../../output/terminal/live.js';
import * as waiting from '../../output/waiting.js';
import type { RequestEvent, WaitEvent } from '../../service/index.js';
import { requireAddresses } from '../../base/system-limits.js';
import { refuseOpenPlaces } from './account.js';
import type { Host } from './command.js';
import { countRequests, listenForStop, say } from './user.js';

interface Limits {
  /** The latest end (epoch ms) of any wait. */
  readonly deadline?: number;
  /** The maximum total time in ms that one request may wait. */
  readonly longestWait?: number;
  /** The work that a signal stops; when left out, signals are not handled. */
  readonly stoppable?: StoppedWork;
}

interface ServiceKey {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** `stop` aborts when the user wants to stop; that ends waits and never a running request. */
type OpenService = Awaited<ReturnType<typeof openService>>;

export type OpenAccount = OpenService & { readonly ledger: Ledger };

type CloseLater = (close: () => unknown) => void;

/** Runs `work`, then closes what was opened. The ledger counts requests per minute for all processes. */
export function withAccount<T>(
  host: Host,
  limits: Limits,
  work: (open: OpenAccount) => Promise<T>,
): Promise<T> {
  return closingAll(async (later) => {
    const service = await resolveService(host, later);
    const ledger = await openLedger(host, later);
    return work({ ...(await openService(host, service, limits, later, ledger)), ledger });
  });
}

export function withService<T>(
  host: Host,
  limits: Limits,
  work: (open: OpenService) => Promise<T>,
  given?: ServiceKey,
): Promise<T> {
  return closingAll(async (later) =>
    work(await openService(host, given ?? (await resolveService(host, later)), limits, later)),
  );
}

/** No key, no network. `accepts`: also a ledger that lost batches of this machine. */
export function withLedger<T>(
  host: Host,
  work: (ledger: Ledger) => Promise<T>,
  accepts = false,
): Promise<T> {
  return closingAll(async (later) => work(await openLedger(host, later, accepts)));
}

async function closingAll<T>(work: (later: CloseLater) => Promise<T>): Promise<T> {
  const closers: (() => unknown)[] = [];
  try {
    return await work((close) => closers.unshift(close));
  } finally {
    for (const close of closers) await close();
  }
}

/** Ms. Clocks of machines that share a ledger differ by less. */
const SKEW = 3_600_000;

/** The moment after which a record is from the future. */
export function futureAt(now: number): number {
  return now + SKEW;
}

async function openLedger(host: Host, later: CloseLater, accepts = false) {
  const { context, account } = host;
  const { openAnyLedger, openLedgerAt } = await import('../../ledger/index.js');
  const place = ledgerPlace(stateFolder(context), account);
  const { folder } = place;
  refuseOpenPlaces(context, [folder, join(folder, 'ledger.db')]);
  const open = accepts ? openAnyLedger : openLedgerAt;
  const ledger = await explainStateErrors(folder, () => open(place, context));
  later(() => ledger.close());
  await storeOwner(place);
  if (!accepts) {
    // Any command of this machine may be the first one after the database, or an older ledger, is back.
    const { deliverWaiting } = await import('../../money/outbox.js');
    await deliverWaiting(ledger);
    const records = await ledger.countRecordsAfter(futureAt(context.clock.now()));
    if (records > 0) say(host, `${t.batch.fromFuture({ records })}\n`);
  }
  return ledger;
}

async function resolveService(host: Host, later: CloseLater): Promise<ServiceKey> {
  const { context, account } = host;
  if (account.isSandbox) {
    requireAddresses();
    const { startSandbox } = await import('../../sandbox/index.js');
    const folder = stateFolder(context);
    await explainStateErrors(folder, () => {
      makeFolder(folder);
    });
    const statePath = join(folder, 'sandbox.db');
    refuseOpenPlaces(context, [statePath]);
    const sandbox = await startSandbox({ clock: context.clock, statePath });
    later(() => sandbox.close());
    return sandbox;
  }
  const baseUrl = requireBaseUrl(account);
  const found = await findKey(context, account);
  const { apiKey, openFile } = requireKeyFor(baseUrl, found, account.profile);
  if (openFile !== undefined) say(host, openFileLine(openFile));
  return { baseUrl, apiKey };
}

export function openFileLine(path: string): string {
  return `${t.account.keyFileReadable({ path, quotedPath: shellWord(path, 'linux') })}\n`;
}

async function openService(
  host: Host,
  { baseUrl, apiKey }: ServiceKey,
  { deadline, longestWait, stoppable }: Limits,
  later: CloseLater,
  ledger?: Ledger,
) {
  const { context, account, quiet, verbose } = host;
  const underWay = { requests: 0, charging: 0 };
  const listening = stoppable && listenForStop(host, stoppable, underWay);
  if (listening !== undefined) later(listening.forget);
  const stop = listening?.stop ?? new AbortController().signal;
  const { createClient, createMemorySlots } = await import('../../service/index.js');
  const isBeating = !quiet && host.progress && !isLive(context, host);
  const heartbeat = isBeating
    ? waiting.createHeartbeat(context)
    : waiting.noHeartbeat(context.clock);
  const { timeout, rate, realtimeRate, terms } = account;
  const keyFingerprint = fingerprint(apiKey);
  if (context.insecureTlsAsked === true && baseUrl.startsWith('https:'))
    say(host, `${t.service.tlsAlwaysChecked}\n`);
  /** Whether a wait is shown already; otherwise it is one line. */
  const waits: { shown?: (event: WaitEvent) => boolean } = {};
  const tellWait = waitTeller(host);
  const onWait = (event: WaitEvent) => {
    if (waits.shown?.(event) === true) return;
    tellWait(event);
    heartbeat.told();
  };
  // Its path is already masked.
  const tellRequest = ({ method, path, status, attempt, ms }: RequestEvent) => {
    const again = attempt > 1 ? t.service.attempt(attempt) : '';
    const ended = status ?? t.service.noAnswer;
    context.stderr.write(`${method} ${path} ${ended} ${Math.round(ms)} ms${again}\n`);
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
    balances: ledger && balanceNotes({ ledger, keyFingerprint, terms }),
    onSandbox: async () => ledger?.markAsSandbox(),
    onSend: countRequests(underWay),
    userAgent: `confere/${host.version}`,
    env: context.env,
    onRequest: verbose ? tellRequest : undefined,
    onWait: quiet ? undefined : onWait,
  });
  later(() => client.close());
  const service = { baseUrl, apiKey, keyFingerprint, client: client.within({ stop }) };
  return { ...service, stop, underWay, waits, heartbeat };
}

/** GitHub Actions shows the first wait for a limit beside the run. */
function waitTeller({ context }: Host): (event: WaitEvent) => void {
  const { stderr } = context;
  let isAnnotated = !isOnGithub(context);
  return (event) => {
    const line = waiting.waitLine(event);
    stderr.write(line);
    if (isAnnotated || event.reason === 'backoff') return;
    isAnnotated = true;
    stderr.write(annotation('warning', line.trim()));
  };
}
