import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { flushFile } from '../flush.js';
import { toBytes } from './bytes/codec.js';
import { factsOf, type FileFacts } from './private-copy.js';
import { RowMaker } from './table/row-maker.js';
import { readRecords } from './table/rows.js';
import { identifiersIn, Skipped } from './table/running-text.js';
import type { InputLayout, InputRow } from './types.js';

/** What a private copy has of some identifiers. */
export interface FoundRows {
  /** The rows (1-based) that are about one of them. */
  readonly rows: readonly number[];
  /** How many of these had lost zeros. */
  readonly repaired: number;
  /** Whether any other text names one of them. */
  readonly isNamed: boolean;
}

/** A private copy without them: the same rows, of which theirs are blank. */
export interface CopyWithout extends FileFacts, Omit<FoundRows, 'isNamed'> {
  readonly layout: InputLayout;
}

/** Looks for identifiers in the private copy at `path`, in every row, cell and title. */
export async function findRows(
  path: string,
  layout: InputLayout,
  ids: ReadonlySet<string>,
): Promise<FoundRows> {
  const found: InputRow[] = [];
  let isNamed = false;
  for await (const { own, raw, text } of recordsWithout(path, layout, ids)) {
    found.push(...own);
    isNamed ||= own.length === 0 && text !== raw;
  }
  return { ...countsOf(found), isNamed };
}

function countsOf(found: readonly InputRow[]): Omit<FoundRows, 'isNamed'> {
  const repaired = found.filter(({ reading }) => reading.valid && reading.repaired).length;
  return { rows: found.map(({ number }) => number), repaired };
}

/** Whether a file names an identifier anywhere, in whichever encoding; false if there is no such file. */
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

/** Characters of an identifier with punctuation, and one on each side. */
const LONGEST = 40;

/** Writes the private copy at `path` to `target`, on disk, without what is about the identifiers. */
export async function eraseRows(
  path: string,
  target: string,
  layout: InputLayout,
  ids: ReadonlySet<string>,
): Promise<CopyWithout> {
  const gone: InputRow[] = [];
  const bytes = async function* () {
    yield await beginningOf(path, layout.bom);
    for await (const { own, text } of recordsWithout(path, layout, ids)) {
      gone.push(...own);
      yield toBytes(text + layout.lineEnd, layout.encoding);
    }
  };
  await pipeline(bytes, createWriteStream(target, { mode: 0o600 }));
  await flushFile(target);
  const facts = await factsOf(target);
  return { layout: layoutWithout(layout, ids), ...countsOf(gone), ...facts };
}

async function beginningOf(path: string, length: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, 0);
    return buffer;
  } finally {
    await file.close();
  }
}

interface ErasedRecord {
  readonly raw: string;
  /** What is written in its place. */
  readonly text: string;
  /** Its rows that are about one of the identifiers. */
  readonly own: readonly InputRow[];
}

async function* recordsWithout(
  path: string,
  layout: InputLayout,
  ids: ReadonlySet<string>,
): AsyncGenerator<ErasedRecord> {
  const rows = new RowMaker(layout, new Skipped());
  const named = namesOf(ids);
  for await (const record of readRecords(path, layout)) {
    const all: InputRow[] = [];
    rows.take(record, all);
    const own = all.filter(({ reading }) => reading.valid && ids.has(reading.id));
    const { raw } = record;
    const isBlank = own.length > 0 && (layout.shape !== 'text' || own.length === all.length);
    const text = isBlank ? blankRecord(layout, raw, record.cells.length) : zeroed(raw, named);
    yield { raw, text, own };
  }
}

/** A record of as many rows and cells, which holds nothing; a blank line would be no row. */
function blankRecord({ shape, delimiter }: InputLayout, raw: string, cells: number): string {
  // Each identifier of running text is a row.
  if (shape === 'text') return identifiersIn(raw).map(zeros).join(' ');
  return cells > 1 ? delimiter.repeat(cells - 1) : '""';
}

/** The identifiers wherever they stand, with or without punctuation, and not as a part of something longer. */
function namesOf(ids: ReadonlySet<string>): RegExp {
  const shapes = [...ids].map((id) => id.split('').join('[.\\-/ ]?'));
  return new RegExp(`(?<![0-9A-Za-z])(?:${shapes.join('|')})(?![0-9A-Za-z])`, 'gi');
}

function zeroed(text: string, named: RegExp): string {
  return text.replace(named, zeros);
}

/** Of the same shape, so that the text around it is read as before; nobody's identifier is all zeros. */
function zeros(identifier: string): string {
  return identifier.replaceAll(/[0-9A-Za-z]/g, '0');
}

function layoutWithout(layout: InputLayout, ids: ReadonlySet<string>): InputLayout {
  const named = namesOf(ids);
  const text = (one: string) => zeroed(one, named);
  return {
    ...layout,
    columns: layout.columns.map(text),
    why: text(layout.why),
    notes: layout.notes?.map(text),
  };
}
