import { composedSql } from '../sqlite/sql.js';

/** The states of a job: planned → submitting → accepted → done or failed. An unconfirmed one has an unknown outcome. */
export type JobState =
  | 'planned'
  | 'submitting'
  | 'accepted'
  | 'done'
  | 'failed'
  | 'unconfirmed'
  | 'abandoned';

/** The allowed changes of state, which `moveJob` enforces; docs/architecture.md has their diagram. */
export const transitions: Readonly<Record<JobState, readonly JobState[]>> = {
  planned: ['submitting'],
  // A refused submission returns to planned. A lost answer leaves the outcome unknown.
  submitting: ['accepted', 'planned', 'unconfirmed'],
  // The user abandons a job that never ends, or that no key can see.
  accepted: ['done', 'failed', 'unconfirmed', 'abandoned'],
  // The balance proves it free, its job id turns up, or the user abandons it.
  unconfirmed: ['planned', 'accepted', 'abandoned'],
  done: [],
  failed: [],
  // Its job id turns up, or the service refuses the job that was to replace it.
  abandoned: ['accepted', 'unconfirmed'],
};

/** The states in which the service may be processing a job. */
export const UNDER_WAY: readonly JobState[] = ['submitting', 'accepted', 'unconfirmed'];

export const IS_UNDER_WAY = composedSql(
  `state IN (${UNDER_WAY.map((state) => `'${state}'`).join(', ')})`,
);

export function findStatesBefore(to: JobState): JobState[] {
  return (Object.keys(transitions) as JobState[]).filter((from) => transitions[from].includes(to));
}
