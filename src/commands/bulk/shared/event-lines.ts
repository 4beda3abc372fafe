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
    price?: number,
  ) => string;
};

const sentences: EventLines = {
  input: ({ description }) => description,
  batch: batchSentence,
  plan: ({ numbers, willAsk }, _, _now, price) => planSentence(numbers, willAsk, price),
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
    const state = joined(', ', [t.table.jobStates[status] ?? status, jobCountsText(counts)]);
    return t.batch.jobState({ seq, state, error: quoteError(error) });
  },
  exported: exportSentence,
};

/** Writes what happened to a batch. `now`: epoch ms. `price`: R$ of one credit, where it is set. */
export function eventSentence(
  event: BatchEvent,
  next: NextSteps,
  now: number,
  price?: number,
): string {
  const all: EventLines = { ...t.batch.events, ...sentences };
  const write = all[event.type] as
    | ((event: BatchEvent, next: NextSteps, now: number, price?: number) => string)
    | undefined;
  return write?.(event, next, now, price) ?? '';
}

/** Writes the answers of a job: `35 found, 5 not found`. */
function jobCountsText(counts: JobCounts): string {
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

/** Announces a batch. The costs of one that has ended are not repeated, because they are not this run's. */
function batchSentence({ id, isNew, createdAt, ended }: Extract<BatchEvent, { type: 'batch' }>) {
  if (isNew) return t.batch.heading(id);
  if (ended === null) return t.batch.continuing(id, formatMinute(createdAt));
  const at = formatMinute(ended.at);
  return ended.isStale
    ? t.batch.alreadyCompleteTooOld({ at, worstCase: ended.worstCase })
    : t.batch.alreadyComplete(at);
}

/** Describes the input and its cost, unless a question will. */
function planSentence(numbers: PlanNumbers, willAsk: boolean, price?: number): string {
  const { rows, paidBefore, abandoned, erased } = numbers;
  return joined(' ', [
    !willAsk &&
      t.batch.plan({ rows, parts: partsText(numbers), toSend: toSendText(numbers, price) }),
    paidBefore > 0 && t.batch.paidForBefore(paidBefore),
    abandoned > 0 && t.batch.abandonedAskedAgain({ count: abandoned }),
    erased.rows > 0 && t.batch.erasedAskedAgain(erased),
  ]);
}

function partsText({ invalid, duplicates, repaired, reused }: PlanNumbers): string {
  return joined(', ', [
    invalid > 0 && t.batch.invalidRows(formatNumber(invalid)),
    duplicates > 0 && t.batch.duplicates(duplicates),
    repaired > 0 && t.batch.zerosRestored(formatNumber(repaired)),
    reused > 0 && t.batch.inLedger(formatNumber(reused)),
  ]);
}

/** Asks for consent to a plan. `price`: R$ of one credit, where it is set. */
export function sendQuestion(numbers: PlanNumbers, price?: number): string {
  const { kinds, worstCase, balance, setAside } = numbers;
  const notes = joined('; ', [
    formatMoney(worstCase, price),
    balance !== null && t.batch.balance(balance + setAside),
    ...noteCosts(numbers),
  ]);
  const question = t.batch.askToSend({ ...kinds, worstCase, notes });
  const parts = partsText(numbers);
  return parts === '' ? question : `${parts}. ${question}`;
}

function toSendText(numbers: PlanNumbers, price?: number): string {
  const { toSend, kinds } = numbers;
  if (toSend === 0) return t.batch.nothingToSend;
  const count =
    kinds.cpf > 0 && kinds.cnpj > 0
      ? t.batch.toSendByKind(formatNumber(toSend), kinds.cpf, kinds.cnpj)
      : t.batch.toSend(formatNumber(toSend));
  return `${count}, ${costText(numbers, price)}`;
}

/** Writes the worst case in credits, beside the balance. */
function costText(numbers: PlanNumbers, price?: number): string {
  const { worstCase, balance: free, setAside } = numbers;
  const balance = free === null ? Infinity : free + setAside;
  const isBeyond = worstCase > balance;
  const isAlone = free === null || isBeyond;
  const most = isAlone
    ? t.batch.atMost(worstCase)
    : t.batch.atMostOf({
        credits: worstCase,
        money: formatMoneyInBrackets(worstCase, price),
        balance,
      });
  const notes = joined('; ', [
    isAlone && formatMoney(worstCase, price),
    isBeyond && t.batch.balance(balance),
    ...noteCosts(numbers),
  ]);
  return notes === '' ? most : `${most} (${notes})`;
}

function noteCosts({ worstCase, expected, balance, setAside }: PlanNumbers): (string | false)[] {
  return [
    setAside > 0 && balance !== null && t.batch.reservedCredits({ credits: setAside }),
    expected !== null && expected < worstCase && t.batch.expectedCredits(formatNumber(expected)),
  ];
}

export function balanceText(free: number, setAside: number): string {
  if (setAside === 0) return t.progress.credits(free);
  return `${t.batch.freeCredits(free)} (${t.batch.reservedCredits({ credits: setAside })})`;
}

export function progressSentence(summary: BatchSummary, nextMs: number): string {
  const answered = formatNumber(summary.found + summary.notFound);
  const unique = formatNumber(summary.unique);
  return summary.state === 'running'
    ? t.batch.answeredNextPoll({ answered, unique, seconds: Math.round(nextMs / 1000) })
    : t.progress.identifiersAnswered({
        answered: summary.found + summary.notFound,
        unique: summary.unique,
      });
}

/** Reports an export. `bulk run` names the result at its end, so not here. */
function exportSentence(event: Extract<BatchEvent, { type: 'exported' }>, next: NextSteps): string {
  const { path, rows, replaced, cut, matches } = event;
  return joined(' ', [
    path !== '-' && next.runCommand !== 'bulk run' && t.batch.resultWritten(path, rows),
    replaced > 0 && t.batch.charactersReplaced({ replaced }),
    cut > 0 && t.batch.cellsCut({ cut }),
    matches !== undefined && matchesText(matches),
  ]);
}

/** Says how many rows have each verdict, field by field. */
function matchesText(matches: MatchCounts): string {
  const verdicts = ['equal', 'similar', 'different', 'empty'] as const;
  const fields = Object.entries(matches).map(([field, counts]) => {
    const parts = verdicts.map(
      (each) => counts[each] > 0 && t.matches.verdicts[each](counts[each]),
    );
    return t.matches.field({ field, parts: joined(', ', parts) });
  });
  return t.matches.counts(fields.join('; '));
}
