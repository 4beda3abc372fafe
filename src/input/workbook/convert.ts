import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ConfereError, UsageError } from '../../errors.js';
import { moveFile, removeFile } from '../../flush.js';
import type { InputOptions, SheetName } from '../types.js';
import { Unpacked } from '../bytes/unpack-limits.js';
import { openArchive, type Archive, type Part } from './archive.js';
import { openWorkbook } from './open-workbook.js';
import { chooseSheet, wantedSheets, type Written } from './choose-sheet.js';
import { SheetColumns } from './sheet-columns.js';
import { sheetRows, type Shared } from './sheet-rows.js';

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

function sheetName({ sheet, epoch1904, columns }: Written): SheetName {
  const { name, number } = sheet;
  return { name, number, epoch1904: epoch1904 || undefined, columns: columns.all() };
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
        epoch1904: shared.epoch1904,
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
    let text = '';
    for await (const cells of sheetRows(part, unpacked.name, shared, target.columns)) {
      if (cells.length > 0) target.rows += 1;
      text += `${cells.map(quoted).join(',')}\n`;
      if (text.length < 65_536) continue;
      yield text;
      tell(target.rows);
      text = '';
    }
    yield text;
  };
  const out = createWriteStream(target.path, { mode: 0o600, flags: 'wx' });
  await pipeline(Readable.from(lines(), { objectMode: false }), unpacked.passing(), out);
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Returns errors of the file system unchanged. Any other error means that the workbook is damaged. */
function explain(error: unknown, name: string): unknown {
  const isSystem = error instanceof Error && 'syscall' in error;
  if (error instanceof ConfereError || isSystem) return error;
  return new UsageError('damaged_workbook', { file: name });
}
