import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { computeFileFacts, type FileFacts } from '../base/checksum.js';
import { flushFile } from '../base/flush.js';
import { toBytes } from './encoding.js';
import { readRecords, RowMaker } from './rows.js';
import type { InputLayout, InputRow } from './types.js';
import { UnpackLimit } from './unpack-limit.js';

/** The rows of a private copy that have one of the identifiers. */
export interface FoundRows {
  /** Row numbers from 1. */
  readonly rows: readonly number[];
  /** The number of these rows whose identifier had lost zeros. */
  readonly repaired: number;
  /** Whether the text outside of these rows contains one of the identifiers. */
  readonly isOutsideRows: boolean;
}

/** A private copy after the erasure: it has as many rows as before, and the erased ones are blank. */
export interface ErasedCopy extends FileFacts, Omit<FoundRows, 'isOutsideRows'> {
  readonly layout: InputLayout;
}

/** Finds identifiers in every row, cell and title of the private copy at `path`. */
export async function findRows(
  path: string,
  layout: InputLayout,
  ids: ReadonlySet<string>,
): Promise<FoundRows> {
  const found: InputRow[] = [];
  let isOutsideRows = false;
  for await (const { row, raw, text } of readWithReplacements(path, layout, ids)) {
    if (row !== undefined) found.push(row);
    else isOutsideRows ||= text !== raw;
  }
  return { ...summarizeRows(found), isOutsideRows };
}

function summarizeRows(found: readonly InputRow[]): Omit<FoundRows, 'isOutsideRows'> {
  const repaired = found.filter(({ reading }) => reading.valid && reading.repaired).length;
  return { rows: found.map(({ number }) => number), repaired };
}

/** The number of characters that two chunks share: those of an identifier with punctuation, and one on each side. */
const OVERLAP = 40;

/** Returns whether a file contains one of the identifiers, in any encoding; false if there is no such file. */
export async function containsAnyIdentifier(
  path: string,
  ids: ReadonlySet<string>,
): Promise<boolean> {
  if (!existsSync(path)) return false;
  const pattern = buildPattern(ids);
  let text = '';
  for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
    // An identifier may begin at the end of the previous piece.
    text = text.slice(-OVERLAP) + piece.toString('latin1').replaceAll('\0', '');
    if (text.search(pattern) >= 0) return true;
  }
  return false;
}

/** Writes the private copy without the identifiers to `target`, and waits until it is on disk. */
export async function eraseRows(
  path: string,
  target: string,
  layout: InputLayout,
  ids: ReadonlySet<string>,
): Promise<ErasedCopy> {
  const erased: InputRow[] = [];
  const bytes = async function* () {
    const { encoding, bom, lineEnd } = layout;
    const isUtf16 = encoding === 'utf16le' || encoding === 'utf16be';
    yield toBytes('\ufeff'.repeat(bom / (isUtf16 ? 2 : 3)), isUtf16 ? encoding : 'utf8');
    for await (const { row, text } of readWithReplacements(path, layout, ids)) {
      if (row !== undefined) erased.push(row);
      yield toBytes(text + lineEnd, encoding);
    }
  };
  // A killed run may have left a copy here, and a link must be replaced rather than followed.
  await rm(target, { force: true });
  await pipeline(bytes, createWriteStream(target, { mode: 0o600, flags: 'wx' }));
  await flushFile(target);
  return {
    layout: eraseFromLayout(layout, ids),
    ...summarizeRows(erased),
    ...(await computeFileFacts(target)),
  };
}

/** Yields each line of the input with the text that replaces it, and with its row if that has one of the identifiers. */
async function* readWithReplacements(
  path: string,
  layout: InputLayout,
  ids: ReadonlySet<string>,
): AsyncGenerator<{ raw: string; text: string; row: InputRow | undefined }> {
  const maker = new RowMaker(layout, path);
  const pattern = buildPattern(ids);
  for await (const record of readRecords(path, layout)) {
    const rows: InputRow[] = [];
    maker.addRow(record, rows);
    const row = rows.find(({ reading }) => reading.valid && ids.has(reading.id));
    const { raw, cells } = record;
    // The replacement must be a row, and a blank line is none.
    const blank = cells.length > 1 ? layout.delimiter.repeat(cells.length - 1) : '""';
    yield { raw, text: row === undefined ? replaceByZeros(raw, pattern) : blank, row };
  }
}

/** Returns whether a part of a workbook contains one of the identifiers, also as a number that has lost its zeros. */
export async function workbookContainsAnyIdentifier(
  path: string,
  ids: ReadonlySet<string>,
): Promise<boolean> {
  const { openArchive } = await import('./workbook/archive.js');
  const archive = await openArchive(path, new UnpackLimit(path, Infinity));
  const numbers = [...ids].map((id) => id.replace(/^0+/, '')).filter((id) => /^\d+$/.test(id));
  const pattern = new RegExp(
    [buildPattern(ids).source, ...numbers.map((number) => `(?<=v>)${number}(?=<)`)].join('|'),
    'i',
  );
  try {
    for (const entry of archive.entries.values()) {
      let text = '';
      for await (const piece of (await archive.readRaw(entry)) as AsyncIterable<Buffer>) {
        text = text.slice(-OVERLAP) + piece.toString('latin1').replaceAll('\0', '');
        if (pattern.test(text)) return true;
      }
    }
    return false;
  } finally {
    archive.close();
  }
}

/** Builds the pattern of the identifiers, with or without punctuation, but not as part of something longer. */
function buildPattern(ids: ReadonlySet<string>): RegExp {
  const shapes = [...ids].map((id) => id.split('').join('[.\\-/ ]?'));
  return new RegExp(`(?<![0-9A-Za-z])(?:${shapes.join('|')})(?![0-9A-Za-z])`, 'gi');
}

/**
 * Replaces the characters of identifiers by zeros, which are no identifier of anybody. The length stays, so that the
 * text around them is read as before.
 */
function replaceByZeros(text: string, pattern: RegExp): string {
  return text.replace(pattern, (identifier) => identifier.replaceAll(/[0-9A-Za-z]/g, '0'));
}

function eraseFromLayout(layout: InputLayout, ids: ReadonlySet<string>): InputLayout {
  const eraseText = (text: string) => replaceByZeros(text, buildPattern(ids));
  const { columns, notes, origin } = layout;
  // The workbook has the identifiers, too, and is removed.
  const originWithoutWorkbook = origin && { ...origin, workbook: undefined };
  return {
    ...layout,
    columns: columns.map(eraseText),
    notes: notes?.map(eraseText),
    origin: originWithoutWorkbook,
  };
}
