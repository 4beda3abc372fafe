import type { RequestEvent, WaitEvent } from '../service/index.js';
import { say } from '../text/index.js';

/** `-v`: one line per request; its path is already masked. */
export function requestLine({ method, path, status, attempt, ms }: RequestEvent): string {
  const again = attempt > 1 ? say` (attempt ${attempt})` : '';
  return `${method} ${path} ${status ?? say`no answer`} ${Math.round(ms)} ms${again}\n`;
}

/** Certificates are always checked (contract, "Global options"). */
export function insecureTlsLine(): string {
  return `${say`NODE_TLS_REJECT_UNAUTHORIZED is ignored: certificates are always checked. To trust an authority of your own, set NODE_EXTRA_CA_CERTS to its file.`}\n`;
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
      return say`The limit of requests per minute is used up; continuing in ${seconds} s.`;
    case 'retry_after':
      return say`The service asks to wait ${seconds} s (HTTP ${status ?? 429}).`;
    case 'backoff':
      return status === undefined
        ? say`No usable answer; retrying in ${seconds} s.`
        : say`No usable answer (HTTP ${status}); retrying in ${seconds} s.`;
  }
}
