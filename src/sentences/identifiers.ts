import type { IdentifierFacts } from '../errors/identifiers.js';
import type { Sentences } from '../errors.js';
import { say } from '../text/index.js';

/** A text that is no identifier. The text itself is left out, because it may belong to a person. */
export const identifierSentences = {
  empty: ({ kind }) => say`This is no ${kind.toUpperCase()}: it is empty.`,
  format: ({ kind }) =>
    kind === 'cpf'
      ? say`This is no CPF: it does not have 11 digits.`
      : say`This is no CNPJ: it does not have 12 letters or digits and 2 digits.`,
  check_digit: ({ kind }) => say`This is no ${kind.toUpperCase()}: its check digits do not agree.`,
  repeated: ({ kind }) =>
    say`This is no ${kind.toUpperCase()}: all its characters are the same, and such a number is never issued.`,
} satisfies Sentences<keyof IdentifierFacts>;
