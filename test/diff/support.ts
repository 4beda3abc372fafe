import fc from 'fast-check';
import { compareResults } from '../../src/diff/compare-results.js';
import { readJson } from '../../src/diff/sides/record-text.js';
import type { Change, DiffSummary, Entry, Side } from '../../src/diff/types.js';
import type { WantedFields } from '../../src/diff/wanted-fields.js';
import { kindOf } from '../../src/identifiers/index.js';
import { makeCnpj, makeCpf } from '../helpers/invented.js';

/** A result that holds these entries in memory. */
export function sideOf(entries: readonly Entry[], more: Partial<Side> = {}): Side {
  const sorted = [...entries].sort((a, b) => (a.id < b.id ? -1 : 1));
  const facts = { duplicates: 0, contradictory: 0, invalid: 0, identifiers: entries.length };
  return {
    facts: () => ({ name: 'x', is: 'file', ...facts }),
    kinds: new Set(entries.map(({ id }) => kindOf(id))),
    isFlat: false,
    read: readJson,
    fields: undefined,
    // eslint-disable-next-line @typescript-eslint/require-await -- they are in memory
    entries: async function* () {
      // In chunks of different sizes, as readers give them.
      for (let from = 0, size = 1; from < sorted.length; from += size, size = (size % 4) + 1)
        yield sorted.slice(from, from + size);
    },
    close: () => Promise.resolve(),
    ...more,
  };
}

export interface Compared {
  readonly changes: readonly Change[];
  readonly summary: DiffSummary;
}

export async function compared(older: Side, newer: Side, wanted?: WantedFields): Promise<Compared> {
  const comparison = compareResults(older, newer, wanted);
  const changes: Change[] = [];
  for await (const some of comparison.changes()) changes.push(...some);
  return { changes, summary: comparison.summary() };
}

export function found(id: string, record: object): Entry {
  return { id, status: 'found', record: JSON.stringify(record) };
}

const ids = [...Array.from({ length: 6 }, (_, n) => makeCpf(n)), makeCnpj(1), makeCnpj(2)];
const word = fc.constantFrom(null, '', 'a', 'b', 'São', 'x | y', '"', '\n');
const partner = fc.record(
  { nome_socio: word, qualificacao_socio: word, faixa_etaria: word },
  { requiredKeys: [] },
);
const record = fc.record(
  {
    ...{ name: word, situacao_cadastral: word, capital_social: fc.constantFrom(1, '1', 2.5, null) },
    cnaes_secundarios: fc.array(fc.constantFrom('1', '2', '3'), { maxLength: 3 }),
    QSA: fc.array(partner, { maxLength: 3 }),
    novo: fc.oneof(word, fc.boolean(), fc.array(word, { maxLength: 2 })),
  },
  { requiredKeys: [] },
);
const status = fc.constantFrom('found', 'found', 'not_found', 'pending', 'failed');

/** Any result of a few identifiers. */
export const anyEntries: fc.Arbitrary<Entry[]> = fc.uniqueArray(
  fc.record({ id: fc.constantFrom(...ids), status, record }).map((entry): Entry => ({
    ...{ id: entry.id, status: entry.status },
    record: entry.status === 'found' ? JSON.stringify(entry.record) : '{}',
  })),
  { selector: ({ id }) => id },
);
