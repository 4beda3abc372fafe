import { basename } from 'node:path';
import { UsageError } from '../../errors.js';
import { chooseColumn } from './column.js';
import { chooseDialect, rowsElsewhere, type Dialect } from './dialect.js';
import { forPeople } from './codec.js';
import { detectEncoding, type Encoded } from './encoding.js';
import { readHead, type Head } from './header.js';
import { unclosedQuote } from './records.js';
import { emptyInput, readSample, requireFile, unreadable, type Sample } from './sample.js';
import type { InputLayout, InputOptions, InputOrigin } from './types.js';
import { SHEET_TEXT } from './sheet-text.js';

/** Rows of the start that decide beside those from the rest of the file. */
const FROM_START = 2500;

/**
 * How to read the text file at `path`; `name` is what people call it (the path may be a private copy),
 * `origin` what it was before it was unpacked.
 */
export async function detectLayout(
  path: string,
  wanted: InputOptions,
  name = basename(path),
  origin?: InputOrigin,
): Promise<InputLayout> {
  await requireFile(path, name);
  const options = origin?.sheet === undefined ? wanted : { ...wanted, ...SHEET_TEXT };
  const { encoded, sample } = await look(path, options, name);
  const dialect = chooseDialect(sample, options.delimiter, options.kind);
  const head = readHead(dialect.records, options.header);
  requireClosed(dialect, sample, head, name);
  requireRows(head, name);
  const all = {
    ...head,
    rows: [...head.rows.slice(0, FROM_START), ...rowsElsewhere(sample, dialect)],
  };
  const chosen = chooseColumn(all, options, name);
  const { preamble, hasHeader, columns } = head;
  const how = {
    ...encoded,
    delimiter: dialect.delimiter,
    lineEnd: sample.lineEnd,
    loneCr: sample.loneCr,
  };
  const made = { ...how, preamble, hasHeader, columns, width: head.width, ...chosen };
  return origin === undefined ? made : { ...made, origin };
}

async function look(
  path: string,
  options: InputOptions,
  name: string,
): Promise<{ encoded: Encoded; sample: Sample }> {
  try {
    const encoded = await detectEncoding(path, options.encoding, name);
    const sample = await readSample(path, encoded);
    if (sample.text.trim() === '') throw emptyInput(name);
    const text = forPeople(sample.text, encoded.encoding);
    return { encoded, sample: { ...sample, text } };
  } catch (error) {
    throw unreadable(error, name);
  }
}

/** An open quote hides what comes after it; without this the message would be about missing rows. */
function requireClosed(
  { records, broken }: Dialect,
  { whole }: Sample,
  head: Head,
  name: string,
): void {
  if (!broken || (!whole && head.rows.length > 0)) return;
  throw unclosedQuote(name, records.length === 0 ? 'line 1' : `row ${head.rows.length + 1}`);
}

function requireRows({ rows, hasHeader }: Head, name: string): void {
  if (rows.length > 0) return;
  if (!hasHeader) throw emptyInput(name);
  throw new UsageError(
    'no_rows',
    `${name} has a header and no rows; add one row for each identifier, or use --no-header if the first line is one.`,
  );
}
