/** planned → submitting → accepted → done | failed; unconfirmed: the outcome of a submission is unknown. */
export type JobState =
  'planned' | 'submitting' | 'accepted' | 'done' | 'failed' | 'unconfirmed' | 'abandoned';

/**
 * The states of a job and where each may go (docs/money.md draws it). A trigger of the ledger enforces the
 * same table, so that a wrong transition changes nothing, whoever tries it.
 */
export const transitions: Readonly<Record<JobState, readonly JobState[]>> = {
  planned: ['submitting'],
  // A refusal leaves nothing behind; a lost answer leaves a doubt.
  submitting: ['accepted', 'planned', 'unconfirmed'],
  accepted: ['done', 'failed', 'unconfirmed'],
  // Back to planned with proof, accepted with a job id, abandoned at the user's word.
  unconfirmed: ['planned', 'accepted', 'abandoned'],
  done: [],
  failed: [],
  abandoned: [],
};

/** The states from which a job may go to `to`. */
export function statesBefore(to: JobState): JobState[] {
  return (Object.keys(transitions) as JobState[]).filter((from) => transitions[from].includes(to));
}
