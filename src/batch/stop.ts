import type { Stop, StoppedWork } from '../errors/commands.js';
import { ConfereError, type ErrorFacts, type ErrorKind } from '../errors.js';
import type { Batch } from '../ledger/index.js';
import type { Deps, Work } from './dependencies.js';

/** The kinds of the errors with which a stop ends. */
export const STOPS: ReadonlySet<ErrorKind> = new Set(['interrupted', 'terminated']);

/** What the user may stop: the work on a batch, or without one the reading of an input, of which nothing stays. */
interface Stoppable {
  readonly stop: AbortSignal;
  readonly batch?: Pick<Batch, 'id'>;
}

/** Throws if the user asked to stop: between two requests, when all results are in the ledger. */
export function stopIfAsked(work: Stoppable): void {
  const stopped = stopOf(work);
  if (stopped !== undefined) throw stopped;
}

/** The error with which work ends that the user asked to stop. */
export function stopOf({ stop, batch }: Stoppable, open?: Stop['open']): ConfereError | undefined {
  if (!stop.aborted) return undefined;
  const code = isTerminated(stop) ? 'terminated' : 'interrupted';
  const during = batch === undefined ? 'input' : 'batch';
  return new ConfereError(code, { during, batch: batch?.id, open });
}

/** The error after a no; a signal at the question means no, too. */
export function declinedBy(
  stop: AbortSignal,
  nothing: ErrorFacts['declined']['nothing'],
): ConfereError {
  return new ConfereError('declined', { nothing, terminated: isTerminated(stop) || undefined });
}

function isTerminated({ reason }: AbortSignal): boolean {
  return reason instanceof ConfereError && reason.kind === 'terminated';
}

/** Sleeps for `ms`. A stop signal ends the sleep without an error; `stopIfAsked` throws it later. */
export async function pause({ clock, stop }: Pick<Deps, 'stop' | 'clock'>, ms: number) {
  await clock.sleep(ms, stop).catch((error: unknown) => {
    if (!stop.aborted) throw error;
  });
}

/** The same, which throws it at once. */
export async function pauseOrStop(work: Work, ms: number) {
  await pause(work, ms);
  stopIfAsked(work);
}

/** Turns a plain abort signal into a stop signal with an error that users understand. */
export function stopAt(signal: AbortSignal, during: StoppedWork): AbortSignal {
  const controller = new AbortController();
  const stop = () => {
    controller.abort(new ConfereError('interrupted', { during }));
  };
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  return controller.signal;
}
