import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { type Comparison, findComparer } from '../../../src/records/compare/index.js';

/** A pair of fixtures/compare, labelled by hand. */
interface Labelled {
  readonly field: string;
  readonly cell: string;
  readonly record: string;
  readonly beside: string;
  readonly verdict: Comparison['verdict'];
  readonly reason: string;
}

function readLabelled(file: string): Labelled[] {
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

function judge(pair: Labelled): Comparison | undefined {
  const { field, cell, beside } = pair;
  const [name, other] = beside.split('=');
  const record: Record<string, unknown> = { [field]: valueOf(pair) };
  if (name) record[name] = other;
  return findComparer([field])?.(cell, record[field], record);
}

/** Returns the pairs that are judged otherwise than a person judged them, as lines. */
function judgedOtherwise(pairs: readonly Labelled[]): string[] {
  return pairs.flatMap((pair) => {
    const verdict = judge(pair)?.verdict;
    if (verdict === pair.verdict) return [];
    return [`${pair.cell} | ${pair.record}: ${verdict}, not ${pair.verdict}`];
  });
}

const FILES = ['people', 'companies', 'dates', 'numbers', 'places'];
const pairs = FILES.flatMap((file) => readLabelled(`${file}.csv`));

/** A letter moved over two others is as far as from Clara to Carla. */
const KNOWN = ['Ribeirao Petro | RIBEIRAO PRETO: different, not similar'];

describe('400 labelled pairs', () => {
  it('are judged as a person judged them, and none is equal that is not', () => {
    expect(pairs).toHaveLength(400);
    expect(judgedOtherwise(pairs)).toEqual(KNOWN);
  });

  it('have the reasons that a person gave', () => {
    const others = pairs.flatMap((pair) => {
      const found = judge(pair);
      if (found?.verdict !== pair.verdict || pair.reason === '') return [];
      const missing = pair.reason
        .split('+')
        .filter((reason) => !found.reasons.some((it) => it === reason));
      return missing.length === 0 ? [] : [`${pair.cell} | ${pair.record}: no ${missing.join('+')}`];
    });
    expect(others).toEqual([]);
  });
});

/** The rule was not changed for these pairs, which were made after it: what it does not know stays here. */
const OTHERWISE = [
  'Agropec. Lagoa Verde Ltda | AGROPECUARIA LAGOA VERDE LTDA: different, not equal',
];

it('99 of 100 pairs made afterwards are judged as a person judged them, and none is equal that is not', () => {
  const pairs = readLabelled('afterwards.csv');
  expect(pairs).toHaveLength(100);
  expect(judgedOtherwise(pairs)).toEqual(OTHERWISE);
});
