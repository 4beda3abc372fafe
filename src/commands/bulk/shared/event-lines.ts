import { describeWait } from '../../shared/waiting.js';
import type { BatchEvent, JobCounts, PlanNumbers } from '../../../batch/events.js';
import type { MatchCounts } from '../../../export/index.js';
import type { BatchSummary } from '../../../batch/summary.js';
import { describeTroubleForPerson } from '../../../messages/people.js';
import type { NextSteps } from '../../../messages/reader.js';
import { joined } from '../../../terminal/text.js';
import {
  formatMinute,
  formatMoney,
  formatNumber,
  formatMoneyInBrackets,
  quoteServiceWords,
  t,
} from '../../../messages/index.js';

type EventLines = {
  readonly [T in BatchEvent['type']]?: (
    event: Extract<BatchEvent, { type: T }>,
    next: NextSteps,
    now: number,
    creditPrice?: number,
  ) => string;
};

const SENTENCES: EventLines = {
  input: ({ description }) => description,
  batch: writeBatchSentence,
  plan: (event, _next, _now, creditPrice) => writePlanSentence(event, creditPrice),
  unconfirmed: ({ seq, trouble }) =>
    t.batch.jobState({ seq, state: t.table.unconfirmed, error: describeTroubleForPerson(trouble) }),
  settling: ({ seq, ms }, _, now) =>
    t.batch.jobState({ seq, state: describeWait({ reason: 'settling', until: now + ms }, now) }),
  settled: ({ seq, decision }) =>
    decision === 'resend' ? t.batch.jobNotCharged(seq) : t.batch.jobUndecidable({ seq }),
  others_running: ({ batches }) => t.batch.waitingForBatches(batches.join(', ')),
  gave_up: ({ seq, error }) =>
    t.batch.jobState({ seq, state: t.table.failed, error: quoteError(error) }),
  job_ended: ({ seq, status, error, ...counts }) => {
    const state = joined(', ', [t.table.jobStates[status] ?? status, formatJobCounts(counts)]);
    return t.batch.jobState({ seq, state, error: quoteError(error) });
  },
  exported: writeExportSentence,
};

/** Writes what happened to a batch. `now`: epoch ms. `creditPrice`: R$ of one credit, if it is set. */
export function writeEventSentence(
  event: BatchEvent,
  next: NextSteps,
  now: number,
  creditPrice?: number,
): string {
  const writers: EventLines = { ...t.batch.events, ...SENTENCES };
  const write = writers[event.type] as
    | ((event: BatchEvent, next: NextSteps, now: number, creditPrice?: number) => string)
    | undefined;
  return write?.(event, next, now, creditPrice) ?? '';
}

/** Writes the answers of a job: `35 found, 5 not found`. */
function formatJobCounts(counts: JobCounts): string {
  const names = ['found', 'notFound', 'skipped'] as const;
  return joined(
    ', ',
    names.map((name) => counts[name] > 0 && t.table.counts[name](formatNumber(counts[name]))),
  );
}

/** Quotes the service's own words about a job. */
function quoteError(error: string | null): string | undefined {
  return error === null ? undefined : quoteServiceWords(error);
}

/** Announces a batch. The costs of a batch that had ended are not repeated, because this run does not pay them. */
function writeBatchSentence({
  id,
  isNew,
  createdAt,
  ended,
}: Extract<BatchEvent, { type: 'batch' }>) {
  if (isNew) return t.batch.heading(id);
  if (ended === null) return t.batch.continuing(id, formatMinute(createdAt));
  const endedAt = formatMinute(ended.at);
  return ended.isStale
    ? t.batch.alreadyCompleteTooOld({ at: endedAt, worstCase: ended.worstCase })
    : t.batch.alreadyComplete(endedAt);
}

/** Describes the rows of the input and their cost, unless the question to the user will say it. */
function writePlanSentence(
  {
    numbers,
    willAsk,
    sends: sendCount,
    costs: worstCaseOfSend,
  }: Extract<BatchEvent, { type: 'plan' }>,
  creditPrice?: number,
): string {
  const { rows, paidBefore, abandoned, erased } = numbers;
  const covered =
    sendCount === 0 ? numbers : { ...numbers, toSend: sendCount, worstCase: worstCaseOfSend };
  return joined(' ', [
    !willAsk &&
      t.batch.plan({
        rows,
        parts: describeRows(numbers),
        toSend: describeToSend(covered, creditPrice),
      }),
    paidBefore > 0 && t.batch.paidForBefore(paidBefore),
    abandoned > 0 && t.batch.abandonedAskedAgain({ count: abandoned }),
    erased.rows > 0 && t.batch.erasedAskedAgain(erased),
  ]);
}

function describeRows({ invalid, duplicates, repaired, reused }: PlanNumbers): string {
  return joined(', ', [
    invalid > 0 && t.batch.invalidRows(formatNumber(invalid)),
    duplicates > 0 && t.batch.duplicates(duplicates),
    repaired > 0 && t.batch.zerosRestored(formatNumber(repaired)),
    reused > 0 && t.batch.inLedger(formatNumber(reused)),
  ]);
}

/** Writes the question for consent to a plan. `creditPrice`: R$ of one credit, if it is set. */
export function writeSendQuestion(numbers: PlanNumbers, creditPrice?: number): string {
  const { kinds, worstCase, balance: free, setAside, toSend } = numbers;
  const notes = joined('; ', [
    formatMoney(worstCase, creditPrice),
    free !== null && t.batch.balance(free + setAside),
    ...buildCostNotes(numbers),
  ]);
  const question = t.batch.askToSend({ ...kinds, covered: toSend, worstCase, notes });
  const parts = describeRows(numbers);
  return parts === '' ? question : `${parts}. ${question}`;
}

function describeToSend(numbers: PlanNumbers, creditPrice?: number): string {
  const { toSend, kinds } = numbers;
  if (toSend === 0) return t.batch.nothingToSend;
  return `${describeCount(toSend, kinds)}, ${describeCost(numbers, creditPrice)}`;
}

function describeCount(toSend: number, { cpf, cnpj }: PlanNumbers['kinds']): string {
  if (toSend < cpf + cnpj) return t.batch.toSendPart({ covered: toSend, all: cpf + cnpj });
  return cpf > 0 && cnpj > 0
    ? t.batch.toSendByKind(formatNumber(toSend), cpf, cnpj)
    : t.batch.toSend(formatNumber(toSend));
}

/** Writes the worst case in credits, with the account's whole balance where that is known. */
function describeCost(numbers: PlanNumbers, creditPrice?: number): string {
  const { worstCase, balance: free, setAside } = numbers;
  const wholeBalance = free === null ? Infinity : free + setAside;
  const exceedsBalance = worstCase > wholeBalance;
  const showsCostAlone = free === null || exceedsBalance;
  const cost = showsCostAlone
    ? t.batch.atMost(worstCase)
    : t.batch.atMostOf({
        credits: worstCase,
        money: formatMoneyInBrackets(worstCase, creditPrice),
        balance: wholeBalance,
      });
  const notes = joined('; ', [
    showsCostAlone && formatMoney(worstCase, creditPrice),
    exceedsBalance && t.batch.balance(wholeBalance),
    ...buildCostNotes(numbers),
  ]);
  return notes === '' ? cost : `${cost} (${notes})`;
}

function buildCostNotes({
  worstCase,
  expected,
  balance,
  setAside,
}: PlanNumbers): (string | false)[] {
  return [
    setAside > 0 && balance !== null && t.batch.reservedCredits({ credits: setAside }),
    expected !== null && expected < worstCase && t.batch.expectedCredits(formatNumber(expected)),
  ];
}

/** Writes the free credits of the account, and those that are set aside for requests under way. */
export function formatBalance(free: number, setAside: number): string {
  if (setAside === 0) return t.progress.credits(free);
  return `${t.batch.freeCredits(free)} (${t.batch.reservedCredits({ credits: setAside })})`;
}

/** Writes how many identifiers are answered, and the ms until the next poll while jobs are running. */
export function writeProgressSentence(summary: BatchSummary, nextMs: number): string {
  const answered = formatNumber(summary.found + summary.notFound);
  const unique = formatNumber(summary.unique);
  return summary.state === 'running'
    ? t.batch.answeredNextPoll({ answered, unique, seconds: Math.round(nextMs / 1000) })
    : t.progress.identifiersAnswered({
        answered: summary.found + summary.notFound,
        unique: summary.unique,
      });
}

/** Reports an export; for `bulk run` without the path, because the end of the run names the result. */
function writeExportSentence(
  event: Extract<BatchEvent, { type: 'exported' }>,
  next: NextSteps,
): string {
  const { path, rows, replaced, cut, matches } = event;
  return joined(' ', [
    path !== '-' && next.currentCommand !== 'bulk run' && t.batch.resultWritten(path, rows),
    replaced > 0 && t.batch.charactersReplaced({ replaced }),
    cut > 0 && t.batch.cellsCut({ cut }),
    matches !== undefined && describeMatches(matches),
  ]);
}

/** Writes how many rows have each verdict, for each compared field. */
function describeMatches(matches: MatchCounts): string {
  const verdicts = ['equal', 'similar', 'different', 'empty'] as const;
  const fields = Object.entries(matches).map(([field, counts]) => {
    const parts = verdicts.map(
      (each) => counts[each] > 0 && t.matches.verdicts[each](counts[each]),
    );
    return t.matches.field({ field, parts: joined(', ', parts) });
  });
  return t.matches.counts(fields.join('; '));
}
