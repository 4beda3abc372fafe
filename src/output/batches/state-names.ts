import type { BatchState } from '../../batch/summary.js';
import { say } from '../../text/index.js';

const STATES = (): Readonly<Record<BatchState, string>> => ({
  complete: say`complete`,
  running: say`running`,
  incomplete: say`incomplete`,
  unconfirmed: say`unconfirmed`,
});

/** Where a batch stands, in one word for people. */
export function stateWord(state: BatchState): string {
  return STATES()[state];
}

/** The columns that the longest of these words takes. */
export function stateWidth(): number {
  return Math.max(...Object.values(STATES()).map((word) => word.length));
}

/** Where a job stands, in one word for people; one of a newer ledger as it is. */
export function jobWord(status: string): string {
  const words: Readonly<Record<string, string>> = {
    planned: say`planned`,
    submitting: say`submitting`,
    accepted: say`accepted`,
    done: say`done`,
    failed: say`failed`,
    unconfirmed: say`unconfirmed`,
    abandoned: say`abandoned`,
  };
  return words[status] ?? status;
}
