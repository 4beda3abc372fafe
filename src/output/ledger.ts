import { batchStates, type BatchState } from '../batch/summary.js';
import { safeJson } from '../foreign-text.js';
import { formatId, maskCpf } from '../identifiers/index.js';
import type { LedgerFacts, OpenLookup, Worker } from '../ledger/index.js';
import { formatNumber, formatSecond, t } from '../messages/index.js';
import type { NextSteps } from '../messages/reader.js';
import type { Look } from './terminal/terminal.js';
import { fittingLines } from './terminal/streams.js';
import { cardText } from './terminal/card.js';
import type { Finding, LedgerCheck } from '../batch/check-ledger.js';
import type { Moved } from '../batch/move-ledger.js';

interface LedgerStatus {
  readonly facts: LedgerFacts;
  readonly states: readonly BatchState[];
  readonly doubts: readonly OpenLookup[];
}

export function ledgerStatusText(
  { facts, states, doubts }: LedgerStatus,
  look: Look,
  next: NextSteps,
): string {
  const { engine, place, schema, bytes, copyBytes, records, workers, unsettled } = facts;
  const isShared = engine === 'postgres';
  const atWork = workers.map((worker) => workerText(worker));
  const entries: [label: string, text: string][] = [
    [t.ledger.place, place],
    [t.ledger.schema, schema ?? ''],
    [t.ledger.engine, isShared ? t.ledger.postgres : t.ledger.sqlite],
    [t.ledger.size, sizeText(bytes, copyBytes, isShared)],
    [t.ledger.records, formatNumber(records)],
    [t.ledger.batches, batchesText(states)],
    [t.ledger.atWorkTitle, atWork.length === 0 ? t.ledger.nobody : atWork.join('; ')],
    [t.ledger.inDoubt, unsettled === 0 ? t.ledger.nothing : t.ledger.unknownOutcomes(unsettled)],
    ...doubts.map((doubt): [string, string] => ['', doubtText(doubt, next)]),
  ];
  const whole = entries.map(([label, text]) => ({ label, text, isWhole: true }));
  return cardText(whole, { ...look, columns: look.isTerminal ? look.columns - 1 : Infinity }, 0);
}

function sizeText(bytes: number, copyBytes: number, isShared: boolean): string {
  const megabytes = (size: number) => `${formatNumber(Math.max(0.1, size / 1e6), 1)} MB`;
  // The tables of a database hold the copies, too.
  if (isShared || copyBytes === 0) return megabytes(bytes);
  return t.ledger.sizes(megabytes(bytes), megabytes(copyBytes));
}

function counted(states: readonly BatchState[]): [BatchState, number][] {
  return batchStates.map((state) => [state, states.filter((one) => one === state).length]);
}

function batchesText(states: readonly BatchState[]): string {
  const parts = counted(states)
    .filter(([, count]) => count > 0)
    .map(([state, count]) => `${formatNumber(count)} ${t.table.states[state]}`);
  return parts.join(', ') || t.ledger.noBatches;
}

function workerText(worker: Worker): string {
  const what = worker.of === 'batch' ? t.ledger.batch(worker.batch) : t.spend.singleLookups;
  if (worker.host === null || worker.since === null) return what;
  return t.ledger.worker(what, worker.host, formatSecond(worker.since));
}

/** A single lookup, which no other command lists; a CPF is masked. */
function doubtText({ kind, way, id, begunAt }: OpenLookup, next: NextSteps): string {
  const name = kind === 'cpf' ? `CPF ${maskCpf(id)}` : `CNPJ ${formatId(kind, id)}`;
  const realtime = way === 'realtime' ? ' --realtime --birth-date <DD/MM/YYYY>' : '';
  const command = `${next.command(kind)} <${kind.toUpperCase()}>${realtime}`;
  return t.ledger.doubtedLookup({ name, begunAt: formatSecond(begunAt), command });
}

export function ledgerStatusJson({ facts, states }: Omit<LedgerStatus, 'doubts'>): string {
  const workers = facts.workers.map(({ since, ...worker }) => ({
    ...worker,
    since: since === null ? null : new Date(since).toISOString(),
  }));
  const { engine, place, schema, bytes, copyBytes, records, underWay, unsettled } = facts;
  const status = {
    ...{ exists: true, engine, place, schema, bytes, copyBytes, records },
    ...{ batches: Object.fromEntries(counted(states)) },
    ...{ workers, underWay, unsettled },
  };
  return `${safeJson(status)}\n`;
}

export function acceptedLine(batches: number, folder: string, json: boolean): string {
  const message = t.ledger.accepted({ batches, folder });
  return json ? `${safeJson({ accepted: { batches, folder, message } })}\n` : `${message}\n`;
}

export function ledgerCheckText({ batches, records, findings }: LedgerCheck, look: Look): string {
  const sound = t.ledger.addsUp({ batches, records });
  const lines = findings.length === 0 ? [sound] : findings.map(findingText);
  return fittingLines(lines.map((line) => `${line}\n`).join(''), look);
}

export function ledgerCheckJson({ batches, records, findings }: LedgerCheck): string {
  const told = findings.map((finding) => ({ ...finding, message: findingText(finding) }));
  return `${safeJson({ sound: findings.length === 0, batches, records, findings: told })}\n`;
}

function findingText(finding: Finding): string {
  if (finding.of === 'file') return t.ledger.damaged({ said: finding.said });
  if (finding.of === 'ticks') return t.ledger.mixedEvents(finding);
  if (finding.of === 'copy') return t.ledger.inputLost(finding);
  return t.ledger.ofBatch(finding);
}

/** `setting`: the address of the database, or null where the ledger is now on this machine. */
export function movedText(
  { from, to, batches, records }: Moved,
  setting: string | null,
  next: NextSteps,
): string {
  const command =
    setting === null
      ? next.command('config unset', 'ledger')
      : next.command('config set', 'ledger', setting);
  const told = [
    t.ledger.copied({ batches, records, to }),
    t.ledger.oldPaysNothing({ from }),
    command,
  ];
  return `${told.join('\n')}\n`;
}
