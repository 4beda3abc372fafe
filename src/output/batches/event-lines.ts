import type { BatchEvent, EndedBatch, PlanNumbers } from '../../batch/events.js';
import type { Summary } from '../../batch/summary.js';
import { troubleText } from '../errors/service.js';
import type { NextSteps } from '../../messages/reader.js';
import { joined } from '../terminal/text.js';
import { formatMinute, formatNumber, formatTime, t } from '../../messages/index.js';

type Told = Exclude<BatchEvent, { type: 'polled' | 'progress' }>;

/** What happened, as one line for people; empty where it is not worth one. */
export function sentence(event: Told, next: NextSteps, now: number): string {
  switch (event.type) {
    case 'input':
      return event.description;
    case 'batch':
      return event.isNew ? t.batch.heading(event.id) : knownBatch(event);
    case 'following':
      return t.batch.followingOtherRun(event.id);
    // Its error says that nothing was sent.
    case 'discarded':
    case 'submitting':
    case 'unread':
      return '';
    case 'reading':
      return event.rows >= 100_000 ? t.batch.rowsRead(event.rows) : '';
    case 'plan':
      return planSentence(event.numbers, event.willAsk);
    case 'price_differs':
      return differsSentence(event, next);
    case 'price_probe':
      return t.batch.priceProbe(event.items);
    case 'price_awaited':
      return t.batch.waitingForPrice;
    case 'accepted':
      return t.batch.jobAccepted(event.seq, event.items);
    case 'mismatch':
      return t.batch.jobPartlyAccepted(event.seq, event.sent, event.counted, event.invalid);
    case 'unconfirmed':
      return t.batch.jobUnconfirmed(event.seq, troubleText(event.trouble));
    case 'obstacles':
      return obstaclesSentence(event, next);
    case 'settling':
      return t.batch.jobWaitsForBalance(event.seq, formatTime(now + event.ms));
    case 'settled':
      return event.decision === 'resend'
        ? t.batch.jobNotCharged(event.seq)
        : t.batch.jobUndecidable(event.seq);
    case 'others_settling':
      return t.batch.waitingForOthersCheck(event.host);
    case 'others_running':
      return t.batch.waitingForBatches(event.batches.join(', '));
    case 'ledger_away':
      return t.batch.waitingForDatabase;
    case 'rejected':
      return t.batch.jobAllInvalid(event.seq, event.items);
    case 'planned_again':
      return t.batch.sentOnceMore(event.items);
    case 'gave_up':
      return gaveUpSentence(event, next);
    case 'job_ended':
      return endSentence(event);
    case 'exported':
      return exportSentence(event, next);
  }
}

function obstaclesSentence(
  { prices, hasOthers }: Extract<BatchEvent, { type: 'obstacles' }>,
  next: NextSteps,
): string {
  return joined(' ', [
    prices.length > 0 && t.batch.priceUnknownWarning(t.phrases.prices(prices, next)),
    hasOthers && t.batch.accountUsedElsewhere,
  ]);
}

function differsSentence(
  { kind, set, shown }: Extract<BatchEvent, { type: 'price_differs' }>,
  next: NextSteps,
): string {
  const key = `cost-${kind}`;
  const right = next.command('config set', key, String(shown));
  return t.batch.priceDiffers({ shown, kind: kind.toUpperCase(), key, set, command: right });
}

function gaveUpSentence(
  { seq, error, batch }: Extract<BatchEvent, { type: 'gave_up' }>,
  next: NextSteps,
): string {
  const resume = next.command('bulk resume', batch);
  return error === null ? t.batch.jobFailed(seq, resume) : t.batch.jobFailedWhy(seq, error, resume);
}

function endSentence({ seq, status, error }: Extract<BatchEvent, { type: 'job_ended' }>): string {
  const word = t.table.jobStates[status] ?? status;
  return error === null ? t.batch.jobState(seq, word) : t.batch.jobStateWhy(seq, word, error);
}

function knownBatch({ id, createdAt, ended }: Extract<BatchEvent, { type: 'batch' }>): string {
  if (ended !== null) return endedBatch(id, ended);
  return t.batch.continuing(id, formatMinute(createdAt));
}

/** What it cost then is no cost of now; what it would cost anew is. */
function endedBatch(id: string, { at, isStale, worstCase }: EndedBatch): string {
  return isStale
    ? t.batch.alreadyCompleteTooOld(id, formatMinute(at), worstCase)
    : t.batch.alreadyComplete(id, formatMinute(at), worstCase);
}

/** What an input holds and what it would cost; where a question with the cost follows, only what it holds. */
function planSentence(numbers: PlanNumbers, willAsk: boolean): string {
  const { rows, invalid, duplicates, repaired, reused, paidBefore, givenUp, erased } = numbers;
  const parts = joined(', ', [
    invalid > 0 && t.batch.invalidRows(formatNumber(invalid)),
    duplicates > 0 && t.batch.duplicates(duplicates),
    repaired > 0 && t.batch.zerosRestored(formatNumber(repaired)),
    reused > 0 && t.batch.inLedger(formatNumber(reused)),
  ]);
  const counts = parts === '' ? t.batch.rows(rows) : t.batch.planCounts(rows, parts);
  return joined(' ', [
    willAsk ? parts !== '' && `${counts}.` : t.batch.plan(counts, toSendText(numbers)),
    // What may be paid for twice, and whose data may be stored again.
    paidBefore > 0 && t.batch.paidForBefore(paidBefore),
    givenUp > 0 && t.batch.givenUpAskedAgain(givenUp),
    erased.rows > 0 && t.batch.erasedAskedAgain(erased.rows, erased.file),
  ]);
}

/** The question before anything is sent. */
export function sendQuestion(numbers: PlanNumbers): string {
  return t.batch.askToSend(numbers.toSend, costText(numbers));
}

function toSendText(numbers: PlanNumbers): string {
  const { toSend, kinds } = numbers;
  if (toSend === 0) return t.batch.nothingToSend;
  const count =
    kinds.cpf > 0 && kinds.cnpj > 0
      ? t.batch.toSendByKind(formatNumber(toSend), kinds.cpf, kinds.cnpj)
      : t.batch.toSend(formatNumber(toSend));
  return `${count}, ${costText(numbers)}`;
}

/** The worst case of the balance, and what it rests on. */
function costText({ worstCase, expected, balance, setAside, assumed }: PlanNumbers): string {
  const most =
    balance === null
      ? t.batch.atMost(worstCase)
      : setAside === 0
        ? t.batch.atMostOf(worstCase, balance)
        : t.batch.atMostOfFree(worstCase, balance);
  const assumptions = (['cpf', 'cnpj'] as const).flatMap((kind) => {
    const price = assumed[kind];
    return price === undefined ? [] : [t.batch.assuming(price, kind.toUpperCase())];
  });
  const isLess = expected !== null && expected < worstCase;
  const notes = joined('; ', [
    setAside > 0 && balance !== null && t.batch.lessSetAside(balance + setAside, setAside),
    isLess && t.batch.about(formatNumber(expected)),
    ...assumptions,
  ]);
  return notes === '' ? most : `${most} (${notes})`;
}

/** The credits that are free; where some are set aside, also all of them and why. */
export function balanceText(free: number, setAside: number): string {
  const n = formatNumber;
  return setAside === 0
    ? n(free)
    : t.batch.balanceSetAside(n(free), n(free + setAside), n(setAside));
}

/** The end of a dry run. */
export function balanceLine(free: number, setAside: number): string {
  return setAside === 0
    ? t.batch.balanceNothingSent(free) + '\n'
    : t.batch.balanceTextNothingSent(balanceText(free, setAside)) + '\n';
}

/** That the worst case rests on an assumption. */
export function assumedText(assumed: PlanNumbers['assumed']): string[] {
  return (['cpf', 'cnpj'] as const).flatMap((kind) => {
    const price = assumed[kind];
    if (price === undefined) return [];
    const name = kind.toUpperCase();
    return t.batch.priceAssumed(name, price, kind);
  });
}

/** How far a batch is, where nothing moves. */
export function progressSentence(summary: Summary, nextMs: number): string {
  const answered = formatNumber(summary.found + summary.notFound);
  const unique = formatNumber(summary.unique);
  return summary.state === 'running'
    ? t.batch.answeredNextPoll(answered, unique, Math.round(nextMs / 1000))
    : t.batch.answered(answered, unique);
}

/** A run says at its end where the result is. */
function exportSentence(event: Extract<BatchEvent, { type: 'exported' }>, next: NextSteps): string {
  const { path, held, rows, replaced, cut } = event;
  return joined(' ', [
    held !== undefined && t.batch.resultHeldOpen(held, path),
    path !== '-' && next.of !== 'bulk run' && t.batch.resultWritten(path, rows),
    replaced > 0 && t.batch.charactersReplaced(replaced),
    cut > 0 && t.batch.cellsCut(cut),
  ]);
}
