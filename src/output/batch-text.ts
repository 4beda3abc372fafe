import { maskIdentifiers, type ColumnKind } from '../identifiers/index.js';
import type { RecordedDecision } from '../ledger/index.js';
import type { Summary } from '../batch/summary.js';

const number = new Intl.NumberFormat('en-US');

/** The end of a batch as a note that can be passed on: what it was, where it stands, its numbers. */
export function closingText(summary: Summary): string {
  const { batch, kind, file, state } = summary;
  const of = kind === null ? '' : ` with ${kindsText(kind)}`;
  return `${maskIdentifiers(file)}${of}, batch ${batch ?? ''}: ${state}\n${summaryText(summary)}`;
}

function kindsText(kind: ColumnKind): string {
  return kind === 'both' ? 'CPFs and CNPJs' : `${kind.toUpperCase()}s`;
}

/** The numbers of a batch for people; lines that say nothing are left out. */
function summaryText(summary: Summary): string {
  const { found, notFound, skipped, failed, pending, unconfirmed, credits } = summary;
  const lines: [string, number | string][] = [
    ['rows', summary.rows],
    ['invalid', withReasons(summary)],
    ['duplicates', summary.duplicates],
    ['repaired', summary.repaired],
    ['unique', summary.unique],
    ...partLines(summary),
    ['found', found === 0 ? 0 : foundText(summary)],
    ['not found', notFound],
    ['skipped', skipped],
    ['failed', failed],
    ['pending', pending],
    ['unconfirmed', unconfirmed],
    ['credits', creditsText(credits, summary.state === 'complete')],
  ];
  const always = new Set(['rows', 'unique', 'credits']);
  return lines
    .filter(([name, value]) => value !== 0 || always.has(name))
    .map(([name, value]) => line(name, value))
    .join('');
}

/** How many of each kind, and how many of them were found. */
function partLines({ parts = [] }: Summary): [string, string][] {
  return parts.map(({ kind, unique, found }) => [
    `  ${kind.toUpperCase()}s`,
    `${number.format(unique)} (${number.format(found)} found)`,
  ]);
}

function line(name: string, value: number | string): string {
  return `  ${name.padEnd(12)}${typeof value === 'number' ? number.format(value) : value}\n`;
}

/** The share is rounded down, so that 100 % is all of them. */
function foundText({ found, unique, reused }: Summary): string {
  const share = `${Math.floor((found * 100) / unique)} % of unique`;
  const parts = reused > 0 ? [share, `${number.format(reused)} from the ledger`] : [share];
  return `${number.format(found)} (${parts.join(', ')})`;
}

function withReasons({ invalid, reasons }: Summary): string | number {
  if (invalid === 0) return 0;
  const parts = Object.entries(reasons).map(
    ([reason, count]) => `${reason} ${number.format(count)}`,
  );
  return `${number.format(invalid)} (${parts.join(', ')})`;
}

/** The worst case is news only until it is known what was charged. */
function creditsText({ estimated, charged, saved }: Summary['credits'], isOver: boolean): string {
  const parts = isOver ? [] : [`at most ${number.format(estimated)}`];
  if (isOver || charged > 0) parts.push(`${number.format(charged)} charged`);
  if (saved > 0) parts.push(`${number.format(saved)} saved`);
  return parts.join(', ');
}

/** One batch as one line of `bulk list`. */
export function listLine({ batch, state, kind, rows, file }: Summary, createdAt: number): string {
  const when = new Date(createdAt).toISOString().slice(0, 16).replace('T', ' ');
  return `${batch ?? ''}  ${when}  ${state.padEnd(11)}  ${(kind ?? '').padEnd(4)}  ${String(rows).padStart(9)}  ${file}\n`;
}

/** One batch, its jobs, and what was decided about those whose outcome was unknown. */
export function statusText(summary: Summary, decisions: readonly RecordedDecision[]): string {
  const head = `${summary.batch ?? ''}  ${summary.state}  ${summary.file}\n`;
  const jobs = summary.jobs.map(
    ({ jobId, status, items, found, notFound, skipped, error }) =>
      `  ${jobId ?? '(not accepted)'}  ${status}  ${items} identifiers, ${found} found, ${notFound} not found` +
      `${skipped > 0 ? `, ${skipped} skipped` : ''}${error === null ? '' : `: ${error}`}\n`,
  );
  return (
    head +
    summaryText(summary) +
    section('jobs', jobs) +
    section('decisions', decisions.map(decisionLine)) +
    nextStep(summary)
  );
}

function section(title: string, lines: readonly string[]): string {
  return lines.length > 0 ? `${title}\n${lines.join('')}` : '';
}

/** A decision and the evidence it rests on, so that a person can judge for themselves. */
function decisionLine({ job, at, decision, evidence }: RecordedDecision): string {
  const when = new Date(at).toISOString().slice(0, 19).replace('T', ' ');
  const facts = Object.entries(evidence)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name} ${String(value)}`);
  return `  ${when} UTC  job ${job}: ${decision} (${facts.join(', ')})\n`;
}

function nextStep({ batch, state }: Summary): string {
  const id = batch ?? '';
  switch (state) {
    case 'complete':
      return `next: confere bulk export ${id}\n`;
    case 'running':
      return `next: confere bulk watch ${id}\n`;
    case 'incomplete':
      return `next: confere bulk resume ${id}\n`;
    case 'unconfirmed':
      return `next: confere bulk resume ${id}, and if it stays unconfirmed confere bulk resolve ${id}\n`;
  }
}
