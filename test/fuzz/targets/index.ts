import type { Target } from '../engine/explore.js';
import { detection } from './detection.js';
import { envelopes } from './envelopes.js';
import { jobAnswers } from './job-answers.js';
import { keys } from './keys.js';
import { merges } from './merges.js';
import { workbooks } from './workbooks.js';

export const targets: readonly Target[] = [
  detection,
  workbooks,
  jobAnswers,
  envelopes,
  keys,
  merges,
];
