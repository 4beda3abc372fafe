import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ConfereError, UsageError } from '../../errors.js';
import { moveFile, removeFile } from '../../flush.js';
import { csvLines } from '../../records/csv-lines.js';
import { toBytes } from '../bytes/codec.js';
import { readRowChunks } from '../table/rows.js';
import type { InputLayout, InputOptions, SheetName } from '../types.js';
import { Unpacked } from '../bytes/unpack-limits.js';
import { openArchive, type Archive, type Part, openWorkbook, type Sheet } from './open-workbook.js';
import { SheetColumns, sheetRows, type Shared } from './sheet-rows.js';
import type { ListedSheet } from '../../errors/facts.js';
import { safeName } from '../describe-layout.js';
import { detectLayout, SHEET_TEXT, sheetHead } from '../detect-layout.js';

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
 * Replaces the workbook at `path` with one of its sheets, or all that have identifiers, as UTF-8 CSV with `,` and `\n`. It streams the
 * sheets; only the shared texts of the workbook are in memory.
 * @throws UsageError if the workbook is damaged or too large, or the sheet is unknown or not clear, or sheets differ
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
    const [chosen, ...others] = await chooseSheets(written, options, name);
    const joined = await joinSheets(chosen, others, options, { name, stop });
    await moveFile(chosen.path, path);
    return joined;
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
  if (isAll(wanted)) return wantedSheets(sheets, undefined, name);
  throw new UsageError('unknown_sheet', {
    file: name,
    wanted: safeName(wanted),
    sheets: listed(sheets),
  });
}

/** A sheet that has this name is meant first. */
function isAll(wanted: string | undefined): boolean {
  return wanted?.trim().toLowerCase() === 'all';
}

/** Chooses the only sheet with rows, or the only one with identifiers, or all of these. @throws UsageError otherwise */
async function chooseSheets(
  written: readonly Written[],
  options: InputOptions,
  name: string,
): Promise<readonly [Written, ...Written[]]> {
  const filled = written.filter(({ rows }) => rows > 0);
  const [first, second] = filled;
  if (first === undefined) {
    throw new UsageError('input_empty', { file: name, isWorkbook: true });
  }
  if (second === undefined) return [first];
  const held = await Promise.all(filled.map((each) => holdsIdentifiers(each, options)));
  const holding = filled.filter((_, index) => held[index]);
  const [only, ...others] = holding;
  if (only === undefined)
    throw new UsageError('no_identifier_sheet', { file: name, sheets: listed(sheetsOf(filled)) });
  if (others.length === 0 || isAll(options.sheet)) return [only, ...others];
  throw new UsageError('ambiguous_sheet', { file: name, sheets: listed(sheetsOf(holding)) });
}

/**
 * Appends the rows of the other sheets to the first one.
 *
 * @throws UsageError `different_sheets` if one has other columns
 */
async function joinSheets(
  first: Written,
  others: readonly Written[],
  options: InputOptions,
  { name, stop }: Pick<Packed, 'name' | 'stop'>,
): Promise<SheetName> {
  if (others.length === 0) return sheetName(first);
  const head = await sheetHead(first.path, options, name);
  const columns = columnsOf(head);
  let numbers = first.columns.numbers();
  for (const other of others) {
    const own = await sheetHead(other.path, options, name);
    if (columnsOf(own) !== columns) {
      const [one = NO_SHEET, another = NO_SHEET] = listed(sheetsOf([first, other]));
      throw new UsageError('different_sheets', { file: name, first: one, other: another });
    }
    const rows = async function* (): AsyncGenerator<Buffer> {
      for await (const chunk of readRowChunks(other.path, own, name)) {
        stop?.throwIfAborted();
        yield toBytes(chunk.map(({ raw }) => `${raw}\n`).join(''), own.encoding);
      }
    };
    const end = createWriteStream(first.path, { flags: 'a' });
    await pipeline(Readable.from(rows(), { objectMode: false }), end);
    numbers = bothNumbers(numbers, other.columns.numbers(), own.preamble + 1);
  }
  const and = others.map(({ sheet }) => ({ name: sheet.name, number: sheet.number }));
  return { ...sheetName(first), numbers, and };
}

const NO_SHEET: ListedSheet = { number: 0, name: '' };

/** Two sheets with the same columns have the same text; it is compared as people read it. */
function columnsOf({ hasHeader, columns, width = columns.length }: InputLayout): string {
  const names = columns.map((column) => column.trim().toLowerCase());
  return JSON.stringify(hasHeader ? names : width);
}

type Numbers = NonNullable<SheetName['numbers']>;

/** The columns that hold plain numbers in both; `header`: the rows of the second that are not appended. */
function bothNumbers(first: Numbers, second: Numbers, header: number): Numbers {
  const both = Object.entries(first).filter(
    ([column]) => (second[Number(column)] ?? Infinity) <= header,
  );
  return Object.fromEntries(both);
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
