import { resolve } from 'node:path';
import { UsageError } from '../errors.js';
import type { ColumnKind } from '../identifiers/index.js';
import { toCell } from '../records/cells.js';
import { fieldsWithin } from '../records/fields.js';
import { linesFor } from './csv.js';
import { refuseNoText } from './format.js';
import type { ExportRow } from './rows.js';

const FIELDS = fieldsWithin['QSA'] ?? [];

/** The columns of `--partners`, a file beside the result with one row for each partner of a company. */
export const partnerColumns: readonly string[] = ['cnpj', ...FIELDS];

/** @throws UsageError for a batch of CPFs, for a name that is no text, and for the name of the result */
export function refusePartners(
  partners: string | undefined,
  kind: ColumnKind | null,
  target: unknown,
): void {
  if (partners === undefined) return;
  refuseNoText(partners);
  if (kind === 'cpf') throw new UsageError('partners_need_cnpj', {});
  // Many file systems take `A.csv` and `a.csv` for one file.
  const folded = (path: string) => resolve(path).normalize('NFC').toLowerCase();
  if (typeof target === 'string' && folded(target) === folded(partners))
    throw new UsageError('same_output', { of: 'side_files' });
}

/** The partners as CSV for the file at `path`, those of each company once; `excel` has the same effect as for the result. */
export async function* partnerLines(
  rows: AsyncIterable<ExportRow>,
  { path, excel }: { readonly path: string; readonly excel: boolean },
): AsyncGenerator<Buffer> {
  const lines = linesFor(path, excel);
  const done = new Set<string>();
  yield Buffer.from(excel ? '\ufeff' : '');
  let waiting: (readonly string[])[] = [partnerColumns];
  for await (const { row, result } of rows) {
    const id = row.reading.valid ? row.reading.id : '';
    if (result.data === null || done.has(id)) continue;
    done.add(id);
    const { QSA: partners } = result.data;
    for (const partner of Array.isArray(partners) ? partners.filter((each) => each !== null) : [])
      waiting.push([
        id,
        ...FIELDS.map((field) =>
          toCell(field, (Object(partner) as Readonly<Record<string, unknown>>)[field]),
        ),
      ]);
    if (waiting.length < 500) continue;
    yield lines(waiting);
    waiting = [];
  }
  yield lines(waiting);
}
