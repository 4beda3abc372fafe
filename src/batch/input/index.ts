import { basename } from 'node:path';
import { UsageError } from '../../errors.js';
import { chooseColumn } from './column.js';
import { chooseDialect, type Dialect } from './dialect.js';
import { asWindows1252, detectEncoding, type Encoded } from './encoding.js';
import { readHead, type Head } from './header.js';
import { unclosedQuote } from './records.js';
import { emptyInput, readSample, requireFile, unreadable, type Sample } from './sample.js';
import type { InputLayout, InputOptions } from './types.js';

export { describeLayout } from './describe.js';
export { readHeaderText, type HeaderText } from './header-text.js';
export { readRows } from './rows.js';
export type { InputLayout, InputOptions, InputRow, TextEncoding } from './types.js';

/** How to read the file at `path`; `name` is what people call it (the path may be a private copy). */
export async function detectLayout(
  path: string,
  options: InputOptions,
  name = basename(path),
): Promise<InputLayout> {
  await requireFile(path, name);
  const { encoded, sample } = await look(path, options, name);
  const dialect = chooseDialect(sample, options.delimiter, options.kind);
  const head = readHead(dialect.records, options.header);
  requireClosed(dialect, sample, head, name);
  requireRows(head, name);
  const chosen = chooseColumn(head, options, name);
  const { preamble, hasHeader, columns } = head;
  const how = { ...encoded, delimiter: dialect.delimiter, lineEnd: sample.lineEnd };
  return { ...how, preamble, hasHeader, columns, ...chosen };
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
    const text = encoded.encoding === 'latin1' ? asWindows1252(sample.text) : sample.text;
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
