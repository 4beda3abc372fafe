import * as v from 'valibot';
import type { IdentifierKind } from '../identifiers/index.js';
import { read } from './records.js';
import type { BatchJob, JobResult, ServiceRecord } from './types.js';
import { unformatted } from './unformatted.js';

const count = v.pipe(v.number(), v.finite());
const items = v.optional(v.nullable(v.array(v.unknown())));

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

const fields = v.record(v.string(), v.unknown());

const SHAPES: Readonly<Record<IdentifierKind, RegExp>> = {
  cpf: /^\d{11}$/,
  cnpj: /^[0-9A-Z]{12}\d{2}$/,
};

/** `data` of a batch status (spec, "CPF batch job", "CNPJ batch job"), or undefined. */
export function readJob(kind: IdentifierKind, data: unknown): BatchJob | undefined {
  const found = read(job, data);
  if (!found) return undefined;
  const list = (kind === 'cpf' ? found.cpfs : found.cnpjs) ?? [];
  return {
    id: found.id,
    status: found.status,
    totalRecords: found.total_records,
    processed: found.processed,
    found: found.found,
    notFound: found.not_found,
    skipped: found.skipped,
    error: found.error ?? null,
    results: list.flatMap((item) => resultOf(kind, item)),
  };
}

/** One result, or none: an item that cannot be matched to an identifier helps nobody. */
function resultOf(kind: IdentifierKind, item: unknown): JobResult[] {
  const row = read(fields, item);
  const written = row?.[kind];
  if (!row || typeof written !== 'string') return [];
  const id = unformatted(written);
  if (!SHAPES[kind].test(id)) return [];
  const found = row['found'] === true;
  return [{ id, found, data: found ? dataOf(kind, row) : null }];
}

/** A CPF's fields stand in the item itself, a CNPJ's in its `data`. */
function dataOf(kind: IdentifierKind, row: ServiceRecord): ServiceRecord | null {
  if (kind === 'cnpj') return read(fields, row['data']) ?? null;
  return Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'found'));
}
