import type { BatchEvent, EndedBatch, PlanNumbers } from '../../batch/events.js';
import type { Summary } from '../../batch/summary.js';
import { priceCommands } from '../errors/command-sentences.js';
import { troubleText } from '../errors/service.js';
import type { NextSteps } from '../next-step/next-steps.js';
import { jobWord } from './state-names.js';
import { agree, formatMinute, formatNumber, plural, say } from '../../text/index.js';

type Told = Exclude<BatchEvent, { type: 'polled' | 'progress' }>;

/** What happened, as one line for people; empty where it is not worth one. */
export function sentence(event: Told, next: NextSteps): string {
  switch (event.type) {
    case 'input':
      return event.description;
    case 'batch':
      return event.isNew ? say`Batch ${event.id}` : knownBatch(event);
    case 'following':
      return say`Another run works on batch ${event.id}; this view follows it and changes nothing`;
    // Its error says that nothing was sent.
    case 'discarded':
      return '';
    case 'reading':
      return event.rows >= 100_000 ? say`${plural(event.rows, 'row', 'rows')} read` : '';
    case 'unread':
      return '';
    case 'plan':
      return planSentence(event.numbers);
    case 'price_differs':
      return differsSentence(event, next);
    case 'price_probe':
      return say`${plural(event.items, 'identifier goes', 'identifiers go')} first: what ${agree(event.items, 'it costs', 'they cost')} shows the price`;
    case 'price_awaited':
      return say`Waiting until the balance shows what a record costs`;
    case 'submitting':
      return say`Job ${event.seq}: sending ${plural(event.items, 'identifier', 'identifiers')}`;
    case 'accepted':
      return say`Job ${event.seq}: accepted as ${event.jobId}`;
    case 'mismatch':
      return say`Job ${event.seq}: ${plural(event.sent, 'identifier', 'identifiers')} sent; the service accepted ${formatNumber(event.counted)} and rejected ${formatNumber(event.invalid)} as invalid.`;
    case 'unconfirmed':
      return say`Job ${event.seq}: unconfirmed (${troubleText(event.trouble)})`;
    case 'obstacles':
      return obstaclesSentence(event, next);
    case 'settling':
      return say`Job ${event.seq}: waiting ${Math.ceil(event.ms / 1000)} s to see whether an earlier submission was charged`;
    case 'settled':
      return event.decision === 'resend'
        ? say`Job ${event.seq}: the balance did not move, nothing was charged; it may be sent again`
        : say`Job ${event.seq}: the balance proves nothing, it stays unconfirmed`;
    case 'others_settling':
      return say`${event.host} is finding out whether a request was charged, and nothing else is sent meanwhile; waiting for it`;
    case 'others_running':
      return say`Waiting for other batches, whose jobs run: ${event.batches.join(', ')}`;
    case 'ledger_away':
      return say`The database of the ledger cannot be reached; waiting for it, and then going on`;
    case 'rejected':
      return say`Job ${event.seq}: the service considers none of its ${plural(event.items, 'identifier', 'identifiers')} valid; ${agree(event.items, 'it counts', 'they count')} as invalid and ${agree(event.items, 'costs', 'cost')} nothing`;
    case 'planned_again':
      return say`${plural(event.items, 'identifier is', 'identifiers are')} left without an answer; ${agree(event.items, 'it is', 'they are')} sent once more`;
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
    ...(prices.length > 0
      ? [
          say`The balance may prove nothing in the end, because nothing shows yet what a record costs on this account. If you know, stop and say so first: ${priceCommands(prices, next)}.`,
        ]
      : []),
    ...(hasOthers
      ? [
          say`Something else uses this account: if it is charged meanwhile, the balance proves nothing, and you decide.`,
        ]
      : []),
  ];
  return parts.join(' ');
}

function differsSentence(
  { kind, set, shown }: Extract<BatchEvent, { type: 'price_differs' }>,
  next: NextSteps,
): string {
  const key = `cost-${kind}`;
  const right = next.command('config set', key, String(shown));
  return say`The balance shows ${plural(shown, 'credit', 'credits')} for a found ${kind.toUpperCase()}; ${key} says ${formatNumber(set)}, and limits count that. '${right}' sets it right.`;
}

function gaveUpSentence(
  { seq, error, batch }: Extract<BatchEvent, { type: 'gave_up' }>,
  next: NextSteps,
): string {
  const resume = next.command('bulk resume', batch);
  return error === null
    ? say`Job ${seq}: failed and will not be resent automatically; to resend: ${resume}`
    : say`Job ${seq}: failed (${error}) and will not be resent automatically; to resend: ${resume}`;
}

function endSentence({ seq, status, error }: Extract<BatchEvent, { type: 'job_ended' }>): string {
  const word = jobWord(status);
  return error === null ? say`Job ${seq}: ${word}` : say`Job ${seq}: ${word} (${error})`;
}

function knownBatch({ id, createdAt, ended }: Extract<BatchEvent, { type: 'batch' }>): string {
  if (ended !== null) return endedBatch(id, ended);
  return say`This file is batch ${id} of ${formatMinute(createdAt)}; continuing it (--again starts a new one when it has ended)`;
}

/** What it cost then is no cost of now; what it would cost anew is. */
function endedBatch(id: string, { at, isStale, worstCase }: EndedBatch): string {
  return isStale
    ? say`This file is batch ${id}, complete since ${formatMinute(at)}; nothing was sent. Its answers are older than --reuse and --fresh accept: --again asks for all of them again, for at most ${plural(worstCase, 'credit', 'credits')}.`
    : say`This file is batch ${id}, complete since ${formatMinute(at)}; nothing was sent. --again --fresh asks for all of it again, for at most ${plural(worstCase, 'credit', 'credits')}.`;
}

function planSentence(numbers: PlanNumbers): string {
  const { rows, invalid, duplicates, repaired, reused, paidBefore, balance, setAside } = numbers;
  const n = formatNumber;
  const parts = [
    say`${plural(rows, 'row', 'rows')}`,
    say.about('rows')`${n(invalid)} invalid`,
    say`${plural(duplicates, 'duplicate', 'duplicates')}`,
    ...(repaired > 0 ? [say`${n(repaired)} with zeros restored`] : []),
    say`${n(reused)} already in the ledger`,
    toSendText(numbers),
  ].join(', ');
  const cost = costText(numbers);
  const told =
    balance === null
      ? `${parts}. ${cost}.`
      : say`${parts}. ${cost}; balance ${balanceText(balance, setAside)}.`;
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
    : say`${n(free)} free (${n(free + setAside)}, less ${n(setAside)} set aside for what has no answer yet)`;
}

/** The end of a dry run. */
export function balanceLine(free: number, setAside: number): string {
  return setAside === 0
    ? say`Balance: ${plural(free, 'credit', 'credits')}. Nothing was sent.` + '\n'
    : say`Balance: ${balanceText(free, setAside)}. Nothing was sent.` + '\n';
}

/** What is paid for once more. */
function paidBeforeText(count: number): string[] {
  return count === 0 ? [] : [say`You have paid for ${formatNumber(count)} of these before.`];
}

/** What was given up may be paid for twice. */
function givenUpText({ givenUp: n }: PlanNumbers): string[] {
  return n === 0
    ? []
    : [
        say`${plural(n, 'identifier to send was', 'identifiers to send were')} given up with --abandon and may have been charged already; ${agree(n, 'it is', 'they are')} asked for again.`,
      ];
}

/** Who was erased on request may be stored again. */
function erasedText({ file, rows }: PlanNumbers['erased']): string[] {
  return rows === 0
    ? []
    : [
        say`${plural(rows, 'row was', 'rows were')} erased with purge from an earlier ${file}; what this one still has of that is looked up, charged and stored again.`,
      ];
}

/** The worst case, and what past hit rates let expect. */
function costText({ worstCase, expected, expectedFrom }: PlanNumbers): string {
  const most = say`Costs at most ${plural(worstCase, 'credit', 'credits')}`;
  return expected === null || expected >= worstCase
    ? most
    : say`${most} (about ${formatNumber(expected)}, as with ${plural(expectedFrom, 'identifier', 'identifiers')} before)`;
}

/** That the worst case rests on an assumption. */
export function assumedText(assumed: PlanNumbers['assumed']): string[] {
  return (['cpf', 'cnpj'] as const).flatMap((kind) => {
    const price = assumed[kind];
    if (price === undefined) return [];
    const name = kind.toUpperCase();
    return say`Nothing shows yet what a found ${name} costs on this account: ${plural(price, 'credit is', 'credits are')} assumed (cost-${kind} sets it).`;
  });
}

/** With both kinds, the number of each. */
function toSendText({ toSend, kinds: { cpf, cnpj } }: PlanNumbers): string {
  const count = formatNumber(toSend);
  return cpf > 0 && cnpj > 0
    ? say`${count} to send (${plural(cpf, 'CPF', 'CPFs')}, ${plural(cnpj, 'CNPJ', 'CNPJs')})`
    : say`${count} to send`;
}

/** How far a batch is, where nothing moves. */
export function progressSentence(summary: Summary, nextMs: number): string {
  const answered = formatNumber(summary.found + summary.notFound);
  const unique = formatNumber(summary.unique);
  return summary.state === 'running'
    ? say`${answered} of ${unique} answered; next look in ${Math.round(nextMs / 1000)} s`
    : say`${answered} of ${unique} answered`;
}

/** A run says at its end where the result is. */
function exportSentence(event: Extract<BatchEvent, { type: 'exported' }>, next: NextSteps): string {
  const { path, held, rows, replaced, cut } = event;
  const notes = [
    held === undefined
      ? ''
      : say`${held} is open in another program, Excel perhaps; the result is in ${path}.`,
    path === '-' || next.of === 'bulk run'
      ? ''
      : say`Result: ${path} (${plural(rows, 'row', 'rows')}).`,
    replaced > 0
      ? say`${plural(replaced, 'character does', 'characters do')} not exist in this file's encoding and ${agree(replaced, 'was', 'were')} replaced; -o with .json or .jsonl keeps ${agree(replaced, 'it', 'them')}.`
      : '',
    cut > 0
      ? say`${plural(cut, 'cell was', 'cells were')} longer than a workbook holds and ${agree(cut, 'ends', 'end')} in …; -o with .csv keeps ${agree(cut, 'it', 'them')} whole, --partners writes partners row by row.`
      : '',
  ];
  return notes.filter((note) => note !== '').join(' ');
}
