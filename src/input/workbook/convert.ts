import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ConfereError, UsageError } from '../../errors.js';
import type { InputOptions, SheetName } from '../types.js';
import { limitBytes } from '../bytes/unpack-limits.js';
import { openArchive, type Archive } from './archive.js';
import { openWorkbook } from './open-workbook.js';
import { chooseSheet, wantedSheets, type Written } from './choose-sheet.js';
import { sheetRows, type Shared } from './sheet-rows.js';

/**
 * Replaces the workbook at `path` with one of its sheets as UTF-8 CSV with `,` and `\n`. It streams the
 * sheets; only the shared texts of the workbook are in memory.
 * @throws UsageError if the workbook is damaged, or the sheet is unknown or not clear
 */
export async function convertWorkbook(
  path: string,
  options: InputOptions,
  name: string,
  limit: number,
): Promise<SheetName> {
  const written: Written[] = [];
  try {
    await writeSheets(path, options, name, limit, written);
    const chosen = await chooseSheet(written, options, name);
    await rename(chosen.path, path);
    return { name: chosen.sheet.name, number: chosen.sheet.number };
  } finally {
    for (const each of written) await rm(each.path, { force: true });
  }
}

async function writeSheets(
  path: string,
  options: InputOptions,
  name: string,
  limit: number,
  written: Written[],
): Promise<void> {
  let archive: Archive | undefined;
  try {
    archive = await openArchive(path, name, limit);
    const book = await openWorkbook(archive, name);
    const shared = await book.shared();
    for (const sheet of wantedSheets(book.sheets, options.sheet, name)) {
      const target: Written = { sheet, path: `${path}.sheet${sheet.number}`, rows: 0 };
      written.push(target);
      await writeSheet(await archive.read(sheet.part), shared, target, limitBytes(name, limit));
    }
  } catch (error) {
    throw explain(error, name);
  } finally {
    archive?.close();
  }
}

async function writeSheet(
  part: Readable,
  shared: Shared,
  target: Written,
  guard: ReturnType<typeof limitBytes>,
): Promise<void> {
  const lines = async function* (): AsyncGenerator<string> {
    let text = '';
    for await (const cells of sheetRows(part, shared)) {
      if (cells.length > 0) target.rows += 1;
      text += `${cells.map(quoted).join(',')}\n`;
      if (text.length < 65_536) continue;
      yield text;
      text = '';
    }
    yield text;
  };
  const out = createWriteStream(target.path, { mode: 0o600, flags: 'wx' });
  await pipeline(Readable.from(lines(), { objectMode: false }), guard, out);
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
