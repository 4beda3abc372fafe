import type { Stop, StoppedWork } from '../base/facts.js';
import { ConfereError, isTerminated } from '../base/errors.js';
import type { Batch } from '../ledger/index.js';
import type { Work } from './dependencies.js';

interface Stoppable {
  readonly stop: AbortSignal;
  readonly batch?: Pick<Batch, 'id'>;
}

/** Between two requests, when all results are in the ledger. */
export function stopIfAsked(work: Stoppable): void {
  const stopped = stopOf(work);
  if (stopped !== undefined) throw stopped;
}

export function stopOf({ stop, batch }: Stoppable, open?: Stop['open']): ConfereError | undefined {
  if (!stop.aborted) return undefined;
  const code = isTerminated(stop) ? 'terminated' : 'interrupted';
  const during = batch === undefined ? 'input' : 'batch';
  return new ConfereError(code, { during, batch: batch?.id, open });
}

export async function pauseOrStop(work: Stoppable & Pick<Work, 'clock'>, ms: number) {
  stopIfAsked(work);
  await work.clock.sleep(ms, work.stop).catch((error: unknown) => {
    stopIfAsked(work);
    throw error;
  });
}

export function stopAt(signal: AbortSignal, during: StoppedWork): AbortSignal {
  const controller = new AbortController();
  const stop = () => {
    controller.abort(new ConfereError('interrupted', { during }));
  };
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  return controller.signal;
}
