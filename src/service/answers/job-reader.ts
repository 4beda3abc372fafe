import type { IdentifierKind } from '../../identifiers/index.js';
import { readJob, resultOf } from './job-record.js';
import { ArrayCutter } from '../streamed/array-cutter.js';
import type { ReadJson } from '../transport/redact.js';
import type { BatchJob, JobResult, Mark } from '../types.js';

const IS_RUNNING = /"status"\s*:\s*"processing"/;

/**
 * Reads a batch status while it arrives: 10,000 companies are some 60 MB, and only their records are kept,
 * as text. While the job is running, it skips the results that an earlier answer had (`known`). It reads
 * the answer that ends the job completely.
 */
export class JobReader {
  readonly cutter: ArrayCutter;
  #results: JobResult[] = [];

  constructor(
    readonly kind: IdentifierKind,
    known?: Mark,
    readJson: ReadJson = JSON.parse,
  ) {
    this.cutter = new ArrayCutter(['data', `${kind}s`], {
      begin: () => (this.#results = []),
      take: (json) => void this.#results.push(...resultOf(kind, readJson(json))),
      known: (head) => (IS_RUNNING.test(head) ? known : undefined),
    });
  }

  /** Reads the job from `data`, which the cutter left; undefined if its shape differs from the spec's. */
  read(data: unknown): BatchJob | undefined {
    const job = readJob(this.kind, data, this.#results);
    if (job === undefined) return undefined;
    const { hasPassed, mark } = this.cutter;
    return { ...job, hasPassed, mark };
  }
}
