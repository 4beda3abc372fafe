import type { Sentences } from '../errors.js';
import type { Expectation, LibraryFacts } from '../errors/library.js';
import { say } from '../text/index.js';

/** The sentences about calls of the library. */
export const librarySentences: Sentences<keyof LibraryFacts> = {
  bad_argument: ({ argument, given, expected }) =>
    say`${argument} must be ${typeof expected === 'string' ? phrases[expected]() : anyOf(expected)}; it is ${given}. Nothing was sent.`,
  unknown_argument: ({ near }) =>
    near === undefined
      ? say`The options have a name that the library does not know. Nothing was sent.`
      : say`The options have a name that the library does not know; ${near} is near. Nothing was sent.`,
  closed: ({ of }) =>
    of === 'client'
      ? say`This client is closed; create another one. Nothing was sent.`
      : say`This ledger is closed; open it again. Nothing was sent.`,
  confirm_failed: () => say`The function confirm threw an error, so nothing was sent.`,
  input_failed: () => say`The iterable with the input threw an error, so nothing was sent.`,
  input_endless: ({ gigabytes }) =>
    say`The iterable with the input has more than ${gigabytes} GB, and was read no further. Nothing was sent.`,
  stream_closed: () =>
    say`The stream was closed before the whole result was written. The results are safe; export them again.`,
  defect: () =>
    say`This is a defect of confere; its cause says where. What was under way may have been charged.`,
};

const phrases: Readonly<Record<Expectation, () => string>> = {
  above_zero: () => say`a number above 0`,
  not_negative: () => say`a number of 0 or more`,
  text: () => say`a text that is not empty`,
  texts: () => say`a list of texts`,
  boolean: () => say`true or false`,
  function: () => say`a function`,
  signal: () => say`an AbortSignal`,
  options: () => say`an object with options`,
  batch: () => say`the id of a batch, or a unique beginning of it`,
  decision: () => say`'abandon', 'resubmit' or { adopt: jobId }`,
  input: () => say`a path, or an async iterable of bytes`,
  output: () => say`a path, or a writable stream`,
  identifiers: () => say`a list of 1 to 10,000 texts`,
  prices: () => say`credits, not negative, of cpf, cnpj and realtime`,
};

function anyOf(choices: readonly string[]): string {
  const quoted = choices.map((choice) => `'${choice}'`);
  const last = quoted.at(-1) ?? '';
  return quoted.length < 2 ? last : say`${quoted.slice(0, -1).join(', ')} or ${last}`;
}
