/** planned → submitting → accepted → done | failed; unconfirmed: the outcome of a submission is unknown. */
export type JobState =
  | 'planned'
  | 'submitting'
  | 'accepted'
  | 'done'
  | 'failed'
  | 'unconfirmed'
  | 'abandoned';

/** The states that may follow each (docs/architecture.md has the diagram). A trigger in the database enforces the same table. */
export const transitions: Readonly<Record<JobState, readonly JobState[]>> = {
  planned: ['submitting'],
  // A refused submission returns to planned. A lost answer leaves the outcome unknown.
  submitting: ['accepted', 'planned', 'unconfirmed'],
  // Abandoned by the user if it never ends, or if no key can see it.
  accepted: ['done', 'failed', 'unconfirmed', 'abandoned'],
  // Planned again after proof that nothing was charged, accepted with a job id, or abandoned by the
  // user.
  unconfirmed: ['planned', 'accepted', 'abandoned'],
  done: [],
  failed: [],
  // Its job id turned up, or what was to be sent in its place was refused.
  abandoned: ['accepted', 'unconfirmed'],
};

/** The service may be processing a job in one of these states. */
export const UNDER_WAY: readonly JobState[] = ['submitting', 'accepted', 'unconfirmed'];

/** SQL for the same. */
export const IS_UNDER_WAY = "state IN ('submitting', 'accepted', 'unconfirmed')";

/** The states from which a job may go to `to`. */
export function statesBefore(to: JobState): JobState[] {
  return (Object.keys(transitions) as JobState[]).filter((from) => transitions[from].includes(to));
}
