import type { JobTrouble } from '../errors/jobs.js';
import { t } from './index.js';
import type { Reader } from './reader.js';

/** What to do about a job is said of its batch. */
const ofBatch = { inDoubt: () => t.service.mayBeCharged };

/** Why a job failed, or why its outcome is unknown. */
export function troubleSentence(
  trouble: JobTrouble,
  reader: Pick<Reader, 'inDoubt' | 'tooSlow'> = ofBatch,
): string {
  if ('said' in trouble) return trouble.said;
  if ('facts' in trouble) {
    const sentence = t.errors[trouble.code] as (facts: object, to: typeof reader) => string;
    return sentence(trouble.facts, reader);
  }
  const sentence = t.troubles[trouble.code] as (of: typeof trouble) => string;
  return sentence(trouble);
}
