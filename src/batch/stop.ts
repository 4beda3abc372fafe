import type { Stop, StoppedWork } from '../base/facts.js';
import { ConfereError, isTerminated } from '../base/errors.js';
import type { Batch } from '../ledger/index.js';
import type { Work } from './dependencies.js';
import type { WaitedFor } from './events.js';

interface Stoppable {
  readonly stop: AbortSignal;
  readonly batch?: Pick<Batch, 'id'>;
}

/**
 * Throws if the user or the system has asked to stop. It is called between two requests, when all results are in the
 * ledger. @throws ConfereError `interrupted` or `terminated`
 */
export function stopIfAsked(work: Stoppable): void {
  const stopped = findStop(work);
  if (stopped !== undefined) throw stopped;
}

/** Returns the error of a stop that was asked for. `open` counts what the stop leaves undone. */
export function findStop(
  { stop, batch }: Stoppable,
  open?: Stop['open'],
): ConfereError | undefined {
  if (!stop.aborted) return undefined;
  const code = isTerminated(stop) ? 'terminated' : 'interrupted';
  const during = batch === undefined ? 'input' : 'batch';
  return new ConfereError(code, { during, batch: batch?.id, open });
}

/**
 * Sleeps for `ms`; with `what`, the event `waiting` names the reason. @throws ConfereError `interrupted` or
 * `terminated`, as soon as the user or the system asks to stop
 */
export async function pauseOrStop(
  work: Stoppable & Pick<Work, 'clock'> & Partial<Pick<Work, 'emit'>>,
  ms: number,
  what?: WaitedFor,
) {
  stopIfAsked(work);
  if (what !== undefined) work.emit?.({ type: 'waiting', what, ms });
  await work.clock.sleep(ms, work.stop).catch((error: unknown) => {
    stopIfAsked(work);
    throw error;
  });
}

/** Returns a signal that aborts when `signal` does, with the error `interrupted` of the work `during` as its reason. */
export function createStopSignal(signal: AbortSignal, during: StoppedWork): AbortSignal {
  const controller = new AbortController();
  const stop = () => {
    controller.abort(new ConfereError('interrupted', { during }));
  };
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  return controller.signal;
}
