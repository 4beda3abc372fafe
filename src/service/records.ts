import * as v from 'valibot';
import { isJobId, kindOf } from '../identifiers/index.js';
import { isObject } from './envelope.js';
import type { QuotaRecord, ServiceRecord, SubmissionAnswer } from './types.js';
import type { ReadJson } from './redact.js';

const finiteNumber = v.pipe(v.number(), v.finite());

/**
 * A lookup's record is kept whole: the service may add or hide fields (spec, "Versioning"). `v.record` would leave out
 * fields with names such as `constructor`.
 */
const recordSchema = v.custom<ServiceRecord>(
  (value) => isObject(value) && Object.keys(value).length > 0,
);

const quotaSchema = v.looseObject({
  // `unknown` is what the service sends for an account without a plan (spec, "Quota record").
  plan: v.optional(v.nullable(v.string(), 'unknown'), 'unknown'),
  remainingCredits: finiteNumber,
  usedCredits: finiteNumber,
});

/** Only the id is required: a missing or odd counter must not lose an accepted job. */
const buildSubmissionShape = (sent: number) => {
  const countUpToSent = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(sent));
  return v.looseObject({
    jobId: v.pipe(v.string(), v.check(isJobId)),
    totalRecords: v.fallback(v.optional(countUpToSent), undefined),
    invalid: v.fallback(v.optional(countUpToSent, 0), 0),
  });
};

/** Reads a record of a lookup. Like all readers here, it returns undefined if the shape differs from the spec's. */
export function readRecord(data: unknown): ServiceRecord | undefined {
  return parseWith(recordSchema, data);
}

/**
 * Reads the record of `id`; undefined if the record names another identifier, as an answer from the wrong cache may
 * do.
 */
export function readMatchingRecord(id: string, data: unknown): ServiceRecord | undefined {
  const fields = readRecord(data);
  const writtenId = fields?.[kindOf(id)];
  const recordId = typeof writtenId === 'string' ? stripPunctuation(writtenId).toUpperCase() : id;
  return recordId.length === id.length && recordId !== id.toUpperCase() ? undefined : fields;
}

/** Reads a paid real-time record without an envelope; a name or a CPF distinguishes it from other JSON. */
export function readBareRecord(json: unknown): ServiceRecord | undefined {
  const fields = readRecord(json);
  if (fields === undefined || !('name' in fields || 'cpf' in fields)) return undefined;
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== 'success'));
}

export function readQuota(data: unknown): QuotaRecord | undefined {
  return parseWith(quotaSchema, data);
}

/** Reads a submission. If the answer has no total, all identifiers that were `sent` count, but for the invalid ones. */
export function readSubmission(data: unknown, sent: number): SubmissionAnswer | undefined {
  const submission = parseWith(buildSubmissionShape(sent), data);
  if (!submission) return undefined;
  const { jobId, invalid } = submission;
  return { jobId, invalid, totalRecords: submission.totalRecords ?? sent - invalid };
}

export function parseWith<T>(schema: v.GenericSchema<unknown, T>, data: unknown): T | undefined {
  const result = v.safeParse(schema, data);
  return result.success ? result.output : undefined;
}

/** Returns an identifier without punctuation, in upper case, as in request paths and in the ledger. */
export function stripPunctuation(id: string): string {
  return id.replace(/[.\-/\s]/g, '').toUpperCase();
}

/**
 * Finds numbers with so many digits that some may be lost, or with an exponent that may be too large. Few records
 * have any.
 */
const MAY_LOSE_DIGITS = /[:[,]\s*-?(?:[0-9.]{16}|[0-9.]{1,15}[eE])/;
const TEXT_OR_NUMBER =
  /"[^"\\]*(?:\\.[^"\\]*)*"?|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/gs;

/** Wraps a reader so that a number which JavaScript would change, such as one beyond 2^53, becomes a text. */
export function keepNumbersExact(readJson: ReadJson): ReadJson {
  return (json) => {
    const value = readJson(json);
    if (!MAY_LOSE_DIGITS.test(json)) return value;
    const quoted = json.replace(TEXT_OR_NUMBER, (token) =>
      token.startsWith('"') || isExact(token) ? token : `"${token}"`,
    );
    return quoted === json ? value : readJson(quoted);
  };
}

function isExact(token: string): boolean {
  const digits = token.replace(/[eE].*/, '').replace(/\D/g, '');
  const number = Number(token);
  return Number.isFinite(number) && (digits.length <= 15 || String(number) === token);
}
