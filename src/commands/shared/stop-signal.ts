import { ConfereError } from '../../errors.js';
import { exitCodes } from '../../exit-codes.js';
import type { Host } from './host.js';
import { say } from '../../text/index.js';

/**
 * Ctrl-C or SIGTERM once: the signal aborts, with the error to end with as its reason, and the request
 * under way is finished. Twice: the process ends at once; the ledger is safe at every instant.
 */
export function listenForStop(
  { context }: Host,
  told = say`Stopped; everything is saved. The same command again continues.`,
): { stop: AbortSignal; forget: () => void } {
  const controller = new AbortController();
  const forget = context.onStopSignal((signal) => {
    const kind = signal === 'SIGTERM' ? 'terminated' : 'interrupted';
    if (controller.signal.aborted) {
      context.stderr.write(
        `${say`Stopped at once; a lookup or submission that was under way may have been charged.`}\n`,
      );
      context.exit(exitCodes[kind]);
    }
    context.stderr.write(`${say`Stopping after the current answer; once more stops at once.`}\n`);
    controller.abort(new ConfereError(kind, kind, told));
  });
  return { stop: controller.signal, forget };
}
