import type { StoppedWork } from '../../errors/commands.js';
import { ConfereError } from '../../errors.js';
import { exitCodes } from '../../exit-codes.js';
import type { Host } from './command-host.js';
import { say } from '../../text/index.js';

/** The signals of questions that are open: nothing is under way, so the first stop needs no notice. */
export const atQuestions = new WeakSet<AbortSignal>();

/**
 * The first Ctrl-C or SIGTERM aborts the signal, with the final error as its reason; the running request
 * is completed. The second ends the process immediately, which is safe because the ledger is consistent
 * at every moment.
 */
export function listenForStop(
  { context }: Host,
  during: StoppedWork = 'batch',
): { stop: AbortSignal; forget: () => void } {
  const controller = new AbortController();
  const forget = context.onStopSignal((signal) => {
    const code = signal === 'SIGTERM' ? 'terminated' : 'interrupted';
    if (controller.signal.aborted) {
      context.stderr.write(
        `${say`Stopped at once; a lookup or submission that was under way may have been charged.`}\n`,
      );
      context.exit(exitCodes[code]);
    }
    if (!atQuestions.has(controller.signal))
      context.stderr.write(`${say`Stopping after the current answer; once more stops at once.`}\n`);
    controller.abort(new ConfereError(code, { during }));
  });
  return { stop: controller.signal, forget };
}
