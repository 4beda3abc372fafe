import { setImmediate } from 'node:timers/promises';
import { ConfereError } from '../base/errors.js';
import { kindOf, type IdentifierKind } from '../identifiers/index.js';
import type { Batch } from '../ledger/index.js';
import { readStoredRecord } from '../ledger/stored-values.js';
import { readAnswerSource, type LocalDeps } from '../batch/dependencies.js';
import { createProgress } from '../batch/events.js';
import { toSummary, type BatchState, type BatchSummary } from '../batch/summary.js';
import { safeJson } from '../base/foreign-text.js';
import { createBreakdowns, type Breakdown, type ReportedRecord } from './breakdowns.js';

export type { Breakdown, BreakdownName, Group } from './breakdowns.js';

/** The numbers of the summary that a page shows; file names and jobs are omitted, because a page is shared. */
const TOTALS = [
  ...(['rows', 'invalid', 'duplicates', 'repaired', 'unique', 'reused', 'found'] as const),
  ...(['notFound', 'skipped', 'failed', 'pending', 'unconfirmed', 'reasons', 'credits'] as const),
];

/** The numbers of the whole batch. */
export type Totals = Pick<BatchSummary, (typeof TOTALS)[number]>;

/** The content of the page, without identifiers, names and file names. */
export interface ReportNumbers {
  /** Epoch ms. */
  readonly madeAt: number;
  readonly source: 'api' | 'sandbox';
  readonly batch: string;
  readonly state: BatchState;
  readonly totals: Totals;
  readonly parts: readonly PartNumbers[];
}

/** The records of one kind. A batch of both kinds has two parts. */
export interface PartNumbers {
  readonly kind: IdentifierKind;
  readonly found: number;
  readonly breakdowns: readonly Breakdown[];
}

/** Returns the numbers as one line of JSON, in which `madeAt` is ISO 8601 in UTC. */
export function formatReportJson(numbers: ReportNumbers): string {
  return `${safeJson({ ...numbers, madeAt: new Date(numbers.madeAt).toISOString() })}\n`;
}

type ReportDeps = Pick<LocalDeps, 'ledger' | 'clock' | 'emit' | 'stop'>;

/**
 * Counts the records of a planned batch in the ledger, with only counters in memory. All numbers are from one snapshot of
 * the ledger, even while another process works on the batch.
 * @throws ConfereError `batch_forgotten`
 */
export async function countReport(deps: ReportDeps, { num }: Batch): Promise<ReportNumbers> {
  const snapshot = await deps.ledger.readBatch(num);
  if (snapshot === undefined) throw new ConfereError('batch_forgotten', {});
  const { batch } = snapshot.figures;
  const madeAt = deps.clock.now();
  const source = await readAnswerSource(deps);
  const parts = new Map(listKinds(batch).map((kind) => [kind, createBreakdowns(kind, madeAt)]));
  const { found, notFound, rejected } = snapshot.figures.counts;
  const answeredCount = found + notFound + rejected;
  const reportProgress = createProgress(deps, 'counting', answeredCount);
  let readCount = 0;
  reportProgress(readCount);
  for await (const outcomes of snapshot.outcomes()) {
    for (const { id, answer, data } of outcomes) {
      if (answer === null) continue;
      if (answer === 'found') parts.get(kindOf(id))?.add(readRecord(data));
      readCount += 1;
    }
    reportProgress(readCount);
    // Reading blocks the event loop, so the progress is drawn here.
    await setImmediate();
  }
  reportProgress(answeredCount);
  const summary = toSummary(snapshot.figures);
  return {
    madeAt,
    source,
    batch: batch.id,
    state: summary.state,
    totals: Object.fromEntries(TOTALS.map((name) => [name, summary[name]])) as Totals,
    parts: Array.from(parts.values(), (part) => part.result()),
  };
}

/** Companies come first, because their records have more fields. */
function listKinds({ kind }: Batch): IdentifierKind[] {
  return kind === 'both' ? ['cnpj', 'cpf'] : [kind ?? 'cpf'];
}

function readRecord(data: string | null): ReportedRecord {
  return data === null ? {} : readStoredRecord(data);
}
