import type { BatchEvent, Emit, PlanNumbers } from '../batch/events.js';
import type { Clock } from '../clock.js';
import type { Output } from '../context.js';
import { createStatusLine } from './status-line.js';
import { mayDecorate } from './terminal.js';

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

const number = new Intl.NumberFormat('en-US');
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
    const text = sentence(event);
    if (text === '') return;
    if (!isProgress(event)) {
      line.say(text);
      return;
    }
    if (!wishes.progress) return;
    if (!line.isLive && clock.now() - lastProgress < HEARTBEAT) return;
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
      return event.isNew ? `Batch ${event.id}` : knownBatch(event.id, event.createdAt);
    case 'reading':
      return event.rows >= 100_000 ? `${number.format(event.rows)} rows read` : '';
    case 'plan':
      return planSentence(event.numbers);
    case 'submitting':
      return `Job ${event.seq}: sending ${number.format(event.items)} ${event.items === 1 ? 'identifier' : 'identifiers'}`;
    case 'accepted':
      return `Job ${event.seq}: accepted as ${event.jobId}`;
    case 'mismatch':
      return `Job ${event.seq}: we sent ${event.sent} identifiers, the service counts ${event.counted} and ${event.invalid} invalid.`;
    case 'unconfirmed':
      return `Job ${event.seq}: outcome unknown (${event.message})`;
    case 'settling':
      return `Job ${event.seq}: waiting ${Math.ceil(event.ms / 1000)} s to see whether an earlier submission was charged`;
    case 'settled':
      return event.decision === 'resend'
        ? `Job ${event.seq}: the balance did not move, nothing was charged; it may be sent again`
        : `Job ${event.seq}: the balance moved, it stays unconfirmed`;
    case 'rejected':
      return `Job ${event.seq}: the service holds none of its ${number.format(event.items)} identifiers for valid; they count as invalid and cost nothing`;
    case 'planned_again':
      return `${number.format(event.items)} identifiers are left without an answer; they are sent once more`;
    case 'gave_up':
      return `Job ${event.seq}: failed${event.error === null ? '' : ` (${event.error})`} and is not sent again by itself; 'confere bulk resume ${event.batch}' does`;
    case 'polled':
      return progressSentence(event);
    case 'job_ended':
      return `Job ${event.seq}: ${event.status}${event.error === null ? '' : ` (${event.error})`}`;
    case 'exported':
      return exportSentence(event);
  }
}

function knownBatch(id: string, createdAt: number): string {
  const day = new Date(createdAt).toISOString().slice(0, 10);
  return `Batch ${id} of ${day} is this very file: going on with it (--again makes a new one)`;
}

function planSentence(numbers: PlanNumbers): string {
  const { rows, invalid, duplicates, repaired, reused, worstCase, balance } = numbers;
  const n = (value: number) => number.format(value);
  const parts = [`${n(rows)} rows`, `${n(invalid)} invalid`, `${n(duplicates)} duplicates`];
  if (repaired > 0) parts.push(`${n(repaired)} repaired`);
  parts.push(`${n(reused)} already in the ledger`, toSendText(numbers));
  const left = balance === null ? '' : `; balance ${n(balance)}`;
  return `${parts.join(', ')}. Costs at most ${n(worstCase)} credits${left}.`;
}

/** Where both kinds are sent, how many of each. */
function toSendText({ toSend, kinds: { cpf, cnpj } }: PlanNumbers): string {
  const [all, cpfs, cnpjs] = [toSend, cpf, cnpj].map((count) => number.format(count));
  return `${all} to send${cpf > 0 && cnpj > 0 ? ` (${cpfs} CPFs, ${cnpjs} CNPJs)` : ''}`;
}

function progressSentence({ summary, nextMs }: Extract<BatchEvent, { type: 'polled' }>): string {
  const answered = number.format(summary.found + summary.notFound);
  const next = summary.state === 'running' ? `; next look in ${Math.round(nextMs / 1000)} s` : '';
  return `${answered} of ${number.format(summary.unique)} answered${next}`;
}

function exportSentence(event: Extract<BatchEvent, { type: 'exported' }>): string {
  const { path, rows, replaced, cut } = event;
  const notes = [
    path === '-' ? '' : `Result: ${path} (${number.format(rows)} rows).`,
    replaced > 0
      ? `${replaced} characters do not exist in this file's encoding and were replaced; -o with .json or .jsonl keeps them.`
      : '',
    cut > 0
      ? `${number.format(cut)} cells were longer than a workbook holds and end in …; -o with .csv keeps them whole, --partners writes partners row by row.`
      : '',
  ];
  return notes.filter((note) => note !== '').join(' ');
}
