import { buffer } from 'node:stream/consumers';
import { openPromise } from 'yauzl';
import { writeIntoWorkbook, type WorkbookResult } from '../../../src/export/workbook/index.js';
import type { ExportRow } from '../../../src/export/rows.js';
import type { Cell } from '../../../src/export/sheet-xml.js';
import {
  detectLayout,
  readRowChunks,
  unpackInput,
  type InputLayout,
} from '../../../src/input/index.js';
import type { OfficeBook } from '../../helpers/files/office.js';
import { packBook } from '../../helpers/files/office.js';
import { file } from '../../input/files.js';

/** Reads a workbook as a batch does: its text is at `path`, and the workbook itself at `kept`. */
export async function readBook(bytes: Buffer, options: OfficeBook['options'] = {}) {
  const path = file(bytes);
  const kept = `${path}.workbook`;
  const origin = await unpackInput(path, options, 'carteira.xlsx', { keepAt: kept });
  return { path, kept, layout: await detectLayout(path, options, 'carteira.xlsx', origin) };
}

const HEADINGS = [
  'lookup_status',
  'lookup_cpf',
  'lookup_score',
  'lookup_fetched_at',
  'lookup_name',
];

function cellsOf({ row }: ExportRow): Cell[] {
  const { reading } = row;
  if (!reading.valid) return ['invalid', '', '', '', ''];
  const name = 'José "Zé" & Cia\n<2>';
  return ['found', reading.id, 12.5, { date: '2024-01-01T12:00:00', text: '' }, name];
}

/** Writes a result into a workbook; `more` replaces parts of what is written. */
export async function intoBook(
  bytes: Buffer,
  options?: OfficeBook['options'],
  more: Partial<WorkbookResult> = {},
) {
  const { path, kept, layout } = await readBook(bytes, options);
  const result = await buffer(
    writeIntoWorkbook({
      path: kept,
      name: 'carteira.xlsx',
      layout,
      headings: HEADINGS,
      cellsOf,
      rows: () => exportRows(path, layout),
      count: { cut: 0 },
      totals: () => [['Found', 3], [], ['When', { date: '2024-01-01', text: '' }]],
      ...more,
    }),
  );
  return { layout, bytes: result };
}

async function* exportRows(path: string, layout: InputLayout): AsyncGenerator<ExportRow[]> {
  for await (const rows of readRowChunks(path, layout))
    for (let at = 0; at < rows.length; at += 2)
      yield rows.slice(at, at + 2).map((row) => ({
        row,
        result: { status: 'found', reason: '', source: '', fetchedAt: '', data: null },
      }));
}

export const intoOffice = (book: OfficeBook, more?: Partial<WorkbookResult>) =>
  intoBook(packBook(book), book.options, more);

/** The parts of an archive in their order. */
export async function unpackParts(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await openPromise(file(bytes));
  const parts = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry())
    parts.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return parts;
}

export { HEADINGS };
