import type { Stop, StoppedWork } from '../errors/commands.js';
import { ConfereError, type ErrorFacts, type ErrorKind } from '../errors.js';
import type { Deps } from './dependencies.js';

/** The kinds of the errors with which a stop ends. */
export const STOPS: ReadonlySet<ErrorKind> = new Set(['interrupted', 'terminated']);

/**
 * Throws if the user asked to stop: between two requests, when all results are in the ledger; without a batch while
 * an input is read, of which nothing stays.
 */
export function stopIfAsked(deps: Pick<Deps, 'stop'>, batch?: string): void {
  const stopped = stopOf(deps, batch);
  if (stopped !== undefined) throw stopped;
}

/** The error with which work ends that the user asked to stop. */
export function stopOf(
  { stop }: Pick<Deps, 'stop'>,
  batch?: string,
  open?: Stop['open'],
): ConfereError | undefined {
  if (!stop.aborted) return undefined;
  const code = isTerminated(stop) ? 'terminated' : 'interrupted';
  const during = batch === undefined ? 'input' : 'batch';
  return new ConfereError(code, { during, batch, open });
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
export async function pause(deps: Pick<Deps, 'stop' | 'clock'>, ms: number): Promise<void> {
  await deps.clock.sleep(ms, deps.stop).catch((error: unknown) => {
    if (!deps.stop.aborted) throw error;
  });
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
