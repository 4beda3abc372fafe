import type { BatchState } from '../../batch/summary.js';
import { safeJson } from '../../foreign-text.js';
import { formatId, maskCpf } from '../../identifiers/index.js';
import type { LedgerFacts, NamedDoubt, Worker } from '../../ledger/index.js';
import { formatNumber, formatSecond, plural, say } from '../../text/index.js';
import { stateWord } from '../batches/state-names.js';
import type { NextSteps } from '../next-step/next-steps.js';
import type { Look } from '../terminal/terminal.js';
import { fittingLines } from '../terminal/streams.js';
import { padTo, widthOf } from '../terminal/width.js';

export interface LedgerStatus {
  readonly facts: LedgerFacts;
  /** Of each batch. */
  readonly states: readonly BatchState[];
  /** The first single lookups in doubt. */
  readonly doubts: readonly NamedDoubt[];
}

const STATES = ['complete', 'running', 'incomplete', 'unconfirmed'] as const;

/** Where the ledger is, how much is in it, who is at work, and what has no outcome. */
export function ledgerStatusText(
  { facts, states, doubts }: LedgerStatus,
  look: Look,
  next: NextSteps,
): string {
  const { engine, place, schema, pooler, bytes, copyBytes, records, workers, unsettled } = facts;
  const isShared = engine === 'postgres';
  const shared = [say`PostgreSQL, shared`, poolerText(pooler)].filter((text) => text !== '');
  const atWork = workers.map((worker) => workerText(worker));
  const entries: Entry[] = [
    [say`Place`, place],
    [say`Schema`, schema ?? ''],
    [say`Engine`, isShared ? shared.join('; ') : say`SQLite, this machine`],
    [say.about('ledger')`Size`, sizeText(bytes, copyBytes, isShared)],
    [say`Records`, formatNumber(records)],
    [say`Batches`, batchesText(states)],
    [say`At work`, atWork.length === 0 ? say`nobody` : atWork.join('; ')],
    [say`In doubt`, unsettledText(unsettled, states, next)],
    ...doubts.map((doubt): Entry => ['', doubtText(doubt, next)]),
  ];
  return fittingLines(linesOf(entries), look);
}

function poolerText(pooler: LedgerFacts['pooler']): string {
  switch (pooler) {
    case 'none':
      return '';
    case 'session':
      return say`a pooler is in between`;
    case 'transaction':
      return say`a pooler in transaction mode is in between, so statements are not prepared; session mode is faster`;
  }
}

type Entry = readonly [label: string, text: string];

/** A path and a command stay whole, which a card would cut. */
function linesOf(entries: readonly Entry[]): string {
  const shown = entries.filter(([, text]) => text !== '');
  const widest = Math.max(...shown.map(([label]) => widthOf(label)));
  return shown.map(([label, text]) => `${padTo(label, widest + 2)}${text}\n`).join('');
}

function sizeText(bytes: number, copyBytes: number, isShared: boolean): string {
  // The tables of a database hold the copies, too.
  if (isShared || copyBytes === 0) return megabytes(bytes);
  return say`${megabytes(bytes)}, and ${megabytes(copyBytes)} of inputs`;
}

function megabytes(bytes: number): string {
  return say`${formatNumber(Math.max(0.1, bytes / 1e6), 1)} MB`;
}

function batchesText(states: readonly BatchState[]): string {
  const parts = STATES.map(
    (state) => [state, states.filter((one) => one === state).length] as const,
  )
    .filter(([, count]) => count > 0)
    .map(([state, count]) => `${formatNumber(count)} ${stateWord(state)}`);
  return parts.length === 0 ? say.about('batches')`none` : parts.join(', ');
}

function workerText(worker: Worker): string {
  const what = worker.of === 'batch' ? say`batch ${worker.batch}` : say`single lookups`;
  if (worker.host === null || worker.since === null) return what;
  return say`${what} on ${worker.host} since ${formatSecond(worker.since)}`;
}

function unsettledText(unsettled: number, states: readonly BatchState[], next: NextSteps): string {
  if (unsettled === 0) return say`nothing`;
  if (!states.includes('unconfirmed'))
    return say`${plural(unsettled, 'outcome is', 'outcomes are')} unknown`;
  const command = next.command('bulk list');
  return say`${plural(unsettled, 'outcome is', 'outcomes are')} unknown; '${command}' shows the batches`;
}

/** A single lookup, which no other command lists; a CPF is masked. */
function doubtText({ kind, way, id, begunAt }: NamedDoubt, next: NextSteps): string {
  const name = kind === 'cpf' ? `CPF ${maskCpf(id)}` : `CNPJ ${formatId(kind, id)}`;
  const realtime = way === 'realtime' ? ' --realtime --birth-date <DD/MM/YYYY>' : '';
  const command = `${next.command(kind)} <${kind.toUpperCase()}>${realtime}`;
  return say`${name}, asked for at ${formatSecond(begunAt)}: '${command}' sees whether it was charged; with --fresh you may pay twice`;
}

export function ledgerStatusJson({ facts, states }: Omit<LedgerStatus, 'doubts'>): string {
  const counts = STATES.map((state) => [state, states.filter((one) => one === state).length]);
  const workers = facts.workers.map(({ since, ...worker }) => ({
    ...worker,
    since: since === null ? null : new Date(since).toISOString(),
  }));
  const { engine, place, schema, pooler, bytes, copyBytes, records, underWay, unsettled } = facts;
  const status = {
    ...{ exists: true, engine, place, schema, pooler, bytes, copyBytes, records },
    ...{ batches: Object.fromEntries(counts) as Record<BatchState, number> },
    ...{ workers, underWay, unsettled },
  };
  return `${safeJson(status)}\n`;
}

export function noLedgerLine(folder: string): string {
  return `${say`There is no ledger yet; the first lookup or batch makes it in ${folder}.`}\n`;
}

export function noLedgerJson(folder: string): string {
  return `${safeJson({ exists: false, place: folder })}\n`;
}
