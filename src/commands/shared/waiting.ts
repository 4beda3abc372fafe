import { formatDuration, formatSecond, t } from '../../messages/index.js';
import type { WaitedFor } from '../../batch/events.js';
import type { Clock } from '../../base/clock.js';
import type { Output } from '../../base/context.js';
import type { WaitEvent } from '../../service/index.js';

/** A wait of a command; `until`: its end (epoch ms). */
export interface Wait extends Omit<WaitEvent, 'reason' | 'ms'> {
  readonly reason: WaitEvent['reason'] | 'settling' | WaitedFor;
  readonly until: number;
}

/** Returns what the command waits for and how long; empty when the wait is over. */
export function describeWait(wait: Wait | null, now: number): string {
  if (wait === null || wait.until <= now) return '';
  const left = formatDuration(Math.ceil((wait.until - now) / 1000) * 1000);
  return {
    rate_limit: t.progress.nextMinute(left),
    retry_after: t.progress.serviceAsksToWait(left),
    backoff: t.progress.retryIn({ left, why: describeRetryReason(wait) }),
    status: t.progress.nextCheck(left),
    balance: t.progress.balanceAwaited(left),
    lookup: t.progress.lookupAwaited(left),
    machine: t.progress.machineAwaited(left),
    ledger: t.progress.ledgerAwaited(left),
    answer: t.progress.asksService,
    settling: t.progress.checkingCharge({ until: formatSecond(wait.until).slice(-8), wait: left }),
  }[wait.reason];
}

function describeRetryReason({ status, code }: Wait): string {
  if (code !== undefined) return t.progress.noAnswer(code);
  return status === undefined ? t.progress.noUsableAnswer : t.progress.answeredStatus(status);
}

type TimedWait = Omit<Wait, 'until'> & { readonly ms: number };

/**
 * Returns the line about a wait. `now` (epoch ms) matters only for `settling`, whose line names the time of its end.
 * `progress`: how far the work is, for the beginning of the line.
 */
export function formatWaitLine({ ms, ...wait }: TimedWait, now = 0, progress = ''): string {
  const text = describeWait({ ...wait, until: now + ms }, now);
  if (progress !== '') return `${progress}: ${text}\n`;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}\n`;
}

/** The time without output (ms) after which a wait is reported, because CI systems end a job that is silent. */
const REPORT_INTERVAL = 30_000;
/** The longest rest of a wait (ms) that is not reported, because other output follows soon. */
const SHORT_WAIT = 5_000;

/** Says that a command still waits, after it has printed nothing for long. */
export interface StillWaitingNotice {
  /** The clock for the command to use: while a sleep or the wait for an answer takes long, a line is printed. */
  readonly clock: Clock;
  /** Begins the time without output again; called after any other output. */
  readonly restart: () => void;
}

export const noStillWaitingNotice = (clock: Clock): StillWaitingNotice => ({
  clock,
  restart: () => undefined,
});

export function createStillWaitingNotice({
  clock,
  stderr,
}: {
  clock: Clock;
  stderr: Output;
}): StillWaitingNotice {
  let lastOutput = clock.now();
  /**
   * Returns the ms until the next report. If a report is overdue by more than `SHORT_WAIT`, the command was working and
   * not waiting, so the time without output begins again.
   */
  const computeTimeToReport = (): number => {
    if (clock.now() - lastOutput > REPORT_INTERVAL + SHORT_WAIT) lastOutput = clock.now();
    return Math.max(1, lastOutput + REPORT_INTERVAL - clock.now());
  };
  /** `left`: ms until the end of the wait; Infinity if it is not known. */
  const reportWait = (left: number): void => {
    if (clock.now() - lastOutput < REPORT_INTERVAL || left < SHORT_WAIT) return;
    lastOutput = clock.now();
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
  let nextReport: ReturnType<Clock['timeout']> | undefined;
  const scheduleReport = (): void => {
    // Most answers come before this time and are printed.
    nextReport = clock.timeout(Math.max(SHORT_WAIT, computeTimeToReport()));
    nextReport.signal.addEventListener('abort', () => {
      nextReport?.clear();
      reportWait(Infinity);
      scheduleReport();
    });
  };
  /** Each request sets a time limit and clears it when its answer has come. */
  const timeout: Clock['timeout'] = (ms) => {
    const limit = clock.timeout(ms);
    openLimits.add(limit);
    if (openLimits.size === 1) scheduleReport();
    const clear = (): void => {
      openLimits.delete(limit);
      if (openLimits.size === 0) nextReport?.clear();
      limit.clear();
    };
    return { signal: limit.signal, clear };
  };
  return { clock: { ...clock, sleep, timeout }, restart: () => (lastOutput = clock.now()) };
}
