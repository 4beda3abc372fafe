import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { type Comparison, findComparer } from '../../../src/records/compare/index.js';

/** A pair of fixtures/compare, labelled by hand. */
export interface Labelled {
  readonly field: string;
  readonly cell: string;
  readonly record: string;
  readonly beside: string;
  readonly verdict: Comparison['verdict'];
  readonly reason: string;
}

export function readLabelled(file: string): Labelled[] {
  const text = readFileSync(join(import.meta.dirname, '../../../fixtures/compare', file), 'utf8');
  return parse(text, { columns: true, delimiter: ';' });
}

const LISTS = new Set(['telefones', 'cnaes_secundarios']);

/** Returns a value as records have it: lists as lists, telephone numbers as objects. */
function valueOf({ field, record }: Labelled): unknown {
  if (!LISTS.has(field)) return record === '' ? null : record;
  const entries = record.split('|');
  if (field !== 'telefones') return entries;
  return entries.map((entry) => {
    const [ddd, numero] = entry.split(' ');
    return { ddd, numero, is_fax: false };
  });
}

export function judge(pair: Labelled): Comparison | undefined {
  const { field, cell, beside } = pair;
  const [name, other] = beside.split('=');
  const record: Record<string, unknown> = { [field]: valueOf(pair) };
  if (name) record[name] = other;
  return findComparer([field])?.(cell, record[field], record);
}

/** Returns the pairs that are judged otherwise than a person judged them, as lines. */
export function judgedOtherwise(pairs: readonly Labelled[]): string[] {
  return pairs.flatMap((pair) => {
    const verdict = judge(pair)?.verdict;
    if (verdict === pair.verdict) return [];
    return [`${pair.cell} | ${pair.record}: ${verdict}, not ${pair.verdict}`];
  });
}
