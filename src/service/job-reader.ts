import * as v from 'valibot';
import type { IdentifierKind } from '../identifiers/index.js';
import { ArrayCutter } from './array-cutter.js';
import { isObject } from './envelope.js';
import type { ReadJson } from './redact.js';
import type { BatchJob, JobResult, ServiceRecord } from './types.js';
import { parseWith, stripPunctuation } from './records.js';

/** Reads a job status while it arrives and keeps its records as text: 10,000 companies are some 60 MB. */
export class JobReader {
  /** Receives the body, takes the records out of it, and leaves the rest for `read`. */
  readonly bodyReader: ArrayCutter;
  readonly #lists: JobResult[][] = [];

  constructor(
    readonly kind: IdentifierKind,
    readJson: ReadJson = JSON.parse,
  ) {
    this.bodyReader = new ArrayCutter((json, list) => {
      (this.#lists[list] ??= []).push(...readResults(kind, readJson(json)));
    });
  }

  /** Reads the job from `data`, which `bodyReader` left; undefined if its shape differs from the spec's. */
  read(data: unknown): BatchJob | undefined {
    const found = parseWith(job, data);
    if (!found) return undefined;
    const [list = -1] = (this.kind === 'cpf' ? found.cpfs : found.cnpjs) ?? [];
    return {
      id: found.id,
      status: found.status,
      totalRecords: found.total_records,
      processed: found.processed,
      found: found.found,
      notFound: found.not_found,
      skipped: found.skipped,
      error: found.error ?? null,
      results: this.#lists[list] ?? [],
    };
  }
}

/** Whole numbers, because the columns of a PostgreSQL ledger hold no others. */
const count = v.pipe(v.number(), v.safeInteger());
/** The number of a list, which `bodyReader` leaves in its place. */
const items = v.optional(v.nullable(v.tuple([v.number()])));

const job = v.looseObject({
  id: v.string(),
  status: v.picklist(['processing', 'done', 'failed']),
  total_records: count,
  processed: count,
  found: count,
  not_found: count,
  skipped: count,
  error: v.optional(v.nullable(v.string())),
  cpfs: items,
  cnpjs: items,
});

const SHAPES: Readonly<Record<IdentifierKind, RegExp>> = {
  cpf: /^\d{11}$/,
  cnpj: /^[0-9A-Z]{12}\d{2}$/,
};

/**
 * Reads one item as one result, or none if it has no identifier. An item that is found without a record, or whose flag
 * is neither true nor false, counts as found without showing a record.
 */
function readResults(kind: IdentifierKind, item: unknown): JobResult[] {
  const { found, ...fields } = asFields(item) ?? {};
  const written = fields[kind];
  if (typeof written !== 'string') return [];
  const id = stripPunctuation(written);
  if (!SHAPES[kind].test(id)) return [];
  if (found === false) return [{ id, found, record: null }];
  // The item itself has the fields of a CPF; those of a CNPJ are in its `data`.
  const record = kind === 'cpf' ? fields : asFields(fields['data']);
  if (isOfAnother(record?.[kind], id)) return [];
  const isShown = found === true && record !== undefined && hasMoreThanId(kind, record);
  return [{ id, found: true, record: isShown ? Buffer.from(JSON.stringify(record)) : null }];
}

function hasMoreThanId(kind: IdentifierKind, record: ServiceRecord): boolean {
  return Object.entries(record).some(([name, value]) => name !== kind && value !== null);
}

/** Whether a record has another identifier than its item: then it belongs to neither. */
function isOfAnother(written: unknown, id: string): boolean {
  return typeof written === 'string' && stripPunctuation(written) !== id;
}

/** Checks without a schema, which for 10,000 items would take longer than the parsing. */
function asFields(value: unknown): ServiceRecord | undefined {
  return isObject(value) ? value : undefined;
}
