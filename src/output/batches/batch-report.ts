import type { BatchEvent, Emit, PlanNumbers } from '../../batch/events.js';
import type { Clock } from '../../clock.js';
import type { Output } from '../../context.js';
import { createStatusLine } from '../terminal/status-line.js';
import { mayDecorate } from '../terminal/terminal.js';
import { jobWord } from './state-words.js';
import { formatDay, formatNumber, say } from '../../text/index.js';

interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stderr: Output;
  readonly clock: Clock;
}

interface Wishes {
  readonly quiet?: boolean;
  readonly progress: boolean;
  readonly color: boolean;
}

/** Outside a terminal a batch says that it is alive no more often than this. */
const HEARTBEAT = 30_000;

/**
 * Tells a batch's events on stderr: one plain line per change of state; progress is one line that
 * renews itself in a terminal, and a heartbeat elsewhere.
 */
export function createReporter(surroundings: Surroundings, wishes: Wishes): Emit {
  if (wishes.quiet === true) return () => undefined;
  const { stderr, clock } = surroundings;
  const line = createStatusLine(stderr, mayDecorate(stderr, surroundings, wishes));
  let lastProgress = -Infinity;
  return (event) => {
    const isDue = wishes.progress && (line.isLive || clock.now() - lastProgress >= HEARTBEAT);
    if (isProgress(event) && !isDue) return;
    const text = sentence(event);
    if (text === '') return;
    if (!isProgress(event)) {
      line.say(text);
      return;
    }
    lastProgress = clock.now();
    line.progress(text);
  };
}

function isProgress({ type }: BatchEvent): boolean {
  return type === 'polled' || type === 'reading';
}

function sentence(event: BatchEvent): string {
  switch (event.type) {
    case 'input':
      return event.description;
    case 'batch':
      return event.isNew ? say`Batch ${event.id}` : knownBatch(event.id, event.createdAt);
    case 'reading':
      return event.rows >= 100_000 ? say`${formatNumber(event.rows)} rows read` : '';
    case 'plan':
      return planSentence(event.numbers);
    case 'submitting':
      return event.items === 1
        ? say`Job ${event.seq}: sending 1 identifier`
        : say`Job ${event.seq}: sending ${formatNumber(event.items)} identifiers`;
    case 'accepted':
      return say`Job ${event.seq}: accepted as ${event.jobId}`;
    case 'mismatch':
      return say`Job ${event.seq}: we sent ${event.sent} identifiers, the service counts ${event.counted} and ${event.invalid} invalid.`;
    case 'unconfirmed':
      return say`Job ${event.seq}: outcome unknown (${event.message})`;
    case 'settling':
      return say`Job ${event.seq}: waiting ${Math.ceil(event.ms / 1000)} s to see whether an earlier submission was charged`;
    case 'settled':
      return event.decision === 'resend'
        ? say`Job ${event.seq}: the balance did not move, nothing was charged; it may be sent again`
        : say`Job ${event.seq}: the balance moved, it stays unconfirmed`;
    case 'rejected':
      return say`Job ${event.seq}: the service holds none of its ${formatNumber(event.items)} identifiers for valid; they count as invalid and cost nothing`;
    case 'planned_again':
      return say`${formatNumber(event.items)} identifiers are left without an answer; they are sent once more`;
    case 'gave_up':
      return gaveUpSentence(event);
    case 'polled':
      return progressSentence(event);
    case 'job_ended':
      return endSentence(event);
    case 'exported':
      return exportSentence(event);
  }
}

function gaveUpSentence({ seq, error, batch }: Extract<BatchEvent, { type: 'gave_up' }>): string {
  return error === null
    ? say`Job ${seq}: failed and is not sent again by itself; 'confere bulk resume ${batch}' does`
    : say`Job ${seq}: failed (${error}) and is not sent again by itself; 'confere bulk resume ${batch}' does`;
}

function endSentence({ seq, status, error }: Extract<BatchEvent, { type: 'job_ended' }>): string {
  const word = jobWord(status);
  return error === null ? say`Job ${seq}: ${word}` : say`Job ${seq}: ${word} (${error})`;
}

function knownBatch(id: string, createdAt: number): string {
  return say`Batch ${id} of ${formatDay(createdAt)} is this very file: going on with it (--again makes a new one)`;
}

function planSentence(numbers: PlanNumbers): string {
  const { rows, invalid, duplicates, repaired, reused, worstCase, balance } = numbers;
  const n = formatNumber;
  const parts = [
    say`${n(rows)} rows`,
    say`${n(invalid)} invalid`,
    say`${n(duplicates)} duplicates`,
    ...(repaired > 0 ? [say`${n(repaired)} repaired`] : []),
    say`${n(reused)} already in the ledger`,
    toSendText(numbers),
  ].join(', ');
  return balance === null
    ? say`${parts}. Costs at most ${n(worstCase)} credits.`
    : say`${parts}. Costs at most ${n(worstCase)} credits; balance ${n(balance)}.`;
}

/** Where both kinds are sent, how many of each. */
function toSendText({ toSend, kinds: { cpf, cnpj } }: PlanNumbers): string {
  const n = formatNumber;
  return cpf > 0 && cnpj > 0
    ? say`${n(toSend)} to send (${n(cpf)} CPFs, ${n(cnpj)} CNPJs)`
    : say`${n(toSend)} to send`;
}

function progressSentence({ summary, nextMs }: Extract<BatchEvent, { type: 'polled' }>): string {
  const answered = formatNumber(summary.found + summary.notFound);
  const unique = formatNumber(summary.unique);
  return summary.state === 'running'
    ? say`${answered} of ${unique} answered; next look in ${Math.round(nextMs / 1000)} s`
    : say`${answered} of ${unique} answered`;
}

function exportSentence(event: Extract<BatchEvent, { type: 'exported' }>): string {
  const { path, rows, replaced, cut } = event;
  const notes = [
    path === '-' ? '' : say`Result: ${path} (${formatNumber(rows)} rows).`,
    replaced > 0
      ? say`${replaced} characters do not exist in this file's encoding and were replaced; -o with .json or .jsonl keeps them.`
      : '',
    cut > 0
      ? say`${formatNumber(cut)} cells were longer than a workbook holds and end in …; -o with .csv keeps them whole, --partners writes partners row by row.`
      : '',
  ];
  return notes.filter((note) => note !== '').join(' ');
}
