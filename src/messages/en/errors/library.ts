import type { Expectation, LibraryErrors } from '../../../base/error-facts.js';
import type { Sentences } from '../../reader.js';
import { phrases, s } from '../phrases.js';

const EXPECTED: Readonly<Record<Expectation, string>> = {
  above_zero: 'a number above 0',
  not_negative: 'a number of 0 or more',
  text: 'a non-empty text',
  texts: 'a list of texts',
  date: 'a valid Date',
  boolean: 'true or false',
  function: 'a function',
  signal: 'an AbortSignal',
  options: 'an object with options',
  batch: 'the id of a batch, or a unique beginning of it',
  decision: "'abandon', 'resubmit' or { adopt: jobId }",
  input: 'a path, a list of identifiers, or an async iterable of bytes',
  output: 'a path, or a writable stream',
  identifiers: 'a list of 1 to 10,000 texts',
  compared: 'an object with a text for each field',
  prices: 'credits, above 0, of cpf, cnpj and realtime',
};

/** The sentences of errors that only programs meet, in English. */
export const libraryErrors: Sentences<LibraryErrors> = {
  bad_argument({ argument, expected, given }) {
    const expectation = typeof expected === 'string' ? EXPECTED[expected] : phrases.oneOf(expected);
    return s`Nothing was sent: ${argument} must be ${expectation}, not ${given}.`;
  },
  unknown_argument: ({ near }) =>
    s`Nothing was sent: the options have a name that the library does not know.${phrases.didYouMean(near)}`,
  closed: () => 'Nothing was sent: this ledger is closed. Open another one.',
  confirm_failed: () => 'Nothing was sent: the function confirm threw an error.',
  input_failed: () => 'Nothing was sent: the iterable with the input threw an error.',
  input_endless: ({ gigabytes }) =>
    s`Nothing was sent: the iterable with the input has more than ${gigabytes} GB and was not read to its end.`,
  stream_closed: () =>
    'The stream was closed before the whole result was written. The results are saved; export them again.',
  defect: () =>
    'Internal error in confere; see its cause. Requests in progress may have been charged.',
};
