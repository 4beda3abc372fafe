import type { RequestEvent, WaitEvent } from '../service/index.js';

/** `-v`: one line for each request; the path comes in masked. */
export function requestLine({ method, path, status, attempt, ms }: RequestEvent): string {
  const again = attempt > 1 ? ` (attempt ${attempt})` : '';
  return `${method} ${path} ${status ?? 'no answer'} ${Math.round(ms)} ms${again}\n`;
}

/** Why the command stands still, and for how long. */
export function waitLine({ reason, ms, status }: WaitEvent): string {
  const seconds = Math.ceil(ms / 1_000);
  switch (reason) {
    case 'rate_limit':
      return `The limit of requests a minute is used up; going on in ${seconds} s.\n`;
    case 'retry_after':
      return `The service asks to wait ${seconds} s (HTTP ${status ?? 429}).\n`;
    case 'backoff':
      return `No good answer${status === undefined ? '' : ` (HTTP ${status})`}; trying again in ${seconds} s.\n`;
  }
}
