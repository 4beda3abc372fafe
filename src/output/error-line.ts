import { safeJson } from '../foreign-text.js';
import type { NextSteps } from '../messages/reader.js';
import { printable } from './terminal/text.js';
import { ConfereError } from '../errors.js';
import { afterServiceError, attributed } from './errors/service.js';
import { errorSentence } from './errors/index.js';
import { maskIdentifiers } from '../identifiers/index.js';
import { t } from '../messages/index.js';

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

/** What somebody needs who mends it. `program`: its version and where it runs. */
export function defectSentence(error: unknown, program?: string): string {
  return program === undefined
    ? t.usage.defect(nameOf(error))
    : t.usage.defectOf(program, nameOf(error));
}

/** Where it happened, and that of its causes: functions, files and lines. */
export function traceText(error: unknown): string {
  const lines: string[] = [];
  for (let at = error; at instanceof Error && lines.length < MOST; at = at.cause) {
    if (at !== error) lines.push(nameOf(at));
    lines.push(...placesIn(at.stack ?? ''));
  }
  return lines.map((line) => `  ${line}\n`).join('');
}

const MOST = 40;
/** A line of a stack: the function, if it has a name, and the file without its folders. */
const PLACE = /^ +at (?:(.+?) \()?(?:.*[\\/])?([^\\/()]+?:\d+)(?::\d+)?\)?$/gm;

function placesIn(stack: string): string[] {
  return [...stack.matchAll(PLACE)].map(([, name, place = '']) =>
    name === undefined ? place : `${name} (${place})`,
  );
}

/** The message without what it quotes: that may be a value of a file or an answer. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const told = error.message.replace(/"[^]*"|'[^]*'|`[^]*`/g, '…');
  return maskIdentifiers(`${error.name}: ${told}`);
}
