import { linesFor } from './csv.js';
import { fieldsWithin } from '../records/fields.js';
import type { ExportRow } from './rows.js';
import { toCell } from '../records/cells.js';

/** A file beside the result, with one row for each entry of a list in the company's record. */
export interface SideTable {
  /** The option that names the file. */
  readonly flag: '--partners' | '--secondary-cnaes';
  readonly columns: readonly string[];
  readonly rowsOf: (data: Readonly<Record<string, unknown>>) => string[][];
}

const PARTNER = fieldsWithin['QSA'] ?? [];

export const partnersTable: SideTable = {
  flag: '--partners',
  columns: ['cnpj', ...PARTNER],
  rowsOf: (data) =>
    listOf(data['QSA'])
      .map((partner) => partner as Readonly<Record<string, unknown>>)
      .map((partner) => PARTNER.map((field) => toCell(field, partner[field]))),
};

export const secondaryCnaesTable: SideTable = {
  flag: '--secondary-cnaes',
  columns: ['cnpj', 'cnae_secundario'],
  rowsOf: (data) => listOf(data['cnaes_secundarios']).map((code) => [toCell('', code)]),
};

/** The table at `path` as CSV, with each company once; `excel` has the same effect as for the result. */
export async function* sideLines(
  { columns, rowsOf }: SideTable,
  rows: AsyncIterable<ExportRow>,
  { path, excel }: { readonly path: string; readonly excel: boolean },
): AsyncGenerator<Buffer> {
  const lines = linesFor(path, excel);
  const done = new Set<string>();
  yield Buffer.from(excel ? '\ufeff' : '');
  let waiting: (readonly string[])[] = [columns];
  for await (const { row, result } of rows) {
    const id = row.reading.valid ? row.reading.id : '';
    if (result.data === null || done.has(id)) continue;
    done.add(id);
    for (const cells of rowsOf(result.data)) waiting.push([id, ...cells]);
    if (waiting.length < 500) continue;
    yield lines(waiting);
    waiting = [];
  }
  yield lines(waiting);
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value.filter((entry) => entry !== null) : [];
}
