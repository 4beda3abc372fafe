import type { Sentences } from '../errors.js';
import { t } from '../messages/index.js';
import type { IdentifierFacts } from '../errors/lookups.js';

/** About single lookups, for every reader. */
export const lookupSentences = {
  bad_birth_date: ({ why }) => {
    switch (why) {
      case 'form':
        return t.usage.badBirthDate;
      case 'no_day':
        return t.usage.noBirthDate;
      case 'future':
        return t.usage.futureBirthDate;
    }
  },
  lookup_under_way: () => t.lookups.elsewhere,
  job_under_lookup: ({ job, items }) => t.lookups.lookedUpSingly(items, job),
} satisfies Partial<Sentences>;

/** `told`: the reader's sentence of the error that ended the session. */
export function notAskedSentence(told: string): string {
  return t.lookups.notAskedBecause(told);
}

/** A text that is no identifier. The text itself is left out, because it may belong to a person. */
export const identifierSentences = {
  empty: ({ kind }) => t.lookups.notKindEmpty(kind.toUpperCase()),
  format: ({ kind }) => (kind === 'cpf' ? t.lookups.notCpfForm : t.lookups.notCnpjForm),
  check_digit: ({ kind }) => t.lookups.notKindCheckDigits(kind.toUpperCase()),
  repeated: ({ kind }) => t.lookups.notKindRepeated(kind.toUpperCase()),
} satisfies Sentences<keyof IdentifierFacts>;
