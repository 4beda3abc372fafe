import type { StoppedWork } from '../errors/commands.js';
import { ConfereError } from '../errors.js';
import type { Deps } from './dependencies.js';

/** Throws between two requests if the user asked to stop; all results are in the ledger by then. */
export function stopIfAsked(deps: Pick<Deps, 'stop'>, batchId: string): void {
  if (!deps.stop.aborted) return;
  const reason: unknown = deps.stop.reason;
  const isTerminated = reason instanceof ConfereError && reason.kind === 'terminated';
  const code = isTerminated ? 'terminated' : 'interrupted';
  throw new ConfereError(code, { during: 'batch', batch: batchId });
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
