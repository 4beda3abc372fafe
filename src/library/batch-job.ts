import type { BatchJob as KeptJob, ServiceRecord } from '../service/index.js';

/** The outcome of one identifier of a job. */
export interface JobResult {
  /** Without punctuation, in upper case. */
  readonly id: string;
  readonly found: boolean;
  /** The record's fields; null when not found. */
  readonly data: ServiceRecord | null;
}

/** `data` of `GET /cpf/bulk/{jobId}` and `GET /cnpj/bulk/{jobId}`. */
export interface BatchJob {
  readonly id: string;
  readonly status: 'processing' | 'done' | 'failed';
  readonly totalRecords: number;
  readonly processed: number;
  readonly found: number;
  readonly notFound: number;
  readonly skipped: number;
  readonly error: string | null;
  readonly results: readonly JobResult[];
}

/** A job whose records are parsed to objects. */
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
