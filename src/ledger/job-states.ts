import { composed } from '../sqlite/sql.js';
/** planned → submitting → accepted → done | failed; unconfirmed: the outcome of a submission is unknown. */
export type JobState =
  | 'planned'
  | 'submitting'
  | 'accepted'
  | 'done'
  | 'failed'
  | 'unconfirmed'
  | 'abandoned';

/** docs/architecture.md has the diagram; `moveJob` enforces it. */
export const transitions: Readonly<Record<JobState, readonly JobState[]>> = {
  planned: ['submitting'],
  // A refused submission returns to planned. A lost answer leaves the outcome unknown.
  submitting: ['accepted', 'planned', 'unconfirmed'],
  // Abandoned by the user if it never ends, or if no key can see it.
  accepted: ['done', 'failed', 'unconfirmed', 'abandoned'],
  // Proved not to be charged, its job id turned up, or given up by the user.
  unconfirmed: ['planned', 'accepted', 'abandoned'],
  done: [],
  failed: [],
  // Its job id turned up, or what was to be sent in its place was refused.
  abandoned: ['accepted', 'unconfirmed'],
};

/** The service may be processing a job in one of these states. */
export const UNDER_WAY: readonly JobState[] = ['submitting', 'accepted', 'unconfirmed'];

export const IS_UNDER_WAY = composed(
  `state IN (${UNDER_WAY.map((state) => `'${state}'`).join(', ')})`,
);

export function statesBefore(to: JobState): JobState[] {
  return (Object.keys(transitions) as JobState[]).filter((from) => transitions[from].includes(to));
}
