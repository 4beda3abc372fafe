import type { TypedInput } from '../../errors/export.js';
import type { Summary } from '../../batch/summary.js';
import { t } from '../../messages/index.js';
import type { NextSteps } from '../../messages/reader.js';
import { nextLine } from './batch-summary.js';

/**
 * What follows a decision. `isOfOther`: another key than the one in use made the batch, and sends no more of it. `typed`:
 * what its input was called.
 */
export function followUpText(
  summary: Summary,
  isOfOther: boolean,
  next: NextSteps,
  typed: TypedInput | undefined,
): string {
  const { batch, state, file, failed, pending, jobs } = summary;
  const isOver = state === 'complete' || (isOfOther && state === 'incomplete');
  if (!isOver) return nextLine(summary, next);
  const hasGivenUp = jobs.some(({ status }) => status === 'abandoned') && failed > 0;
  const exported = nextLine({ batch, state: 'complete' }, next);
  if (!hasGivenUp && pending === 0) return exported;
  return `${exported}${t.doubt.onlyNewBatchAsks(next.anew(file, typed))}\n`;
}
