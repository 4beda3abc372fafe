import type { IdentifierKind } from '../../identifiers/index.js';
import { readJob, resultOf } from './job-record.js';
import { ArrayCutter } from '../streamed/array-cutter.js';
import type { BatchJob, JobResult, Mark } from '../types.js';

const IS_RUNNING = /"status"\s*:\s*"processing"/;

/**
 * Reads a batch status as it comes: 10,000 companies are some 60 MB, of which no more is held than their
 * records as text. While the job runs, results that an earlier answer had (`known`) are passed over; an
 * answer that ends it is read whole.
 */
export class JobReader {
  readonly cutter: ArrayCutter;
  #results: JobResult[] = [];

  constructor(
    readonly kind: IdentifierKind,
    known?: Mark,
  ) {
    this.cutter = new ArrayCutter(['data', `${kind}s`], {
      begin: () => (this.#results = []),
      take: (json) => void this.#results.push(...resultOf(kind, JSON.parse(json) as unknown)),
      known: (head) => (IS_RUNNING.test(head) ? known : undefined),
    });
  }

  /** The job by what the cutter left of its record; undefined where that has another shape. */
  read(data: unknown): BatchJob | undefined {
    const job = readJob(this.kind, data, this.#results);
    if (job === undefined) return undefined;
    const { hasPassed, mark } = this.cutter;
    return { ...job, hasPassed, mark };
  }
}
