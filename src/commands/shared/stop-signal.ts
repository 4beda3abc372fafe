import type { StoppedWork } from '../../errors/commands.js';
import { ConfereError } from '../../errors.js';
import { exitCodes } from '../../exit-codes.js';
import type { Host } from './command-host.js';
import type { NextSteps } from '../../output/next-step/next-steps.js';
import { say } from '../../text/index.js';

/** The signals of questions that are open: nothing is under way, so the first stop needs no notice. */
export const atQuestions = new WeakSet<AbortSignal>();

/**
 * The first Ctrl-C or SIGTERM aborts the signal, with the final error as its reason; the running request
 * is completed. The second ends the process immediately, which is safe because the ledger is consistent
 * at every moment.
 */
export function listenForStop(
  { context, next }: Host,
  during: StoppedWork = 'batch',
): { stop: AbortSignal; forget: () => void } {
  const controller = new AbortController();
  const forget = context.onStopSignal((signal) => {
    const code = signal === 'SIGTERM' ? 'terminated' : 'interrupted';
    if (controller.signal.aborted) {
      context.stderr.write(stoppedAtOnceLine(during, next));
      context.exit(exitCodes[code]);
    }
    if (!atQuestions.has(controller.signal))
      context.stderr.write(`${say`Stopping after the current answer; once more stops at once.`}\n`);
    controller.abort(new ConfereError(code, { during }));
  });
  return { stop: controller.signal, forget };
}

/** A resubmission is the user's word for one more, so the list is advised and not the same again. */
function stoppedAtOnceLine(during: StoppedWork, next: NextSteps): string {
  const told = say`Stopped at once; a lookup or submission that was under way may have been charged.`;
  if (during !== 'batch' && during !== 'lookups') return `${told}\n`;
  const onward = next.of === 'bulk resolve' ? `'${next.command('bulk list')}'` : next.onward();
  return `${told} ${say`To continue: ${onward}.`}\n`;
}
