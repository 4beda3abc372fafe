import type { BatchEvent, PlanNumbers } from '../../batch/events.js';
import type { Summary } from '../../batch/summary.js';
import { troubleText } from '../errors.js';
import type { NextSteps } from '../../messages/reader.js';
import { joined } from '../terminal/text.js';
import { formatMinute, formatNumber, formatTime, t } from '../../messages/index.js';

type Sentences = {
  readonly [T in BatchEvent['type']]?: (
    event: Extract<BatchEvent, { type: T }>,
    next: NextSteps,
    now: number,
  ) => string;
};

const sentences: Sentences = {
  input: ({ description }) => description,
  batch: batchSentence,
  following: ({ id }) => t.batch.followingOtherRun(id),
  plan: ({ numbers, willAsk }) => planSentence(numbers, willAsk),
  price_differs: ({ kind, set, shown }, next) => {
    const key = `cost-${kind}` as const;
    const command = next.command('config set', key, String(shown));
    return t.batch.priceDiffers({ shown, kind: kind.toUpperCase(), key, set, command });
  },
  price_probe: ({ items }) => t.batch.priceProbe(items),
  price_awaited: () => t.batch.waitingForPrice,
  accepted: ({ seq, items }) => t.batch.jobAccepted(seq, items),
  unconfirmed: ({ seq, trouble }) => t.batch.jobUnconfirmed(seq, troubleText(trouble)),
  settling: ({ seq, ms }, _, now) => t.batch.jobWaitsForBalance(seq, formatTime(now + ms)),
  settled: ({ seq, decision }) =>
    decision === 'resend' ? t.batch.jobNotCharged(seq) : t.batch.jobUndecidable(seq),
  others_settling: ({ host }) => t.batch.waitingForOthersCheck(host),
  others_running: ({ batches }) => t.batch.waitingForBatches(batches.join(', ')),
  ledger_away: () => t.batch.waitingForDatabase,
  rejected: ({ seq, items }) => t.batch.jobAllInvalid(seq, items),
  planned_again: ({ items }) => t.batch.sentOnceMore(items),
  gave_up: ({ seq, error, batch }, next) =>
    t.batch.jobFailed(seq, error, next.command('bulk resume', batch)),
  job_ended: ({ seq, status, error }) =>
    t.batch.jobState(seq, t.table.jobStates[status] ?? status, error),
  exported: exportSentence,
};

/** What happened, as one line for people; empty where it is not worth one. */
export function sentence(event: BatchEvent, next: NextSteps, now: number): string {
  const tell = sentences[event.type] as
    | ((event: BatchEvent, next: NextSteps, now: number) => string)
    | undefined;
  return tell?.(event, next, now) ?? '';
}

/** What it cost then is no cost of now. */
function batchSentence({ id, isNew, createdAt, ended }: Extract<BatchEvent, { type: 'batch' }>) {
  if (isNew) return t.batch.heading(id);
  if (ended === null) return t.batch.continuing(id, formatMinute(createdAt));
  const at = formatMinute(ended.at);
  return ended.isStale
    ? t.batch.alreadyCompleteTooOld(at, ended.worstCase)
    : t.batch.alreadyComplete(at);
}

/** What an input holds and what it would cost, unless a question asks that. */
function planSentence(numbers: PlanNumbers, willAsk: boolean): string {
  const { rows, paidBefore } = numbers;
  const parts = partsText(numbers);
  const counts = parts === '' ? t.batch.rows(rows) : t.batch.planCounts(rows, parts);
  return joined(' ', [
    !willAsk && t.batch.plan(counts, toSendText(numbers)),
    paidBefore > 0 && t.batch.paidForBefore(paidBefore),
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

export function sendQuestion(numbers: PlanNumbers): string {
  const question = t.batch.askToSend(numbers.toSend, costText(numbers));
  const parts = partsText(numbers);
  return parts === '' ? question : `${parts}. ${question}`;
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
function costText(numbers: PlanNumbers): string {
  const { worstCase, expected, balance, setAside, assumed, kinds } = numbers;
  const { atMostOf, atMostOfFree, assuming, assumingEach } = t.batch;
  const isMixed = kinds.cpf > 0 && kinds.cnpj > 0;
  const most =
    balance === null
      ? t.batch.atMost(worstCase)
      : (setAside === 0 ? atMostOf : atMostOfFree)(worstCase, balance);
  const notes = joined('; ', [
    setAside > 0 && balance !== null && t.batch.lessSetAside(balance + setAside, setAside),
    expected !== null && expected < worstCase && t.batch.about(formatNumber(expected)),
    ...pricesIn(assumed)
      .filter(([kind]) => kinds[kind] > 0)
      .map(([kind, price]) =>
        isMixed ? assuming(price, kind.toUpperCase()) : assumingEach(price),
      ),
  ]);
  return notes === '' ? most : `${most} (${notes})`;
}

function pricesIn(assumed: PlanNumbers['assumed']): [kind: 'cpf' | 'cnpj', price: number][] {
  return (['cpf', 'cnpj'] as const).flatMap((kind) => {
    const price = assumed[kind];
    return price === undefined ? [] : [[kind, price]];
  });
}

/** The credits that are free; where some are set aside, also all of them and why. */
export function balanceText(free: number, setAside: number): string {
  const n = formatNumber;
  if (setAside === 0) return n(free);
  return t.batch.balanceSetAside(n(free), n(free + setAside), n(setAside));
}

export function balanceLine(free: number, setAside: number): string {
  const balance = setAside === 0 ? t.progress.credits(free) : balanceText(free, setAside);
  return `${t.batch.balanceNothingSent(balance)}\n`;
}

export function assumedText(assumed: PlanNumbers['assumed']): string[] {
  return pricesIn(assumed).map(([kind, price]) =>
    t.batch.priceAssumed(kind.toUpperCase(), price, kind),
  );
}

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
