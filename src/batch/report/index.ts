import type { LocalDeps } from '../deps.js';
import { summarize } from '../summary.js';
import { createBreakdowns, type ServiceRecord } from './breakdowns.js';
import { createCourse } from './course.js';
import { stateOf, totalsOf } from './totals.js';
import type { PartNumbers, ReportNumbers, ReportPart } from './types.js';

export type * from './types.js';

type ReportDeps = Pick<LocalDeps, 'ledger' | 'clock' | 'source'>;

/**
 * Counts what the ledger holds of planned batches, record by record; nothing but counters stays in
 * memory. All of it is of one moment, also while another process works on them.
 */
export function countReport(deps: ReportDeps, parts: readonly ReportPart[]): ReportNumbers {
  return deps.ledger.snapshot(() => countParts(deps, parts));
}

function countParts({ ledger, clock, source }: ReportDeps, parts: readonly ReportPart[]) {
  const madeAt = clock.now();
  const course = createCourse(ledger, parts);
  const counted = parts.map(({ batch, kind }) => {
    const summary = summarize(ledger, batch.num);
    const breakdowns = createBreakdowns(kind, madeAt);
    for (const answer of ledger.answers.of(batch.num)) {
      course.add(answer);
      if (answer.answer === 'found') breakdowns.add(recordOf(answer.data));
    }
    const { state, found } = summary;
    const { id, createdAt } = batch;
    const part = { batch: id, kind, createdAt, state, found, breakdowns: breakdowns.results() };
    return { summary, part };
  });
  const summaries = counted.map(({ summary }) => summary);
  return {
    ...{ madeAt, source, state: stateOf(summaries), totals: totalsOf(summaries) },
    parts: counted.map(({ part }): PartNumbers => part),
    course: course.result(),
  };
}

/** A record that is none is one that says nothing. */
function recordOf(data: string | null): ServiceRecord {
  const record: unknown = JSON.parse(data ?? '{}');
  return typeof record === 'object' && record !== null ? (record as ServiceRecord) : {};
}
