import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ConfereError, UsageError } from '../../base/errors.js';
import type { ListedSheet } from '../../base/facts.js';
import { moveFile, removePath, waitUntilClosed } from '../../base/flush.js';
import { formatCsvLines } from '../../records/csv-lines.js';
import { quoteName } from '../describe-layout.js';
import { detectLayout, readSheetHead } from '../layout.js';
import { readRowChunks } from '../rows.js';
import type {
  FollowingSheet,
  InputLayout,
  InputOptions,
  KeptWorkbook,
  InputSheet,
  UsedArea,
} from '../types.js';
import type { ReportRows, UnpackLimit } from '../unpack-limit.js';
import { type Archive, openArchive } from './archive.js';
import { describeKept, readTables } from './kept.js';
import { openWorkbook, type Sheet } from './open-workbook.js';
import { joinFacts, SheetFacts } from './sheet-facts.js';
import { readSheetRows, type SharedLists } from './sheet-rows.js';
import type { PartBytes } from './xml.js';

/** Rows are collected until they have this many cells, and then become text together. */
const CELLS_AT_ONCE = 4_000;

interface ConvertedSheet extends Sheet {
  readonly path: string;
  rows: number;
  readonly facts: SheetFacts;
  usedArea?: UsedArea;
}

/**
 * The sheet that was converted. `kept` is present if the workbook is kept, so that results can be written into it; its
 * `fault` says why that is not possible after all.
 */
export interface ConvertedWorkbook {
  readonly sheet: InputSheet;
  readonly kept?: Pick<KeptWorkbook, 'macros' | 'fault'>;
}

/**
 * Replaces the workbook at `path` by a sheet, or by all sheets with identifiers, as UTF-8 CSV. Only the shared texts
 * are held in memory. `createLimit` creates a limit of unpacked bytes, and `report` receives the number of rows so far.
 * The workbook is moved to `keepAt` if results can be written into it.
 *
 * @throws UsageError
 */
export async function convertWorkbook(
  path: string,
  options: InputOptions,
  createLimit: () => UnpackLimit,
  report?: ReportRows,
  keepAt?: string,
): Promise<ConvertedWorkbook> {
  const { name, stop } = createLimit();
  const sheets: ConvertedSheet[] = [];
  try {
    const keptFacts = await writeSheets(path, options, createLimit, sheets, report);
    const chosen = await chooseSheets(sheets, options, name);
    const sheet = await joinSheets(chosen, options, name, stop);
    const hasOtherEncoding = chosen.some(({ facts }) => facts.hasOtherEncoding);
    const kept = keptFacts && {
      ...keptFacts,
      fault: keptFacts.fault ?? (hasOtherEncoding ? 'encoding' : undefined),
    };
    if (kept !== undefined && keepAt !== undefined) await moveFile(path, keepAt);
    await moveFile(chosen[0].path, path);
    return { sheet, kept };
  } finally {
    for (const each of sheets) await removePath(each.path);
  }
}

async function writeSheets(
  path: string,
  options: InputOptions,
  createLimit: () => UnpackLimit,
  sheets: ConvertedSheet[],
  report: ReportRows | undefined,
): Promise<ConvertedWorkbook['kept']> {
  // The written text has a limit of its own: the archive may contain a single copy of a text that every cell has.
  const limit = createLimit();
  let archive: Archive | undefined;
  try {
    archive = await openArchive(path, createLimit());
    const book = await openWorkbook(archive);
    const shared = await book.readSharedLists();
    let rowsBefore = 0;
    for (const sheet of selectSheets(book.sheets, options.sheet, limit.name)) {
      const targetPath = `${path}.sheet${sheet.number}`;
      const target: ConvertedSheet = {
        ...sheet,
        path: targetPath,
        rows: 0,
        facts: new SheetFacts(),
      };
      sheets.push(target);
      const reportRows = () => report?.(rowsBefore + target.rows);
      await writeSheet(await archive.read(sheet.part), shared, target, limit, reportRows);
      rowsBefore += target.rows;
      target.usedArea = target.facts.computeUsedArea(
        await readTables(archive, sheet.part, target.facts),
      );
    }
    return await describeKept(archive, book.main);
  } catch (error) {
    // Any error but one of the file system means that the workbook is damaged.
    const isSystem = error instanceof Error && 'syscall' in error;
    if (error instanceof ConfereError || isSystem) throw error;
    throw new UsageError('damaged_workbook', { file: limit.name });
  } finally {
    archive?.close();
  }
}

async function writeSheet(
  part: PartBytes,
  shared: SharedLists,
  target: ConvertedSheet,
  limit: UnpackLimit,
  reportRows: () => void,
): Promise<void> {
  const lines = async function* (): AsyncGenerator<string> {
    let rows: (readonly string[])[] = [];
    let [cells, lastRow] = [0, 0];
    for await (const row of readSheetRows(part, limit, shared, target.facts)) {
      target.rows += 1;
      // Each empty row of the sheet becomes an empty line, so that the row numbers stay.
      const emptyRows = row.number - lastRow - 1;
      lastRow = row.number;
      if (cells + emptyRows > CELLS_AT_ONCE) {
        yield formatCsvLines(rows) + '\n'.repeat(emptyRows);
        reportRows();
        rows = [];
        cells = 0;
      } else for (let line = 0; line < emptyRows; line += 1) rows.push(NO_CELLS);
      rows.push(row.cells);
      cells += emptyRows + row.cells.length;
    }
    yield formatCsvLines(rows);
  };
  const output = createWriteStream(target.path, { mode: 0o600, flags: 'wx' });
  const countBytes = (text: AsyncIterable<Buffer>) => limit.countBytes(text);
  const bytes = Readable.from(lines(), { objectMode: false });
  await waitUntilClosed(output, pipeline(bytes, countBytes, output));
}

const NO_CELLS: readonly string[] = [];

/** Returns the sheet that the user named, or all visible sheets. @throws UsageError `unknown_sheet` */
function selectSheets(
  sheets: readonly Sheet[],
  wanted: string | undefined,
  name: string,
): readonly Sheet[] {
  const visible = sheets.filter(({ isHidden }) => !isHidden);
  const readable = visible.length > 0 ? visible : sheets;
  if (wanted === undefined) return readable;
  const exact = wanted.normalize();
  const found =
    sheets.find((sheet) => sheet.name.normalize() === exact) ??
    sheets.find((sheet) => normalizeName(sheet.name) === normalizeName(wanted)) ??
    sheets.find(({ number }) => String(number) === wanted);
  if (found !== undefined) return [found];
  // A sheet with the name `all` was found before this line.
  if (normalizeName(wanted) === 'all') return readable;
  const facts = { file: name, wanted: quoteName(wanted), sheets: sheets.map(toListedSheet) };
  throw new UsageError('unknown_sheet', facts);
}

function normalizeName(name: string): string {
  return name.normalize().trim().toLowerCase();
}

/**
 * Chooses the only sheet with rows, or the only one with identifiers; every sheet with identifiers if the user named
 * `all`. @throws UsageError if there is none
 */
async function chooseSheets(
  sheets: readonly ConvertedSheet[],
  options: InputOptions,
  name: string,
): Promise<readonly [ConvertedSheet, ...ConvertedSheet[]]> {
  const filled = sheets.filter(({ rows }) => rows > 0);
  const [first, second] = filled;
  if (first === undefined) throw new UsageError('input_empty', { file: name });
  if (second === undefined) return [first];
  const areHolding = await Promise.all(filled.map((each) => holdsIdentifiers(each, options)));
  const withIdentifiers = filled.filter((_, index) => areHolding[index]);
  const [only, ...others] = withIdentifiers;
  if (only === undefined)
    throw new UsageError('no_identifier_sheet', { file: name, sheets: filled.map(toListedSheet) });
  if (others.length === 0 || normalizeName(options.sheet ?? '') === 'all') return [only, ...others];
  throw new UsageError('ambiguous_sheet', {
    file: name,
    sheets: withIdentifiers.map(toListedSheet),
  });
}

/** The errors about a sheet that has identifiers, and whose column or kind is not clear. */
const UNCLEAR =
  /^(ambiguous_column|identifier_in_parts|masked_identifiers|mixed_kinds|unknown_kind|weak_column)$/;

async function holdsIdentifiers(sheet: ConvertedSheet, options: InputOptions): Promise<boolean> {
  const { path, name, number, facts } = sheet;
  try {
    await detectLayout(path, options, name, { sheet: { name, number, ...facts.toLayoutFacts() } });
    return true;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return UNCLEAR.test(error.code);
  }
}

/** Appends the rows of the other sheets to the first one. @throws UsageError `different_sheets` */
async function joinSheets(
  [first, ...others]: readonly [ConvertedSheet, ...ConvertedSheet[]],
  options: InputOptions,
  name: string,
  stop: AbortSignal | undefined,
): Promise<InputSheet> {
  let facts = first.facts.toLayoutFacts();
  const { usedArea: room } = first;
  if (others.length === 0) return { name: first.name, number: first.number, ...facts, room };
  const columns = buildColumnsKey(await readSheetHead(first.path, options, name));
  const following: FollowingSheet[] = [];
  for (const other of others) {
    const layout = await readSheetHead(other.path, options, name);
    if (buildColumnsKey(layout) !== columns) {
      const facts = { file: name, first: toListedSheet(first), other: toListedSheet(other) };
      throw new UsageError('different_sheets', facts);
    }
    const stretches: number[] = [];
    const rows = async function* (): AsyncGenerator<string> {
      for await (const chunk of readRowChunks(other.path, layout, name)) {
        stop?.throwIfAborted();
        for (const { sheetRow } of chunk) addToStretches(stretches, sheetRow);
        yield chunk.map(({ raw }) => `${raw}\n`).join('');
      }
    };
    const output = createWriteStream(first.path, { flags: 'a' });
    await pipeline(Readable.from(rows(), { objectMode: false }), output);
    facts = joinFacts(facts, other.facts.toLayoutFacts(), layout.preamble + 1);
    const header = layout.hasHeader ? layout.preamble + 1 : undefined;
    following.push({
      name: other.name,
      number: other.number,
      room: other.usedArea,
      header,
      rows: stretches,
    });
  }
  return { name: first.name, number: first.number, ...facts, room, and: following };
}

/** Adds a row to stretches of rows, which are pairs of the first row and the number of rows. */
function addToStretches(stretches: number[], row: number): void {
  const [first = 0, count = 0] = stretches.slice(-2);
  if (count > 0 && first + count === row) stretches[stretches.length - 1] = count + 1;
  else stretches.push(row, 1);
}

/** Returns a text that is equal for sheets with the same columns, as people read their names. */
function buildColumnsKey({ hasHeader, columns, width = columns.length }: InputLayout): string {
  return JSON.stringify(hasHeader ? columns.map(normalizeName) : width);
}

function toListedSheet({ number, name }: Sheet): ListedSheet {
  return { number, name: quoteName(name) };
}
