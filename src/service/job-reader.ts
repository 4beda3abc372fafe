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
    const fields = parseWith(jobSchema, data);
    if (!fields) return undefined;
    const [listNumber = -1] = (this.kind === 'cpf' ? fields.cpfs : fields.cnpjs) ?? [];
    return {
      id: fields.id,
      status: fields.status,
      totalRecords: fields.total_records,
      processed: fields.processed,
      found: fields.found,
      notFound: fields.not_found,
      skipped: fields.skipped,
      error: fields.error ?? null,
      results: this.#lists[listNumber] ?? [],
    };
  }
}

/** Whole numbers, because the columns of a PostgreSQL ledger hold no others. */
const wholeNumber = v.pipe(v.number(), v.safeInteger());
/** A list that `bodyReader` has taken out of the body: it leaves `[n]` in place of the list with the number n. */
const cutList = v.optional(v.nullable(v.tuple([v.number()])));

const jobSchema = v.looseObject({
  id: v.string(),
  status: v.picklist(['processing', 'done', 'failed']),
  total_records: wholeNumber,
  processed: wholeNumber,
  found: wholeNumber,
  not_found: wholeNumber,
  skipped: wholeNumber,
  error: v.optional(v.nullable(v.string())),
  cpfs: cutList,
  cnpjs: cutList,
});

const ID_SHAPES: Readonly<Record<IdentifierKind, RegExp>> = {
  cpf: /^\d{11}$/,
  cnpj: /^[0-9A-Z]{12}\d{2}$/,
};

/**
 * Reads an item as one result, or as none if it has no identifier. An item whose `found` is neither true nor false, or
 * which has no fields beside the identifier, counts as found without a record.
 */
function readResults(kind: IdentifierKind, item: unknown): JobResult[] {
  const { found, ...fields } = readFields(item) ?? {};
  const writtenId = fields[kind];
  if (typeof writtenId !== 'string') return [];
  const id = stripPunctuation(writtenId);
  if (!ID_SHAPES[kind].test(id)) return [];
  if (found === false) return [{ id, found, record: null }];
  // The item itself has the fields of a CPF; the fields of a CNPJ are in its `data`.
  const record = kind === 'cpf' ? fields : readFields(fields['data']);
  if (hasOtherId(record?.[kind], id)) return [];
  const hasRecord = found === true && record !== undefined && hasMoreThanId(kind, record);
  return [{ id, found: true, record: hasRecord ? Buffer.from(JSON.stringify(record)) : null }];
}

function hasMoreThanId(kind: IdentifierKind, record: ServiceRecord): boolean {
  return Object.entries(record).some(([name, value]) => name !== kind && value !== null);
}

/** Returns whether a record has another identifier than its item: then the record belongs to neither. */
function hasOtherId(writtenId: unknown, id: string): boolean {
  return typeof writtenId === 'string' && stripPunctuation(writtenId) !== id;
}

/** Reads fields without a schema, which for 10,000 items would take longer than parsing them. */
function readFields(value: unknown): ServiceRecord | undefined {
  return isObject(value) ? value : undefined;
}
