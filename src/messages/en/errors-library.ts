import { by, m, pick } from '../sentence.js';
import { phrases } from './dsl-phrases.js';

/** What an argument of the library must be. */
const EXPECTED = {
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
  prices: 'credits, above 0, of cpf, cnpj and realtime',
};

export type Expectation = keyof typeof EXPECTED;

const expectation = (expected: Expectation | readonly string[]): string =>
  typeof expected === 'string' ? EXPECTED[expected] : phrases.oneOf(expected);

/** Only programs meet them, in English. */
export const libraryErrors = {
  bad_argument: m`Nothing was sent: ${'argument'} must be ${by(expectation, 'expected')}, not ${'given'}.`,
  unknown_argument: m`Nothing was sent: the options have a name that the library does not know.${phrases.near}`,
  closed: m`Nothing was sent: this ${pick('of', { client: 'client', ledger: 'ledger' })} is closed. Open another one.`,
  confirm_failed: m`Nothing was sent: the function confirm threw an error.`,
  input_failed: m`Nothing was sent: the iterable with the input threw an error.`,
  input_endless: m`Nothing was sent: the iterable with the input has more than ${'gigabytes'} GB and was not read to its end.`,
  stream_closed: m`The stream was closed before the whole result was written. The results are saved; export them again.`,
  defect: m`Internal error in confere; see its cause. Requests in progress may have been charged.`,
};
