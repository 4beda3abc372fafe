import { ConfereError, UsageError } from '../errors.js';
import { codeOf } from '../sqlite/errors.js';

/** Unlike the ledger, the state is only test data, so the user may delete it. */
const ADVICE = "delete the file, or add --ephemeral to 'confere sandbox'";

/** A newer version of confere wrote the file. */
export function newerState(path: string): UsageError {
  const message = `The sandbox state in ${path} was written by a newer version of confere: use that version, ${ADVICE}.`;
  return new UsageError('state_newer', message);
}

/** Turns the error of a damaged file into one with the sandbox's advice; returns other errors unchanged. */
export function advised(error: unknown, path: string): unknown {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = codeOf(cause);
  if (!/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return error;
  const message = `The sandbox state in ${path} is damaged: ${ADVICE}.`;
  return new ConfereError('ledger', 'state_unusable', message, { cause: error });
}
