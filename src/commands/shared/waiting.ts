import { formatDuration, formatSecond, t } from '../../messages/index.js';
import type { WaitedFor } from '../../batch/events.js';
import type { Clock } from '../../base/clock.js';
import type { Output } from '../../base/context.js';
import type { WaitEvent } from '../../service/index.js';

export interface Wait extends Omit<WaitEvent, 'reason' | 'ms'> {
  readonly reason: WaitEvent['reason'] | 'settling' | WaitedFor;
  readonly until: number;
}

/** Says what is waited for and how long; empty when the wait is over. */
export function waitText(wait: Wait | null, now: number): string {
  if (wait === null || wait.until <= now) return '';
  const left = formatDuration(Math.ceil((wait.until - now) / 1000) * 1000);
  return {
    rate_limit: t.progress.nextMinute(left),
    retry_after: t.progress.serviceAsksToWait(left),
    backoff: t.progress.retryIn({ left, why: missingAnswerText(wait) }),
    status: t.progress.nextCheck(left),
    balance: t.progress.balanceAwaited(left),
    lookup: t.progress.lookupAwaited(left),
    machine: t.progress.machineAwaited(left),
    ledger: t.progress.ledgerAwaited(left),
    answer: t.progress.asksService,
    settling: t.progress.checkingCharge({ until: formatSecond(wait.until).slice(-8), wait: left }),
  }[wait.reason];
}

function missingAnswerText({ status, code }: Wait): string {
  if (code !== undefined) return t.progress.noAnswer(code);
  return status === undefined ? t.progress.noUsableAnswer : t.progress.answeredStatus(status);
}

type Waited = Omit<Wait, 'until'> & { readonly ms: number };

/** `progress`: how far the work is, which stands before what it waits for. */
export function waitLine({ ms, ...wait }: Waited, now = 0, progress = ''): string {
  const text = waitText({ ...wait, until: now + ms }, now);
  if (progress !== '') return `${progress}: ${text}\n`;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}\n`;
}

/** After this long (ms) without output a wait reports that it goes on: CI systems take silence for a standstill. */
const REPORT_INTERVAL = 30_000;
/** A wait that ends so soon (ms) is not reported, because other output follows. */
const SHORT_WAIT = 5_000;

export interface Heartbeat {
  /** The clock of the command; its sleeps and request limits are the waits that are reported. */
  readonly clock: Clock;
  /** Call it after any other output. */
  readonly reset: () => void;
}

export const noHeartbeat = (clock: Clock): Heartbeat => ({ clock, reset: () => undefined });

export function createHeartbeat({ clock, stderr }: { clock: Clock; stderr: Output }): Heartbeat {
  let last = clock.now();
  /** Ms until the next report. After a longer silence the command was busy, so the count begins again. */
  const computeTimeToReport = (): number => {
    if (clock.now() - last > REPORT_INTERVAL + SHORT_WAIT) last = clock.now();
    return Math.max(1, last + REPORT_INTERVAL - clock.now());
  };
  /** `left`: ms until the end of the wait; Infinity if it is not known. */
  const reportWait = (left: number): void => {
    if (clock.now() - last < REPORT_INTERVAL || left < SHORT_WAIT) return;
    last = clock.now();
    stderr.write(`${t.progress.stillWaiting}\n`);
  };
  const sleep = async (ms: number, signal?: AbortSignal): Promise<void> => {
    for (let left = ms; ;) {
      const piece = left < SHORT_WAIT ? left : Math.min(left, computeTimeToReport());
      await clock.sleep(piece, signal);
      left -= piece;
      if (left <= 0) return;
      reportWait(left);
    }
  };
  const openLimits = new Set<object>();
  let next: ReturnType<Clock['timeout']> | undefined;
  const awaitNext = (): void => {
    // Most answers come soon and are printed themselves.
    next = clock.timeout(Math.max(SHORT_WAIT, computeTimeToReport()));
    next.signal.addEventListener('abort', () => {
      next?.clear();
      reportWait(Infinity);
      awaitNext();
    });
  };
  /** Each request sets a time limit and clears it when its answer has come. */
  const timeout: Clock['timeout'] = (ms) => {
    const limit = clock.timeout(ms);
    openLimits.add(limit);
    if (openLimits.size === 1) awaitNext();
    const clear = (): void => {
      openLimits.delete(limit);
      if (openLimits.size === 0) next?.clear();
      limit.clear();
    };
    return { signal: limit.signal, clear };
  };
  return { clock: { ...clock, sleep, timeout }, reset: () => (last = clock.now()) };
}
