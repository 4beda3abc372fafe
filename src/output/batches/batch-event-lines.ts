import type { BatchEvent, EndedBatch, PlanNumbers } from '../../batch/events.js';
import type { Summary } from '../../batch/summary.js';
import { priceCommands } from '../errors/command-sentences.js';
import { troubleText } from '../errors/service.js';
import type { NextSteps } from '../next-step/next-steps.js';
import { jobWord } from './state-names.js';
import { formatMinute, formatNumber, t } from '../../messages/index.js';

type Told = Exclude<BatchEvent, { type: 'polled' | 'progress' }>;

/** What happened, as one line for people; empty where it is not worth one. */
export function sentence(event: Told, next: NextSteps): string {
  switch (event.type) {
    case 'input':
      return event.description;
    case 'batch':
      return event.isNew ? t.batch.heading(event.id) : knownBatch(event);
    case 'following':
      return t.batch.followingOtherRun(event.id);
    // Its error says that nothing was sent.
    case 'discarded':
      return '';
    case 'reading':
      return event.rows >= 100_000 ? t.batch.rowsRead(event.rows) : '';
    case 'unread':
      return '';
    case 'plan':
      return planSentence(event.numbers);
    case 'price_differs':
      return differsSentence(event, next);
    case 'price_probe':
      return t.batch.priceProbe(event.items);
    case 'price_awaited':
      return t.batch.waitingForPrice;
    case 'submitting':
      return t.batch.sendingJob(event.seq, event.items);
    case 'accepted':
      return t.batch.jobAccepted(event.seq, event.jobId);
    case 'mismatch':
      return t.batch.jobPartlyAccepted(event.seq, event.sent, event.counted, event.invalid);
    case 'unconfirmed':
      return t.batch.jobUnconfirmed(event.seq, troubleText(event.trouble));
    case 'obstacles':
      return obstaclesSentence(event, next);
    case 'settling':
      return t.batch.jobWaitsForBalance(event.seq, Math.ceil(event.ms / 1000));
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
  const parts = [
    ...(prices.length > 0 ? [t.batch.priceUnknownWarning(priceCommands(prices, next))] : []),
    ...(hasOthers ? [t.batch.accountUsedElsewhere] : []),
  ];
  return parts.join(' ');
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
  const word = jobWord(status);
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

function planSentence(numbers: PlanNumbers): string {
  const { rows, invalid, duplicates, repaired, reused, paidBefore, balance, setAside } = numbers;
  const n = formatNumber;
  const parts = [
    t.batch.rows(rows),
    t.batch.invalidRows(n(invalid)),
    t.batch.duplicates(duplicates),
    ...(repaired > 0 ? [t.batch.zerosRestored(n(repaired))] : []),
    t.batch.inLedger(n(reused)),
    toSendText(numbers),
  ].join(', ');
  const cost = costText(numbers);
  const told =
    balance === null
      ? `${parts}. ${cost}.`
      : t.batch.plan(parts, cost, balanceText(balance, setAside));
  return [
    told,
    ...paidBeforeText(paidBefore),
    ...assumedText(numbers.assumed),
    ...givenUpText(numbers),
    ...erasedText(numbers.erased),
  ].join(' ');
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

/** What is paid for once more. */
function paidBeforeText(count: number): string[] {
  return count === 0 ? [] : [t.batch.paidForBefore(count)];
}

/** What was given up may be paid for twice. */
function givenUpText({ givenUp: n }: PlanNumbers): string[] {
  return n === 0 ? [] : [t.batch.givenUpAskedAgain(n)];
}

/** Who was erased on request may be stored again. */
function erasedText({ file, rows }: PlanNumbers['erased']): string[] {
  return rows === 0 ? [] : [t.batch.erasedAskedAgain(rows, file)];
}

/** The worst case, and what past hit rates let expect. */
function costText({ worstCase, expected, expectedFrom }: PlanNumbers): string {
  const most = t.batch.costsAtMost(worstCase);
  return expected === null || expected >= worstCase
    ? most
    : t.batch.mostAndExpected(most, expected, expectedFrom);
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

/** With both kinds, the number of each. */
function toSendText({ toSend, kinds: { cpf, cnpj } }: PlanNumbers): string {
  const count = formatNumber(toSend);
  return cpf > 0 && cnpj > 0 ? t.batch.toSendByKind(count, cpf, cnpj) : t.batch.toSend(count);
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
  const notes = [
    held === undefined ? '' : t.batch.resultHeldOpen(held, path),
    path === '-' || next.of === 'bulk run' ? '' : t.batch.resultWritten(path, rows),
    replaced > 0 ? t.batch.charactersReplaced(replaced) : '',
    cut > 0 ? t.batch.cellsCut(cut) : '',
  ];
  return notes.filter((note) => note !== '').join(' ');
}
