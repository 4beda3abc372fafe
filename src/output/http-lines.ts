import type { RequestEvent, WaitEvent } from '../service/index.js';
import { t } from '../messages/index.js';

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
