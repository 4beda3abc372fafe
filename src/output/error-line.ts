import { safeJson } from '../foreign-text.js';
import type { NextSteps } from './next-step/next-steps.js';
import { printable } from './terminal/printable.js';
import { ConfereError } from '../errors.js';
import { maskIdentifiers } from '../identifiers/index.js';
import { afterServiceError } from './errors/after-service-error.js';
import { errorSentence } from './errors/index.js';
import { isSentence } from '../sentences/service.js';
import { say } from '../text/say.js';

/** One error as one line for stderr: a sentence, or with `--json` the contract's object. */
export function errorLine(
  error: unknown,
  exitCode: number,
  json: boolean,
  next: NextSteps,
): string {
  const { code, message, httpStatus } = facts(error, next);
  const after = error instanceof ConfereError && !json ? afterServiceError(error, next) : '';
  if (!json)
    return `confere: ${printable([told(error, message), after].filter(Boolean).join(' '))}\n`;
  return `${safeJson({ error: { code, message, httpStatus, exitCode } })}\n`;
}

/** The service's own words are quoted, as it wrote them, and end with a full stop of ours where they have none. */
function told(error: unknown, message: string): string {
  const isItsOwn =
    error instanceof ConfereError &&
    'serviceMessage' in error.facts &&
    error.facts.serviceMessage !== undefined &&
    message === maskIdentifiers(error.facts.serviceMessage);
  if (!isItsOwn) return message;
  return say`The service answered: "${message}"` + (isSentence(message) ? '' : '.');
}

function facts(
  error: unknown,
  next: NextSteps,
): { code: string; message: string; httpStatus: number | null } {
  if (!(error instanceof ConfereError))
    return { code: 'defect', message: defect(error), httpStatus: null };
  const status =
    'httpStatus' in error && typeof error.httpStatus === 'number' ? error.httpStatus : null;
  return { code: error.code, message: errorSentence(error, next), httpStatus: status };
}

function defect(error: unknown): string {
  const told = error instanceof Error ? error.message : String(error);
  return say`This is a defect of confere, please report it: ${maskIdentifiers(told)}`;
}
