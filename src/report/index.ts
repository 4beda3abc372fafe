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

/** The numbers of the batch as a whole. */
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

/** Returns the numbers as one line of JSON, with the time in ISO 8601 and UTC. */
export function reportJson(numbers: ReportNumbers): string {
  return `${safeJson({ ...numbers, madeAt: new Date(numbers.madeAt).toISOString() })}\n`;
}

type ReportDeps = Pick<LocalDeps, 'ledger' | 'clock' | 'emit' | 'stop'>;

/**
 * Counts a planned batch from the ledger, record by record, with only counters in memory. All numbers are from one
 * snapshot, even while another process works on the batch.
 */
export async function countReport(deps: ReportDeps, { num }: Batch): Promise<ReportNumbers> {
  const reading = await deps.ledger.readBatch(num);
  if (reading === undefined) throw new ConfereError('batch_forgotten', {});
  const { batch } = reading.figures;
  const madeAt = deps.clock.now();
  const source = await readAnswerSource(deps);
  const parts = new Map(listKinds(batch).map((kind) => [kind, createBreakdowns(kind, madeAt)]));
  const { found, notFound, rejected } = reading.figures.counts;
  const answered = found + notFound + rejected;
  const reportProgress = createProgress(deps, 'counting', answered);
  let count = 0;
  reportProgress(count);
  for await (const outcomes of reading.outcomes()) {
    for (const { id, answer, data } of outcomes) {
      if (answer === null) continue;
      if (answer === 'found') parts.get(kindOf(id))?.add(readRecord(data));
      count += 1;
    }
    reportProgress(count);
    // Reading blocks the event loop, so the progress is drawn here.
    await setImmediate();
  }
  reportProgress(answered);
  const summary = toSummary(reading.figures);
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
