import { s } from './words.js';

/** What a caller of the library did wrong. */
export const library = {
  badArgument: (argument: string, expected: string, given: string) =>
    s`${argument} must be ${expected}; it is ${given}. Nothing was sent.`,
  unknownArgument: 'The options have a name that the library does not know. Nothing was sent.',
  unknownArgumentNear: (near: string) =>
    s`The options have a name that the library does not know; ${near} is near. Nothing was sent.`,
  clientClosed: 'This client is closed; create another one. Nothing was sent.',
  ledgerClosed: 'This ledger is closed; open it again. Nothing was sent.',
  confirmFailed: 'The function confirm threw an error, so nothing was sent.',
  inputFailed: 'The iterable with the input threw an error, so nothing was sent.',
  inputEndless: (gigabytes: number) =>
    s`The iterable with the input has more than ${gigabytes} GB, and was read no further. Nothing was sent.`,
  streamClosed:
    'The stream was closed before the whole result was written. The results are safe; export them again.',
  defect:
    'This is a defect of confere; its cause says where. What was under way may have been charged.',
  aboveZero: 'a number above 0',
  notNegative: 'a number of 0 or more',
  text: 'a text that is not empty',
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
  prices: 'credits, not negative, of cpf, cnpj and realtime',
};
