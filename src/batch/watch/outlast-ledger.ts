import { asKnownError, type ConfereError, type ErrorFacts } from '../../errors.js';
import type { Deps } from '../dependencies.js';
import { pause, stopIfAsked } from '../stop.js';

/** How long (ms) after a failure the database is asked again. */
const PAUSE = 5_000;

/**
 * Does `work`, which only asks for results, anew as often as the database of the ledger goes away meanwhile, until
 * the deadline. Results that could not be stored are asked for again; that costs nothing.
 *
 * @throws ConfereError `database_unusable` if it was away for so long
 */
export async function outlastingLedger<T>(
  deps: Deps,
  batchId: string,
  work: () => Promise<T>,
): Promise<T> {
  let isTold = false;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isAway(asKnownError(error)) || deps.clock.now() + PAUSE > deps.deadline) throw error;
      if (!isTold) deps.emit({ type: 'ledger_away' });
      isTold = true;
      await pause(deps, PAUSE);
      stopIfAsked(deps, batchId);
    }
  }
}

function isAway({ code, facts }: ConfereError): boolean {
  if (code !== 'database_unusable') return false;
  const { why } = facts as ErrorFacts['database_unusable'];
  return why === 'unreachable' || why === 'read_only';
}
