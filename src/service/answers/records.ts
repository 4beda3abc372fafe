import { kindOf } from '../../identifiers/index.js';
import * as v from 'valibot';
import { unformatted } from './unformatted.js';
import type { Quota, ServiceRecord, Submission } from '../types.js';

const count = v.pipe(v.number(), v.finite());

/** The record of a lookup passes through whole: fields may be added or hidden (spec, "Versioning"). */
const record = v.pipe(
  v.custom<object>((value) => typeof value === 'object' && !Array.isArray(value)),
  v.record(v.string(), v.unknown()),
  v.check((fields) => Object.keys(fields).length > 0),
);

const quota = v.looseObject({
  // `unknown` is the spec's own word for an account without a plan.
  plan: v.optional(v.nullable(v.string(), 'unknown'), 'unknown'),
  remainingCredits: count,
  usedCredits: count,
});

/** Only the id is needed: an accepted batch must not be lost over a counter. */
const submission = v.looseObject({
  jobId: v.pipe(v.string(), v.nonEmpty()),
  totalRecords: v.fallback(v.optional(count), undefined),
  invalid: v.fallback(v.optional(count, 0), 0),
});

/** These readers return undefined where `data` has another shape than the spec's. */
export function readRecord(data: unknown): ServiceRecord | undefined {
  return read(record, data);
}

/** The record of `id`; one that names another identifier (a wrong cache on the way) is not it. */
export function readRecordOf(id: string, data: unknown): ServiceRecord | undefined {
  const found = readRecord(data);
  const named = found?.[kindOf(id)];
  const other = typeof named === 'string' ? unformatted(named).toUpperCase() : id;
  return other.length === id.length && other !== id.toUpperCase() ? undefined : found;
}

/**
 * A record that is not in an envelope: the answer of the real-time lookup is not shown in the spec,
 * and it was paid for. It is known by its name or its CPF, lest another server's JSON pass for one.
 */
export function readBareRecord(json: unknown): ServiceRecord | undefined {
  const fields = readRecord(json);
  if (fields === undefined || !('name' in fields || 'cpf' in fields)) return undefined;
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== 'success'));
}

export function readQuota(data: unknown): Quota | undefined {
  return read(quota, data);
}

/** `sent` is the number of identifiers submitted, for an answer that leaves its total out. */
export function readSubmission(data: unknown, sent: number): Submission | undefined {
  const found = read(submission, data);
  if (!found) return undefined;
  const { jobId, invalid } = found;
  return { jobId, invalid, totalRecords: found.totalRecords ?? Math.max(sent - invalid, 0) };
}

export function read<T>(schema: v.GenericSchema<unknown, T>, data: unknown): T | undefined {
  const result = v.safeParse(schema, data);
  return result.success ? result.output : undefined;
}
