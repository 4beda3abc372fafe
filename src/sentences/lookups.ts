import type { Sentences } from '../errors.js';
import { agree, plural, say } from '../text/index.js';
import type { IdentifierFacts } from '../errors/lookups.js';

/** About single lookups, for every reader. */
export const lookupSentences = {
  bad_birth_date: ({ why }) => {
    switch (why) {
      case 'form':
        return say`The birth date must look like DD/MM/YYYY or DDMMYYYY.`;
      case 'no_day':
        return say`The birth date is not a valid date since 1900; the order is day, month, year.`;
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

/** A text that is no identifier. The text itself is left out, because it may belong to a person. */
export const identifierSentences = {
  empty: ({ kind }) => say`This is not a ${kind.toUpperCase()}: it is empty.`,
  format: ({ kind }) =>
    kind === 'cpf'
      ? say`This is not a CPF: it does not have 11 digits.`
      : say`This is not a CNPJ: it does not have 12 letters or digits and 2 digits.`,
  check_digit: ({ kind }) =>
    say`This is not a ${kind.toUpperCase()}: its check digits do not match.`,
  repeated: ({ kind }) =>
    say`This is not a ${kind.toUpperCase()}: all its characters are the same, and such a number is never issued.`,
} satisfies Sentences<keyof IdentifierFacts>;
