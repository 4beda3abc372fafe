import fc from 'fast-check';
import { compareResults } from '../../src/diff/compare-results.js';
import type { FieldChange, AnswerOfSide, Side } from '../../src/diff/compare-records.js';
import type { RowOfSide } from '../../src/diff/compare-results.js';
import type { WantedFields } from '../../src/diff/wanted-fields.js';
import { newFolder } from '../helpers/files/scratch.js';
import { makeCnpj, makeCpf } from '../helpers/invented.js';

/** A result with its rows. */
export interface Result {
  readonly side: Side;
  readonly rows: readonly RowOfSide[];
}

/** A result of these entries. */
export function sideOf(entries: readonly AnswerOfSide[], more: Partial<Side> = {}): Result {
  const side: Side = {
    name: 'x',
    is: 'file',
    rows: entries.length,
    invalid: 0,
    kinds: new Set(['cpf', 'cnpj']),
    isFlat: false,
    fields: undefined,
    ...more,
  };
  return { side, rows: entries.map((entry) => ({ fetchedAt: '', ...entry })) };
}

export async function compared(
  older: Result,
  newer: Result,
  wanted?: WantedFields,
  stop?: AbortSignal,
) {
  const changes: FieldChange[] = [];
  const summary = await compareResults({
    folder: newFolder(),
    wanted,
    stop,
    readSide: (name, onRow) => {
      const { side, rows } = name === 'older' ? older : newer;
      for (const row of rows) onRow(row);
      return Promise.resolve(side);
    },
    writeChanges: async (all) => {
      for await (const some of all) changes.push(...some);
    },
  });
  return { changes, summary };
}

export function found(id: string, record: object): AnswerOfSide {
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
    name: word,
    situacao_cadastral: word,
    capital_social: fc.constantFrom(1, '1', 2.5, null),
    cnaes_secundarios: fc.array(fc.constantFrom('1', '2', '3'), { maxLength: 3 }),
    QSA: fc.array(partner, { maxLength: 3 }),
    novo: fc.oneof(word, fc.boolean(), fc.array(word, { maxLength: 2 })),
  },
  { requiredKeys: [] },
);
const status = fc.constantFrom('found', 'found', 'not_found', 'pending', 'failed');

/** Any result of a few identifiers. */
export const anyEntries: fc.Arbitrary<AnswerOfSide[]> = fc.uniqueArray(
  fc.record({ id: fc.constantFrom(...ids), status, record }).map((entry): AnswerOfSide => ({
    id: entry.id,
    status: entry.status,
    record: entry.status === 'found' ? JSON.stringify(entry.record) : '{}',
  })),
  { selector: ({ id }) => id },
);
