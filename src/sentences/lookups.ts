import type { Sentences } from '../errors.js';
import { agree, plural, say } from '../text/index.js';

/** About single lookups, for every reader. */
export const lookupSentences = {
  bad_birth_date: ({ why }) => {
    switch (why) {
      case 'form':
        return say`The birth date must look like DD/MM/YYYY or DDMMYYYY.`;
      case 'no_day':
        return say`The birth date is no day of the calendar since 1900; it is day, month, year.`;
      case 'future':
        return say`The birth date lies in the future.`;
    }
  },
  lookup_under_way: () =>
    say`Another process is still looking this identifier up, so nothing was asked; try again, its answer is shared.`,
  job_under_lookup: ({ job, items }) =>
    say`${plural(items, 'identifier', 'identifiers')} of job ${job} ${agree(items, 'is', 'are')} still being looked up singly, and the deadline has passed; it was not sent. Run it again.`,
} satisfies Partial<Sentences>;

/** `told`: the reader's sentence of the error that ended the session. */
export function notAskedSentence(told: string): string {
  return say`Not asked, because one before it failed: ${told}`;
}
