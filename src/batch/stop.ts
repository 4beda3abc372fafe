import { ConfereError } from '../errors.js';
import type { Deps } from './deps.js';

/** Ends the work between two requests when the user asked for it; everything is in the ledger by then. */
export function stopIfAsked(deps: Pick<Deps, 'stop'>, batchId: string): void {
  if (!deps.stop.aborted) return;
  const reason: unknown = deps.stop.reason;
  const kind = reason instanceof ConfereError ? reason.kind : 'interrupted';
  throw new ConfereError(
    kind,
    kind,
    `Stopped; everything is saved. 'confere bulk watch ${batchId}' or the same command again continues.`,
  );
}
