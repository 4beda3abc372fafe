import type { Sentences } from '../errors.js';
import { say } from '../text/index.js';

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
  not_asked: ({ told }) => say`Not asked, because one before it failed: ${told}`,
} satisfies Partial<Sentences>;
