import { setImmediate } from 'node:timers/promises';
import type { IdentifierKind } from '../identifiers/index.js';
import type { Batch, BatchReading, Answer, Job } from '../ledger/index.js';
import { answerSource, type LocalDeps } from '../batch/dependencies.js';
import { progressOf } from '../batch/events.js';
import { toSummary, type Summary } from '../batch/summary.js';
import { forgotten } from '../batch/find-batch.js';
import { createBreakdowns, type ServiceRecord } from './breakdowns.js';
import type { PartNumbers, ReportNumbers, Totals, Course, JobCourse, Span } from './types.js';
import { readTrouble } from '../batch/job-trouble.js';

export type * from './types.js';

/** Records between two moments in which something else may happen. */
const RECORDS_AT_ONCE = 5000;

type ReportDeps = Pick<LocalDeps, 'ledger' | 'clock' | 'source' | 'emit' | 'stop'>;

/**
 * Counts a planned batch from the ledger, record by record. Only counters stay in memory. All numbers are
 * from one snapshot, even while another process works on the batch.
 */
export async function countReport(deps: ReportDeps, { num }: Batch): Promise<ReportNumbers> {
  const reading = await deps.ledger.readBatch(num);
  if (reading === undefined) throw forgotten();
  try {
    return await countBatch(deps, reading);
  } finally {
    await reading.close();
  }
}

async function countBatch(deps: ReportDeps, reading: BatchReading): Promise<ReportNumbers> {
  const { batch } = reading.figures;
  const madeAt = deps.clock.now();
  const source = await answerSource(deps);
  const course = createCourse(reading);
  const parts = new Map(kindsOf(batch).map((kind) => [kind, createPart(kind, madeAt)]));
  const { found, notFound, rejected } = reading.figures.counts;
  const of = found + notFound + rejected;
  const told = progressOf(deps, 'counting', of);
  let count = 0;
  told(count);
  for await (const answer of reading.answers()) {
    course.add(answer);
    if (answer.answer === 'found') parts.get(answer.kind)?.add(recordOf(answer.data));
    count += 1;
    if (count % RECORDS_AT_ONCE !== 0) continue;
    told(count);
    // Reading leaves no time to draw what it does.
    await setImmediate();
  }
  told(of);
  const summary = toSummary(reading.figures);
  return {
    ...{ madeAt, source, batch: batch.id, state: summary.state, totals: totalsOf(summary) },
    parts: Array.from(parts.values(), (part) => part.result()),
    course: course.result(),
  };
}

/** Companies come first, because their records have more fields. */
function kindsOf({ kind }: Batch): IdentifierKind[] {
  return kind === 'both' ? ['cnpj', 'cpf'] : [kind ?? 'cpf'];
}

function createPart(kind: IdentifierKind, now: number) {
  const breakdowns = createBreakdowns(kind, now);
  let found = 0;
  return {
    add(record: ServiceRecord): void {
      found += 1;
      breakdowns.add(record);
    },
    result: (): PartNumbers => ({ kind, found, breakdowns: breakdowns.results() }),
  };
}

/** Lists each property, so that file names and jobs of the summary do not reach a page that is shared. */
function totalsOf(summary: Summary): Totals {
  const { rows, invalid, duplicates, repaired, unique, reused, found, notFound } = summary;
  const { skipped, failed, pending, unconfirmed, reasons, credits } = summary;
  return {
    ...{ rows, invalid, duplicates, repaired, unique, reused, found, notFound },
    ...{ skipped, failed, pending, unconfirmed, reasons, credits },
  };
}

/** Anything that is not an object counts as an empty record. */
function recordOf(data: string | null): ServiceRecord {
  const record: unknown = JSON.parse(data ?? '{}');
  return typeof record === 'object' && record !== null ? (record as ServiceRecord) : {};
}

/** The number of spans into which the time of a batch is divided. */
const SPANS = 60;

type Counts = { -readonly [Name in keyof Span]: Span[Name] };

/** Counts answers by their time. The first span starts when the batch was created. */
function createCourse({ figures, lastAnswerAt }: BatchReading) {
  const { batch, jobs } = figures;
  const from = batch.createdAt;
  const to = Math.max(from, lastAnswerAt ?? from, ...jobs.flatMap(timesOf));
  const spans = Array.from({ length: SPANS }, empty);
  return {
    add(answer: Answer): void {
      const share = to > from ? (answer.answeredAt - from) / (to - from) : 1;
      // If the clock was set back, a time may be before the start.
      const index = Math.max(0, Math.min(SPANS - 1, Math.floor(share * SPANS)));
      const span = spans[index];
      if (span !== undefined) span[nameOf(answer)] += 1;
    },
    result: (): Course => ({ from, to, spans, jobs: jobs.map(toCourse) }),
  };
}

function empty(): Counts {
  return { found: 0, reused: 0, notFound: 0, rejected: 0 };
}

/** `found` counts only results of this batch; reused records count as `reused`. */
function nameOf({ answer, reused }: Answer): keyof Span {
  if (answer === 'not_found') return 'notFound';
  if (answer === 'rejected') return 'rejected';
  return reused ? 'reused' : 'found';
}

function timesOf({ submittedAt, acceptedAt, endedAt }: Job): number[] {
  return [submittedAt, acceptedAt, endedAt].filter((at) => at !== null);
}

function toCourse(job: Job): JobCourse {
  const { seq, kind, state, items, found, notFound, skipped, error } = job;
  return {
    ...{ job: seq, kind, state, items, found, notFound, skipped },
    error: readTrouble(error),
    submittedAt: job.submittedAt,
    acceptedAt: job.acceptedAt,
    endedAt: job.endedAt,
  };
}
