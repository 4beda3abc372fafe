import { t } from './current.js';
import { errorTexts as english, type ErrorTexts } from './en/errors/index.js';

export type { ErrorTexts };

/** What errors say in the language of the process. */
export function errorTexts(): ErrorTexts {
  return t.errorTexts ?? english;
}
