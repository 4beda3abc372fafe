import { UsageError } from '../errors.js';

/** State is invented: unlike the ledger, nobody needs to restore it. */
const ADVICE = "delete the file, or add --ephemeral to 'confere sandbox'";

/** The file was written by a version that knows more than this one. */
export function newerState(path: string): UsageError {
  const message = `The sandbox state in ${path} was written by a newer version of confere: use that version, ${ADVICE}.`;
  return new UsageError('state_newer', message);
}

/** What is wrong with a damaged file, with the sandbox's advice; other errors stay what they are. */
export function advised(error: unknown, path: string): unknown {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (!/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return error;
  const message = `The sandbox state in ${path} is damaged: ${ADVICE}.`;
  return new UsageError('state_unusable', message, { cause: error });
}
