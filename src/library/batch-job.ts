import type { BatchJob as KeptJob, ServiceRecord } from '../service/index.js';

/** What became of one identifier of a job. */
export interface JobResult {
  /** Unformatted, upper case. */
  readonly id: string;
  readonly found: boolean;
  /** The record's fields; null when not found. */
  readonly data: ServiceRecord | null;
}

/** `data` of `GET /cpf/bulk/{jobId}` and `GET /cnpj/bulk/{jobId}`. */
export interface BatchJob extends Omit<KeptJob, 'results' | 'hasPassed' | 'mark'> {
  readonly results: readonly JobResult[];
}

/** A job with its records as values. */
export function withRecords(kept: KeptJob): BatchJob {
  const { id, status, totalRecords, processed, found, notFound, skipped, error } = kept;
  return {
    ...{ id, status, totalRecords, processed, found, notFound, skipped, error },
    results: kept.results.map(({ id, found, record }) => ({
      ...{ id, found },
      data: record === null ? null : (JSON.parse(record.toString()) as ServiceRecord),
    })),
  };
}
