import { ConfereError } from '../errors.js';
import type { Deps } from './dependencies.js';
import { say } from '../text/index.js';

/** Ends the work between two requests when the user asked for it; everything is in the ledger by then. */
export function stopIfAsked(deps: Pick<Deps, 'stop'>, batchId: string): void {
  if (!deps.stop.aborted) return;
  const reason: unknown = deps.stop.reason;
  const kind = reason instanceof ConfereError ? reason.kind : 'interrupted';
  throw new ConfereError(
    kind,
    kind,
    say`Stopped; everything is saved. 'confere bulk watch ${batchId}' or the same command again continues.`,
  );
}

/** Sleeps; a wish to stop ends the sleep and is left for `stopIfAsked` to tell. */
export async function pause(deps: Pick<Deps, 'stop' | 'clock'>, ms: number): Promise<void> {
  await deps.clock.sleep(ms, deps.stop).catch((error: unknown) => {
    if (!deps.stop.aborted) throw error;
  });
}

/** A wish to stop that comes as a plain signal, with a reason that can be told. */
export function stopAt(signal: AbortSignal, told: string): AbortSignal {
  const controller = new AbortController();
  const stop = () => {
    controller.abort(new ConfereError('interrupted', 'interrupted', told));
  };
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  return controller.signal;
}
