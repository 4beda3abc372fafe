import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { computeFileFacts, type FileFacts } from '../base/checksum.js';
import { flushFile } from '../base/flush.js';
import { toBytes } from './encoding.js';
import { readRecords, RowMaker } from './rows.js';
import type { InputLayout, InputRow } from './types.js';

/** The rows (1-based) about some identifiers, how many had lost zeros, and whether other text names one. */
export interface FoundRows {
  readonly rows: readonly number[];
  readonly repaired: number;
  readonly isNamed: boolean;
}

/** A private copy with the same rows, of which theirs are blank. */
export interface CopyWithout extends FileFacts, Omit<FoundRows, 'isNamed'> {
  readonly layout: InputLayout;
}

/** In every row, cell and title of the private copy at `path`. */
export async function findRows(
  path: string,
  layout: InputLayout,
  ids: ReadonlySet<string>,
): Promise<FoundRows> {
  const found: InputRow[] = [];
  let isNamed = false;
  for await (const { own, raw, text } of recordsWithout(path, layout, ids)) {
    if (own !== undefined) found.push(own);
    else isNamed ||= text !== raw;
  }
  return { ...countsOf(found), isNamed };
}

function countsOf(found: readonly InputRow[]): Omit<FoundRows, 'isNamed'> {
  const repaired = found.filter(({ reading }) => reading.valid && reading.repaired).length;
  return { rows: found.map(({ number }) => number), repaired };
}

/** Characters of an identifier with punctuation, and one on each side. */
const LONGEST = 40;

/** In whichever encoding; false if there is no such file. */
export async function namesAny(path: string, ids: ReadonlySet<string>): Promise<boolean> {
  if (!existsSync(path)) return false;
  const named = namesOf(ids);
  let text = '';
  for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
    // One may begin at the end of the piece before.
    text = text.slice(-LONGEST) + piece.toString('latin1').replaceAll('\0', '');
    if (text.search(named) >= 0) return true;
  }
  return false;
}

/** Writes the private copy to `target`, on disk, without what is about the identifiers. */
export async function eraseRows(
  path: string,
  target: string,
  layout: InputLayout,
  ids: ReadonlySet<string>,
): Promise<CopyWithout> {
  const gone: InputRow[] = [];
  const bytes = async function* () {
    const { encoding, bom, lineEnd } = layout;
    const isWide = encoding === 'utf16le' || encoding === 'utf16be';
    yield toBytes('\ufeff'.repeat(bom / (isWide ? 2 : 3)), isWide ? encoding : 'utf8');
    for await (const { own, text } of recordsWithout(path, layout, ids)) {
      if (own !== undefined) gone.push(own);
      yield toBytes(text + lineEnd, encoding);
    }
  };
  // A copy that a killed run left gives way, and so does a link, which would be followed.
  await rm(target, { force: true });
  await pipeline(bytes, createWriteStream(target, { mode: 0o600, flags: 'wx' }));
  await flushFile(target);
  return {
    layout: layoutWithout(layout, ids),
    ...countsOf(gone),
    ...(await computeFileFacts(target)),
  };
}

/** Each record, its `own` row if that is about one of the identifiers, and the text in its place. */
async function* recordsWithout(
  path: string,
  layout: InputLayout,
  ids: ReadonlySet<string>,
): AsyncGenerator<{ raw: string; text: string; own: InputRow | undefined }> {
  const maker = new RowMaker(layout, path);
  const named = namesOf(ids);
  for await (const record of readRecords(path, layout)) {
    const rows: InputRow[] = [];
    maker.take(record, rows);
    const own = rows.find(({ reading }) => reading.valid && ids.has(reading.id));
    const { raw, cells } = record;
    // A blank line would be no row.
    const blank = cells.length > 1 ? layout.delimiter.repeat(cells.length - 1) : '""';
    yield { raw, text: own === undefined ? zeroed(raw, named) : blank, own };
  }
}

/** The identifiers wherever they stand, with or without punctuation, and not as a part of something longer. */
function namesOf(ids: ReadonlySet<string>): RegExp {
  const shapes = [...ids].map((id) => id.split('').join('[.\\-/ ]?'));
  return new RegExp(`(?<![0-9A-Za-z])(?:${shapes.join('|')})(?![0-9A-Za-z])`, 'gi');
}

/** Of the same shape, so that the text around it is read as before; nobody's identifier is all zeros. */
function zeroed(text: string, named: RegExp): string {
  return text.replace(named, (identifier) => identifier.replaceAll(/[0-9A-Za-z]/g, '0'));
}

function layoutWithout(layout: InputLayout, ids: ReadonlySet<string>): InputLayout {
  const text = (one: string) => zeroed(one, namesOf(ids));
  const { columns, notes } = layout;
  return { ...layout, columns: columns.map(text), notes: notes?.map(text) };
}
