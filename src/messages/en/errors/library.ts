import type { ErrorMessages } from '../../reader.js';
import { phrases } from '../phrases.js';
import { s } from '../words.js';

/** Calls of the library. */
export const libraryErrors = {
  bad_argument: ({ argument, given, expected }) => {
    const must =
      typeof expected === 'string'
        ? {
            above_zero: 'a number above 0',
            not_negative: 'a number of 0 or more',
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
          }[expected]
        : phrases.oneOf(expected);
    return s`${argument} must be ${must}; it is ${given}. Nothing was sent.`;
  },
  unknown_argument: ({ near }) =>
    near === undefined
      ? 'The options have a name that the library does not know. Nothing was sent.'
      : s`The options have a name that the library does not know; ${near} is near. Nothing was sent.`,
  closed: ({ of }) =>
    of === 'client'
      ? 'This client is closed; create another one. Nothing was sent.'
      : 'This ledger is closed; open it again. Nothing was sent.',
  confirm_failed: () => 'The function confirm threw an error, so nothing was sent.',
  input_failed: () => 'The iterable with the input threw an error, so nothing was sent.',
  input_endless: ({ gigabytes }) =>
    s`The iterable with the input has more than ${gigabytes} GB, and was read no further. Nothing was sent.`,
  stream_closed: () =>
    'The stream was closed before the whole result was written. The results are safe; export them again.',
  defect: () =>
    'This is a defect of confere; its cause says where. What was under way may have been charged.',
} satisfies Partial<ErrorMessages>;
