import type { Sentences } from '../errors.js';
import type { Expectation, LibraryFacts } from '../errors/library.js';
import { t } from '../messages/index.js';

/** The sentences about calls of the library. */
export const librarySentences: Sentences<keyof LibraryFacts> = {
  bad_argument: ({ argument, given, expected }) =>
    t.library.badArgument(
      argument,
      typeof expected === 'string' ? phrases[expected]() : anyOf(expected),
      given,
    ),
  unknown_argument: ({ near }) =>
    near === undefined ? t.library.unknownArgument : t.library.unknownArgumentNear(near),
  closed: ({ of }) => (of === 'client' ? t.library.clientClosed : t.library.ledgerClosed),
  confirm_failed: () => t.library.confirmFailed,
  input_failed: () => t.library.inputFailed,
  input_endless: ({ gigabytes }) => t.library.inputEndless(gigabytes),
  stream_closed: () => t.library.streamClosed,
  defect: () => t.library.defect,
};

const phrases: Readonly<Record<Expectation, () => string>> = {
  above_zero: () => t.library.aboveZero,
  not_negative: () => t.library.notNegative,
  text: () => t.library.text,
  texts: () => t.library.texts,
  date: () => t.library.date,
  boolean: () => t.library.boolean,
  function: () => t.library.function,
  signal: () => t.library.signal,
  options: () => t.library.options,
  batch: () => t.library.batch,
  decision: () => t.library.decision,
  input: () => t.library.input,
  output: () => t.library.output,
  identifiers: () => t.library.identifiers,
  prices: () => t.library.prices,
};

function anyOf(choices: readonly string[]): string {
  const quoted = choices.map((choice) => `'${choice}'`);
  const last = quoted.at(-1) ?? '';
  return quoted.length < 2 ? last : t.usage.or(quoted.slice(0, -1).join(', '), last);
}
