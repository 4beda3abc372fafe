import { safeJson } from '../../foreign-text.js';
import { maskIdentifiers } from '../../identifiers/index.js';
import { ConfereError } from '../../errors.js';
import { t } from '../../messages/index.js';
import type { NextSteps, Reader, Told } from '../../messages/reader.js';
import { nextSteps, noRun } from '../next-step.js';
import { printable } from '../terminal/text.js';
import { afterLimit, afterServiceError, attributed, stopped } from './service.js';

/** The sentence of an error for the command line; identifiers in texts are masked. */
export function errorSentence(error: ConfereError, next = nextSteps(() => noRun)): string {
  return maskIdentifiers(worded(error, next) + riskOf(error, next));
}

/** These say what each choice may cost. */
const SAY_SO: ReadonlySet<string> = new Set(['batch_left', 'needs_yes', 'one_decision']);

/** A command that sends again what may be paid for is never printed without saying so. */
function riskOf({ code, facts }: ConfereError, next: NextSteps): string {
  const isSaid = next.of !== 'bulk resolve' || SAY_SO.has(code);
  if (isSaid || !worded({ code, facts }, next).includes('--resubmit')) return '';
  return ` ${t.doubt.paidTwice}`;
}

function worded({ code, facts }: Pick<Told, 'code' | 'facts'>, next: NextSteps): string {
  const sentences: Readonly<Record<string, (facts: never, to: Reader) => string>> = {
    ...t.errors,
    ...t.commandErrors,
  };
  return sentences[code]?.(facts as never, readerAt(next)) ?? code;
}

function readerAt(next: NextSteps): Reader {
  return {
    ...next,
    inDoubt: () => t.service.mayBeChargedLookup,
    tooSlow: () => t.service.tryWithMoreTime,
    afterLimit: (ms) => afterLimit(ms, next),
    stopped: (stop) => stopped(stop, next),
    sentence: (error) => worded(error, next),
  };
}

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
  const isKnown = error instanceof ConfereError;
  const message = isKnown ? errorSentence(error, next) : defectSentence(error, program);
  if (json) {
    const status = isKnown && 'httpStatus' in error ? error.httpStatus : null;
    const httpStatus = typeof status === 'number' ? status : null;
    const code = isKnown ? error.code : 'defect';
    return `${safeJson({ error: { code, message, httpStatus, exitCode } })}\n`;
  }
  if (!isKnown) return `confere: ${printable(message)}\n`;
  const parts = [attributed(error.facts, message), afterServiceError(error, next)];
  return `confere: ${printable(parts.filter(Boolean).join(' '))}\n`;
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
