import { makePrintable, safeJson, visibleLines } from '../base/foreign-text.js';
import { maskCpfs } from '../identifiers/index.js';
import { ConfereError } from '../base/errors.js';
import type { JobTrouble, Stop } from '../base/facts.js';
import { formatDuration, quoteServiceWords, t, describeTrouble } from './index.js';
import type { ErrorInfo } from '../base/error-facts.js';
import type { NextSteps, Reader } from './reader.js';
import { onOneLine } from './words.js';
import { isLookup, createNextSteps, noRun } from './command-line.js';

type QuoteService = Reader['quoteService'];

/** Returns the service's words unchanged, as programs get them (contract, "JSON"). */
export const leaveUnquoted: QuoteService = (words) => words;

/**
 * Returns the sentence of an error for the command line, with identifiers masked. `quoteService`: writes the service's
 * words into the sentence.
 */
export function errorSentence(
  error: ConfereError,
  next = createNextSteps(() => noRun),
  quoteService: QuoteService = leaveUnquoted,
): string {
  return onOneLine(addResubmissionWarning(error, writeSentence(error, next, quoteService), next));
}

/** The codes of errors whose sentences already say what each choice may cost. */
const CODES_THAT_STATE_THE_RISK: ReadonlySet<string> = new Set([
  ...['batch_left', 'needs_yes', 'one_decision', 'submission_unconfirmed'],
]);

/** Adds the warning that a suggested `--resubmit` may pay twice, unless the sentence has it. */
function addResubmissionWarning({ code }: ConfereError, text: string, next: NextSteps): string {
  const needsNoWarning =
    next.currentCommand !== 'bulk resolve' ||
    CODES_THAT_STATE_THE_RISK.has(code) ||
    !text.includes('--resubmit');
  return maskCpfs(needsNoWarning ? text : `${text} ${t.doubt.paidTwice}`);
}

function writeSentence(
  { code, facts }: Pick<ErrorInfo, 'code' | 'facts'>,
  next: NextSteps,
  quoteService: QuoteService,
): string {
  const sentences: Readonly<Record<string, (facts: never, to: Reader) => string>> = Object.hasOwn(
    t.errors,
    code,
  )
    ? t.errors
    : t.commandErrors;
  return sentences[code]?.(facts as never, buildReader(next, quoteService)) ?? code;
}

function buildReader(next: NextSteps, quoteService: QuoteService): Reader {
  return {
    ...next,
    who: 'person',
    option: (flag) => flag,
    sameCommand: t.usage.sameCommand,
    quoteService,
    doubtAdvice: ({ priceAgain }) =>
      t.service.mayBeChargedLookup({ isFresh: next.isFresh, priceAgain }),
    slowAdvice: () => t.service.tryWithMoreTime,
    rateLimitAdvice: (ms) => adviseAfterRateLimit(ms, next),
    stopAdvice: (stop) => adviseAfterStop(stop, next),
    sentence: (error) => writeSentence(error, next, quoteService),
  };
}

/**
 * Returns the line of an error for stderr: a sentence, or with `json` the contract's object. `program`: the version and
 * the platform, for a defect.
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
  if (!isKnown) return `confere: ${makePrintable(defectSentence(error, program))}\n`;
  const parts = [
    writeSentence(error, next, quoteServiceWords),
    adviseAfterServiceError(error, next),
  ];
  const text = addResubmissionWarning(error, parts.filter(Boolean).join(' '), next);
  return `confere: ${visibleLines(text).trim()}\n`;
}

/** Returns the sentence of an error that is no `ConfereError`, without the quoted parts of its message. */
export function defectSentence(error: unknown, program?: string): string {
  return t.usage.defect({
    program: program === undefined ? 'confere' : `confere ${program}`,
    error: nameError(error),
  });
}

/** Lists where an error and its causes happened: functions, files and lines. */
export function formatTrace(error: unknown): string {
  const lines: string[] = [];
  for (
    let current = error;
    current instanceof Error && lines.length < MAX_TRACE_LINES;
    current = current.cause
  ) {
    if (current !== error) lines.push(nameError(current));
    lines.push(...readStack(current.stack ?? ''));
  }
  return lines.map((line) => `  ${line}\n`).join('');
}

const MAX_TRACE_LINES = 40;
/** Matches a line of a stack: the function, if it has a name, and the file without its folders. */
const STACK_LINE = /^ +at (?:(.+?) \()?(?:.*[\\/])?([^\\/()]+?:\d+)(?::\d+)?\)?$/gm;

function readStack(stack: string): string[] {
  return [...stack.matchAll(STACK_LINE)].map(([, name, position = '']) =>
    name === undefined ? position : `${name} (${position})`,
  );
}

/** Returns the name and the message of an error without quoted parts, which may come from a file or an answer. */
function nameError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const message = error.message.replace(/"[^]*"|'[^]*'|`[^]*`/g, '…');
  return maskCpfs(`${error.name}: ${message}`);
}

/** Says why a job failed or is unconfirmed; the sentence of the batch says what to do. */
export function describeTroubleForPerson(
  trouble: JobTrouble,
  quoteService: QuoteService = quoteServiceWords,
): string {
  const doubtAdvice = () => t.service.mayBeCharged;
  return describeTrouble(trouble, {
    doubtAdvice,
    slowAdvice: () => t.service.tryAgain,
    quoteService,
  });
}

/**
 * Says what to do after an error of the service; empty after other errors. A person never reads the service's words
 * alone (contract, "Streams").
 */
export function adviseAfterServiceError({ facts, kind }: ConfereError, next: NextSteps): string {
  if (!('endpoint' in facts)) return '';
  const isBulk = next.currentCommand.startsWith('bulk ');
  const isBalanceUnread = 'balance' in facts && facts.balance === 'unread';
  // The service refuses the same command again until the reason is gone, and only the service knows the reason.
  const whenReasonGone = (command: string) =>
    t.account.whenReasonGone({ quota: next.command('quota'), command });
  if (isBulk && kind === 'credits' && !isBalanceUnread) return whenReasonGone(next.continueRun());
  if (isBulk && kind === 'refused_input' && facts.endpoint.startsWith('submit'))
    return t.service.refusedAgain;
  if (isBulk && kind === 'auth')
    return `${t.account.whichKey(next.command('auth status'))} ${t.usage.toContinue(next.continueRun())}`;
  if (kind === 'rate_limited')
    return facts.serviceMessage === undefined
      ? ''
      : adviseAfterRateLimit('retryAfter' in facts ? facts.retryAfter : undefined, next);
  if (isBulk) return t.usage.toContinue(next.continueRun());
  if (facts.serviceMessage === undefined) return '';
  if ('hiddenBy' in facts && facts.hiddenBy !== undefined)
    return facts.hiddenBy === 'api-key-command'
      ? t.account.unsetKeyCommand(next.command('config unset', facts.hiddenBy))
      : t.account.unsetVariable(facts.hiddenBy);
  if (next.currentCommand === 'auth status')
    return t.account.loginWithAnotherKey({ command: next.command('auth login') });
  if (next.currentCommand === 'auth login' && kind === 'auth')
    return t.account.keyNotStored(next.repeat());
  if (kind === 'auth') return t.account.whichKey(next.command('auth status'));
  if (kind === 'credits' && !isBalanceUnread) return whenReasonGone(next.repeat());
  if (!isLookup(next.currentCommand)) return '';
  // With --fresh the same command would pay again for the rest of a list, so the advice is about this lookup only.
  if (kind === 'service' || kind === 'network') return t.service.freeAskLater;
  return kind === 'refused_input' ? t.service.free : '';
}

const MINUTE_MS = 60_000;

/** Says what to do when the requests of the minute are used up. `ms`: the wait that the service asks for. */
export function adviseAfterRateLimit(ms: number | undefined, next: NextSteps): string {
  const wait = formatDuration(ms ?? MINUTE_MS);
  if (isLookup(next.currentCommand)) return t.service.freeAskIn(wait);
  const command = next.currentCommand.startsWith('bulk ') ? next.continueRun() : next.repeat();
  return t.usage.rerunIn(command, wait);
}

/** Says what is safe, or was not done, after the user has stopped a run. */
export function adviseAfterStop({ during, batch, open }: Stop, next: NextSteps): string {
  if (during === 'batch')
    return `${describeStoppedBatch(open)} ${t.usage.toContinue(next.continueRun(batch))}`;
  if (during === 'lookups') return t.usage.stoppedRestNotAsked;
  if (!['input', 'output', 'balance', 'login'].includes(during)) return t.usage.stopped;
  const undone = during === 'input' ? 'sent' : 'changed';
  return `${t.usage.stopped} ${t.phrases.declined[undone]}`;
}

/** Says which jobs continue at the service, which may charge them, and how many identifiers were not sent. */
function describeStoppedBatch({
  jobs,
  running,
  unsent,
}: NonNullable<Stop['open']> = NOTHING_OPEN): string {
  const continuing = jobs === 0 ? t.usage.stoppedSaved : t.usage.stoppedWatching({ jobs, running });
  if (unsent === 0) return continuing;
  return `${continuing} ${t.usage.notSent({ unsent })}`;
}

const NOTHING_OPEN = { jobs: 0, running: 0, unsent: 0 };
