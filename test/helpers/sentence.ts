import { ConfereError } from '../../src/base/errors.js';
import { errorSentence } from '../../src/messages/people.js';

/** The command's sentence for the error with which a promise rejects. */
export async function sentenceOf(running: Promise<unknown>): Promise<string> {
  return running.then(() => {
    throw new Error('nothing was thrown');
  }, worded);
}

export function worded(error: unknown): string {
  if (error instanceof ConfereError) return errorSentence(error);
  throw error;
}
