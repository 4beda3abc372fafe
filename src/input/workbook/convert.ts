import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ConfereError, UsageError } from '../../errors.js';
import { moveFile, removeFile } from '../../flush.js';
import { csvLines } from '../../records/csv-lines.js';
import type { InputOptions, SheetName } from '../types.js';
import { Unpacked } from '../bytes/unpack-limits.js';
import { openArchive, type Archive, type Part, openWorkbook, type Sheet } from './open-workbook.js';
import { SheetColumns, sheetRows, type Shared } from './sheet-rows.js';
import type { ListedSheet } from '../../errors/input.js';
import { safeName } from '../describe-layout.js';
import { detectLayout, SHEET_TEXT } from '../detect-layout.js';

/** Rows that become text at once. */
const ROWS_AT_ONCE = 200;

/** What people call a workbook, its size as a file in bytes, and how many it may unpack to. */
interface Packed {
  readonly name: string;
  readonly packed: number;
  readonly most?: number;
  /** Is told the rows so far. */
  readonly unpacked?: ((rows: number) => void) | undefined;
  readonly stop?: AbortSignal;
}

/**
 * Replaces the workbook at `path` with one of its sheets as UTF-8 CSV with `,` and `\n`. It streams the
 * sheets; only the shared texts of the workbook are in memory.
 * @throws UsageError if the workbook is damaged or too large, or the sheet is unknown or not clear
 */
export async function convertWorkbook(
  path: string,
  options: InputOptions,
  { name, packed, most, unpacked, stop }: Packed,
): Promise<SheetName> {
  const written: Written[] = [];
  try {
    const counter = () => new Unpacked(name, packed, most, stop);
    await writeSheets(path, options, counter, written, unpacked);
    const chosen = await chooseSheet(written, options, name);
    await moveFile(chosen.path, path);
    return sheetName(chosen);
  } finally {
    for (const each of written) await removeFile(each.path);
  }
}

function sheetName({ sheet, columns }: Written): SheetName {
  return { name: sheet.name, number: sheet.number, numbers: columns.numbers() };
}

async function writeSheets(
  path: string,
  options: InputOptions,
  counter: () => Unpacked,
  written: Written[],
  told: Packed['unpacked'],
): Promise<void> {
  // What is written is counted too: a text of a cell may stand in the workbook once, and in the sheet everywhere.
  const text = counter();
  let archive: Archive | undefined;
  try {
    archive = await openArchive(path, counter());
    const book = await openWorkbook(archive);
    const shared = await book.shared();
    for (const sheet of wantedSheets(book.sheets, options.sheet, text.name)) {
      const target: Written = {
        sheet,
        path: `${path}.sheet${sheet.number}`,
        rows: 0,
        columns: new SheetColumns(),
      };
      written.push(target);
      const before = written.reduce((sum, { rows }) => sum + rows, 0);
      const tell = (rows: number) => told?.(before + rows);
      await writeSheet(await archive.read(sheet.part), shared, target, text, tell);
    }
  } catch (error) {
    throw explain(error, text.name);
  } finally {
    archive?.close();
  }
}

async function writeSheet(
  part: Part,
  shared: Shared,
  target: Written,
  unpacked: Unpacked,
  tell: (rows: number) => void,
): Promise<void> {
  const lines = async function* (): AsyncGenerator<string> {
    let rows: (readonly string[])[] = [];
    for await (const cells of sheetRows(part, unpacked.name, shared, target.columns)) {
      if (cells.length > 0) target.rows += 1;
      // Where the sheet has an empty row, the text has an empty line.
      if (rows.push(cells) < ROWS_AT_ONCE) continue;
      yield csvLines(rows);
      tell(target.rows);
      rows = [];
    }
    yield csvLines(rows);
  };
  const out = createWriteStream(target.path, { mode: 0o600, flags: 'wx' });
  await pipeline(Readable.from(lines(), { objectMode: false }), unpacked.passing(), out);
}

/** Returns errors of the file system unchanged. Any other error means that the workbook is damaged. */
function explain(error: unknown, name: string): unknown {
  const isSystem = error instanceof Error && 'syscall' in error;
  if (error instanceof ConfereError || isSystem) return error;
  return new UsageError('damaged_workbook', { file: name });
}

/** A sheet, written as CSV to a private file. */
interface Written {
  readonly sheet: Sheet;
  readonly path: string;
  rows: number;
  readonly columns: SheetColumns;
}

/** Errors which mean that the sheet has identifiers, but how to read them is not clear. */
const HOLDS_IDENTIFIERS = new Set([
  'ambiguous_column',
  'identifier_in_parts',
  'mixed_kinds',
  'unknown_kind',
  'weak_column',
]);

/** The sheets to read: the named one, or all that are not hidden. */
function wantedSheets(
  sheets: readonly Sheet[],
  wanted: string | undefined,
  name: string,
): readonly Sheet[] {
  if (wanted === undefined) {
    const visible = sheets.filter(({ isHidden }) => !isHidden);
    return visible.length > 0 ? visible : sheets;
  }
  const same = (text: string) => text.trim().toLowerCase() === wanted.trim().toLowerCase();
  const found =
    sheets.find((sheet) => sheet.name === wanted) ??
    sheets.find((sheet) => same(sheet.name)) ??
    sheets.find(({ number }) => String(number) === wanted);
  if (found !== undefined) return [found];
  throw new UsageError('unknown_sheet', {
    file: name,
    wanted: safeName(wanted),
    sheets: listed(sheets),
  });
}

/** Chooses the only sheet with rows, or the only one with identifiers. @throws UsageError otherwise */
async function chooseSheet(
  written: readonly Written[],
  options: InputOptions,
  name: string,
): Promise<Written> {
  const filled = written.filter(({ rows }) => rows > 0);
  const [first, second] = filled;
  if (first === undefined) {
    throw new UsageError('input_empty', { file: name, isWorkbook: true });
  }
  if (second === undefined) return first;
  const held = await Promise.all(filled.map((each) => holdsIdentifiers(each, options)));
  const holding = filled.filter((_, index) => held[index]);
  const [only, another] = holding;
  if (only !== undefined && another === undefined) return only;
  throw holding.length === 0
    ? new UsageError('no_identifier_sheet', { file: name, sheets: listed(sheetsOf(filled)) })
    : new UsageError('ambiguous_sheet', { file: name, sheets: listed(sheetsOf(holding)) });
}

async function holdsIdentifiers({ path }: Written, options: InputOptions): Promise<boolean> {
  try {
    await detectLayout(path, { ...options, ...SHEET_TEXT });
    return true;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return HOLDS_IDENTIFIERS.has(error.code);
  }
}

function sheetsOf(written: readonly Written[]): Sheet[] {
  return written.map(({ sheet }) => sheet);
}

function listed(sheets: readonly Sheet[]): ListedSheet[] {
  return sheets.map(({ number, name }) => ({ number, name: safeName(name) }));
}
