import { printable, safeJson } from '../base/foreign-text.js';
import { maskIdentifiers } from '../identifiers/index.js';
import { ConfereError } from '../base/errors.js';
import type { JobTrouble, Stop } from '../base/facts.js';
import { durationText, quoted, t, troubleSentence } from './index.js';
import type { ErrorInfo } from '../base/error-facts.js';
import type { NextSteps, Reader } from './reader.js';
import { isLookup, nextSteps, noRun } from './command-line.js';

type Said = Reader['quoteService'];

/** Leaves the service's words unchanged for programs (contract, "JSON"). */
export const asItCame: Said = (words) => words;

/** Returns the sentence of an error for the command line, with identifiers masked. */
export function errorSentence(
  error: ConfereError,
  next = nextSteps(() => noRun),
  quoteService: Said = asItCame,
): string {
  return addRisk(error, writeSentence(error, next, quoteService), next);
}

/** The errors whose sentences say what each choice may cost. */
const SAY_SO: ReadonlySet<string> = new Set(['batch_left', 'needs_yes', 'one_decision']);

/** Adds the warning that a suggested `--resubmit` may pay twice, unless the sentence has it. */
function addRisk({ code }: ConfereError, text: string, next: NextSteps): string {
  const isSaid =
    next.runCommand !== 'bulk resolve' || SAY_SO.has(code) || !text.includes('--resubmit');
  return maskIdentifiers(isSaid ? text : `${text} ${t.doubt.paidTwice}`);
}

function writeSentence(
  { code, facts }: Pick<ErrorInfo, 'code' | 'facts'>,
  next: NextSteps,
  quoteService: Said,
): string {
  const sentences: Readonly<Record<string, (facts: never, to: Reader) => string>> = Object.hasOwn(
    t.errors,
    code,
  )
    ? t.errors
    : t.commandErrors;
  return sentences[code]?.(facts as never, readerAt(next, quoteService)) ?? code;
}

function readerAt(next: NextSteps, quoteService: Said): Reader {
  return {
    ...next,
    who: 'person',
    option: (flag) => flag,
    sameCommand: t.usage.sameCommand,
    quoteService,
    doubtAdvice: ({ priceAgain }) =>
      t.service.mayBeChargedLookup({ isFresh: next.isFresh, priceAgain }),
    slowAdvice: () => t.service.tryWithMoreTime,
    rateLimitAdvice: (ms) => afterLimit(ms, next),
    stopAdvice: (stop) => stoppedAdvice(stop, next),
    sentence: (error) => writeSentence(error, next, quoteService),
  };
}

/**
 * Returns the line of an error: a sentence, or with `json` the contract's object. `program`: for a defect, the
 * version and where it runs.
 */
export function errorLine(
  error: unknown,
  exitCode: number,
  json: boolean,
  next: NextSteps,
  program?: string,
): string {
  const isKnown = error instanceof ConfereError;
  if (json) {
    const message = isKnown ? errorSentence(error, next) : defectSentence(error, program);
    const status = isKnown && 'httpStatus' in error ? error.httpStatus : null;
    const httpStatus = typeof status === 'number' ? status : null;
    const code = isKnown ? error.code : 'defect';
    return `${safeJson({ error: { code, message, httpStatus, exitCode } })}\n`;
  }
  if (!isKnown) return `confere: ${printable(defectSentence(error, program))}\n`;
  const parts = [writeSentence(error, next, quoted), afterServiceError(error, next)];
  return `confere: ${printable(addRisk(error, parts.filter(Boolean).join(' '), next))}\n`;
}

export function defectSentence(error: unknown, program?: string): string {
  return t.usage.defect({
    program: program === undefined ? 'confere' : `confere ${program}`,
    error: nameError(error),
  });
}

/** Lists where an error and its causes happened: functions, files and lines. */
export function traceText(error: unknown): string {
  const lines: string[] = [];
  for (let at = error; at instanceof Error && lines.length < MOST; at = at.cause) {
    if (at !== error) lines.push(nameError(at));
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

/** Returns name and message of an error without quoted parts, which may be values of a file or an answer. */
function nameError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const message = error.message.replace(/"[^]*"|'[^]*'|`[^]*`/g, '…');
  return maskIdentifiers(`${error.name}: ${message}`);
}

/** Says why a job failed. The batch's own sentence says what to do. */
export function troubleText(trouble: JobTrouble, quoteService: Said = quoted): string {
  const doubtAdvice = () => t.service.mayBeCharged;
  return troubleSentence(trouble, {
    doubtAdvice,
    slowAdvice: () => t.service.tryAgain,
    quoteService,
  });
}

/** Says what to do after an error of the service, whose own words are never shown alone (contract, "Streams"). */
export function afterServiceError({ facts, kind }: ConfereError, next: NextSteps): string {
  if (!('endpoint' in facts)) return '';
  const isBulk = next.runCommand.startsWith('bulk ');
  // The same command would meet the same refusal, whose reason only the service knows.
  const isUnread = 'balance' in facts && facts.balance === 'unread';
  const gone = (again: string) => t.account.whenReasonGone({ quota: next.command('quota'), again });
  if (isBulk && kind === 'credits' && !isUnread) return gone(next.continueRun());
  if (isBulk && kind === 'refused_input' && facts.endpoint.startsWith('submit'))
    return t.service.refusedAgain;
  if (isBulk && kind === 'auth')
    return `${t.account.whichKey(next.command('auth status'))} ${t.usage.toContinue(next.continueRun())}`;
  if (kind === 'rate_limited')
    return facts.serviceMessage === undefined
      ? ''
      : afterLimit('retryAfter' in facts ? facts.retryAfter : undefined, next);
  if (isBulk) return t.usage.toContinue(next.continueRun());
  if (facts.serviceMessage === undefined) return '';
  if ('hides' in facts && facts.hides !== undefined) return t.account.unsetVariable(facts.hides);
  if (next.runCommand === 'auth status')
    return t.account.loginWithAnotherKey({ command: next.command('auth login') });
  if (next.runCommand === 'auth login' && kind === 'auth')
    return t.account.keyNotStored(next.repeat());
  if (kind === 'auth') return t.account.whichKey(next.command('auth status'));
  if (kind === 'credits' && !isUnread) return gone(next.repeat());
  if (!isLookup(next.runCommand)) return '';
  // With --fresh the same command would pay again for the rest of a list, so the advice covers only what failed.
  if (kind === 'service' || kind === 'network') return t.service.freeAskLater;
  return kind === 'refused_input' ? t.service.free : '';
}

const MINUTE = 60_000;

/** Says what to do when the minute's requests are used up, and when. `ms`: the service's wait. */
export function afterLimit(ms: number | undefined, next: NextSteps): string {
  const wait = durationText(ms ?? MINUTE);
  if (isLookup(next.runCommand)) return t.service.freeAskIn(wait);
  const command = next.runCommand.startsWith('bulk ') ? next.continueRun() : next.repeat();
  return t.usage.rerunIn(command, wait);
}

export function stoppedAdvice({ during, batch, open }: Stop, next: NextSteps): string {
  if (during === 'batch')
    return `${stoppedBatch(open)} ${t.usage.toContinue(next.continueRun(batch))}`;
  if (during === 'lookups') return t.usage.stoppedRestNotAsked;
  if (!['input', 'output', 'balance', 'login'].includes(during)) return t.usage.stopped;
  const nothing = during === 'input' ? 'sent' : 'changed';
  return `${t.usage.stopped} ${t.phrases.declined[nothing]}`;
}

/** Says what the service goes on with, and may charge, after a stop, and what was not sent. */
function stoppedBatch({ jobs, running, unsent }: NonNullable<Stop['open']> = NOTHING): string {
  const goesOn = jobs === 0 ? t.usage.stoppedSaved : t.usage.stoppedWatching({ jobs, running });
  if (unsent === 0) return goesOn;
  return `${goesOn} ${t.usage.notSent({ unsent })}`;
}

const NOTHING = { jobs: 0, running: 0, unsent: 0 };
