import { safeJson } from '../foreign-text.js';
import type { NextSteps } from '../messages/reader.js';
import { printable } from './terminal/printable.js';
import { ConfereError } from '../errors.js';
import { afterServiceError, attributed } from './errors/service.js';
import { defectSentence } from './defect.js';
import { errorSentence } from './errors/index.js';

/**
 * One error as one line for stderr: a sentence, or with `--json` the contract's object. `program`: the version of
 * confere and where it runs, for a defect.
 */
export function errorLine(
  error: unknown,
  exitCode: number,
  json: boolean,
  next: NextSteps,
  program?: string,
): string {
  const { code, message, httpStatus } = facts(error, next, program);
  const after = error instanceof ConfereError && !json ? afterServiceError(error, next) : '';
  if (!json)
    return `confere: ${printable([shown(error, message), after].filter(Boolean).join(' '))}\n`;
  return `${safeJson({ error: { code, message, httpStatus, exitCode } })}\n`;
}

function shown(error: unknown, message: string): string {
  return error instanceof ConfereError ? attributed(error.facts, message) : message;
}

function facts(
  error: unknown,
  next: NextSteps,
  program: string | undefined,
): { code: string; message: string; httpStatus: number | null } {
  if (!(error instanceof ConfereError))
    return { code: 'defect', message: defectSentence(error, program), httpStatus: null };
  const status =
    'httpStatus' in error && typeof error.httpStatus === 'number' ? error.httpStatus : null;
  return { code: error.code, message: errorSentence(error, next), httpStatus: status };
}
