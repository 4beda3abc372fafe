import type { BatchState } from '../../batch/summary.js';
import { say } from '../../text/index.js';

const STATES = (): Readonly<Record<BatchState, string>> => ({
  complete: say`complete`,
  running: say`running`,
  incomplete: say`incomplete`,
  unconfirmed: say`unconfirmed`,
});

/** The state of a batch as one word for people. */
export function stateWord(state: BatchState): string {
  return STATES()[state];
}

/** The state of a job as one word for people; an unknown state of a newer ledger unchanged. */
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
