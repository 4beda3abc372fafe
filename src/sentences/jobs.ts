import type { JobTrouble } from '../errors/jobs.js';
import { t } from '../messages/index.js';
import type { ServiceSentences } from './service.js';

/** The sentence of a job's trouble. `ofService`: the reader's sentences about the service. */
export function jobSentence(trouble: JobTrouble, ofService: ServiceSentences): string {
  if ('said' in trouble) return trouble.said;
  if (trouble.code === 'run_ended') return t.doubt.runEnded;
  if (trouble.code === 'not_covered') return t.doubt.notCovered;
  if (trouble.code === 'adopted_part') return adoptedPart(trouble);
  if (trouble.code === 'lookup_in_doubt') return t.doubt.lookupMayBeCharged;
  if (trouble.code === 'unnamed') return t.doubt.foundLeftOut(trouble.found, trouble.unnamed);
  if (trouble.code === 'miscounted') return t.doubt.countsDiffer(trouble.total);
  const { code, facts } = trouble;
  const sentence = ofService[code] as (of: typeof facts) => string;
  return sentence(facts);
}

function adoptedPart({
  items,
  total,
}: Extract<JobTrouble, { readonly code: 'adopted_part' }>): string {
  const rest = items - total;
  return t.doubt.adoptedPartly(total, items, rest);
}
