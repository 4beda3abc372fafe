import type { JobTrouble } from '../errors/jobs.js';
import { agree, plural, say } from '../text/index.js';
import type { ServiceSentences } from './service.js';

/** The sentence of a job's trouble. `ofService`: the reader's sentences about the service. */
export function jobSentence(trouble: JobTrouble, ofService: ServiceSentences): string {
  if ('said' in trouble) return trouble.said;
  if (trouble.code === 'run_ended') return say`The run ended before the answer came.`;
  if (trouble.code === 'not_covered')
    return say`Not sent: the balance or a budget did not cover it.`;
  if (trouble.code === 'adopted_part') return adoptedPart(trouble);
  if (trouble.code === 'lookup_in_doubt')
    return say`A single lookup of it got no answer and may have been charged.`;
  if (trouble.code === 'unnamed')
    return say`The service counts ${trouble.found} found and left ${trouble.unnamed} of them out of its results.`;
  if (trouble.code === 'miscounted')
    return say`The numbers and results that the service shows do not account for the ${plural(trouble.total, 'identifier', 'identifiers')} of the job.`;
  const { code, facts } = trouble;
  const sentence = ofService[code] as (of: typeof facts) => string;
  return sentence(facts);
}

function adoptedPart({
  items,
  total,
}: Extract<JobTrouble, { readonly code: 'adopted_part' }>): string {
  const rest = items - total;
  return say`The adopted job has ${total} of the ${plural(items, 'identifier', 'identifiers')} of this one; the service discarded the other ${rest} for free, or another job took ${agree(rest, 'it', 'them')} and may have charged ${agree(rest, 'it', 'them')}. Another job can be adopted in its place. To give ${agree(rest, 'it', 'them')} up costs nothing more; to send ${agree(rest, 'it', 'them')} again may cost ${agree(rest, 'its', 'their')} price once more.`;
}
