import type { RequestEvent, WaitEvent } from '../service/index.js';
import { t } from '../messages/index.js';
import type { Clock } from '../clock.js';
import type { Output } from '../context.js';

/** `-v`: one line per request; its path is already masked. */
export function requestLine({ method, path, status, attempt, ms }: RequestEvent): string {
  const again = attempt > 1 ? t.service.attempt(attempt) : '';
  return `${method} ${path} ${status ?? t.service.noAnswer} ${Math.round(ms)} ms${again}\n`;
}

/** Why the command waits, and for how long. */
export function waitLine({ reason, ms, status }: WaitEvent): string {
  return `${waitSentence(reason, Math.ceil(ms / 1_000), status)}\n`;
}

function waitSentence(
  reason: WaitEvent['reason'],
  seconds: number,
  status: number | undefined,
): string {
  switch (reason) {
    case 'rate_limit':
      return t.service.minuteUsedUp(seconds);
    case 'retry_after':
      return t.service.asksToWait(seconds, status ?? 429);
    case 'backoff':
      return status === undefined
        ? t.service.retrying(seconds)
        : t.service.retryingAfter(status, seconds);
  }
}

/** After this time (ms) without a word a wait says that it goes on: what runs jobs takes silence for a standstill. */
const EVERY = 30_000;
/** A wait that ends so soon (ms) is left to what comes next. */
const SOON = 5_000;

/** The waits of a command that has no display. */
export interface Heartbeat {
  /** The same time; its sleeps and requests are those waits. */
  readonly clock: Clock;
  /** Call it when something was said. */
  readonly told: () => void;
}

export const noHeartbeat = (clock: Clock): Heartbeat => ({ clock, told: () => undefined });

export function createHeartbeat({ clock, stderr }: { clock: Clock; stderr: Output }): Heartbeat {
  let last = clock.now();
  let waitedUntil = last;
  const begin = (): void => {
    // Something else was done meanwhile.
    if (clock.now() - waitedUntil > SOON) last = Math.max(last, clock.now());
  };
  const beat = (left: number): void => {
    const silent = clock.now() - last;
    if (silent < EVERY || (left < SOON && silent < EVERY + SOON)) return;
    last = clock.now();
    stderr.write(`${stillWaiting(Math.ceil(left / 1_000))}\n`);
  };
  const sleep = async (ms: number, signal?: AbortSignal): Promise<void> => {
    begin();
    for (let left = ms; ;) {
      const due = left < SOON ? left : Math.max(1, last + EVERY - clock.now());
      const piece = Math.min(left, due);
      await clock.sleep(piece, signal);
      waitedUntil = clock.now();
      left -= piece;
      beat(left);
      if (left <= 0) return;
    }
  };
  const limits = new Set<object>();
  let since = last;
  let next: ReturnType<Clock['timeout']> | undefined;
  const awaitNext = (): void => {
    // Most answers come soon, and say something themselves.
    next = clock.timeout(Math.max(SOON, last + EVERY - clock.now()));
    next.signal.addEventListener('abort', () => {
      next?.clear();
      beat(Infinity);
      awaitNext();
    });
  };
  /** A request has a limit, one after the other, until its answer is there. */
  const timeout: Clock['timeout'] = (ms) => {
    const limit = clock.timeout(ms);
    limits.add(limit);
    if (limits.size === 1) {
      begin();
      since = clock.now();
      awaitNext();
    }
    const clear = (): void => {
      limits.delete(limit);
      if (limits.size === 0) next?.clear();
      if (clock.now() - since > SOON) waitedUntil = clock.now();
      limit.clear();
    };
    return { signal: limit.signal, clear };
  };
  return {
    clock: { ...clock, sleep, timeout },
    told: () => (last = clock.now()),
  };
}

/** `seconds`: Infinity where the end is not known. */
function stillWaiting(seconds: number): string {
  return seconds > 1 && seconds < Infinity
    ? t.progress.stillWaitingFor(seconds)
    : t.progress.stillWaiting;
}
