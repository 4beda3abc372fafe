import { basename } from 'node:path';
import { UsageError } from '../errors.js';
import { chooseColumn } from './column.js';
import {
  type Dialect,
  FROM_START,
  chooseDialect,
  modalWidth,
  rowsElsewhere,
} from './table/dialect.js';
import { forPeople } from './bytes/codec.js';
import { type Encoded, detectEncoding } from './bytes/encoding.js';
import { type Head, readHead } from './table/header.js';
import { isBlank, unclosedQuote } from './table/csv-records.js';
import { type Sample, emptyInput, readSample, requireFile, unreadable } from './table/sample.js';
import { earlierResults } from './result-columns.js';
import { t } from '../messages/index.js';
import type { InputLayout, InputOptions, InputOrigin, TextEncoding } from './types.js';
import {
  TEXT_COLUMNS,
  identifierRows,
  isRunningText,
  toldPassedBy,
  withoutComments,
  withoutRemark,
} from './table/running-text.js';
import { tooLarge } from './bytes/unpack-limits.js';
import { inputLimits } from '../limits.js';

/** What stands above the rows of a sheet that is text, and how to read these; its column of identifiers is not known. */
export async function sheetHead(
  path: string,
  wanted: InputOptions,
  name: string,
): Promise<InputLayout> {
  const options = { ...wanted, ...SHEET_TEXT };
  const { encoded, sample } = await readEncodedSample(path, options, name);
  const { lineEnd, loneCr } = sample;
  const { records } = chooseReading(sample, options, true).dialect;
  const { preamble, hasHeader, columns, width } = readHead(records, options.header);
  const head = { preamble, hasHeader, columns: columns.slice(0, width), width };
  return { ...encoded, ...head, lineEnd, loneCr, delimiter: ',', column: 0, kind: 'both', why: '' };
}

/** The file has a header and nothing below it. */
export class OnlyHeader extends UsageError {
  constructor(
    name: string,
    readonly columns: readonly string[],
  ) {
    super('no_rows', { file: name, has: 'header' });
  }
}

/** How confere writes a sheet of a workbook as text, and reads it again. */
export const SHEET_TEXT = { encoding: 'utf8', delimiter: ',' } as const;

/**
 * Detects how to read the text file at `path`. `name`: the user's name of the file, because `path` may be a
 * private copy. `origin`: what the file was before it was unpacked.
 * @throws UsageError
 */
export async function detectLayout(
  path: string,
  wanted: InputOptions,
  name = basename(path),
  origin?: InputOrigin,
): Promise<InputLayout> {
  await requireFile(path, name);
  const options = origin?.sheet === undefined ? wanted : { ...wanted, ...SHEET_TEXT };
  const { encoded, sample: whole } = await readEncodedSample(path, options, name);
  const isSheet = origin?.sheet !== undefined;
  if (!isSheet) refuseMarkup(whole.text, name, encoded.encoding);
  const { sample, dialect, isList } = chooseReading(whole, options, isSheet);
  if (!isSheet && hasOnlyComments(whole, dialect)) throw onlyComments(name);
  const head = readHead(dialect.records, options.header);
  const ends = { lineEnd: sample.lineEnd, loneCr: sample.loneCr };
  const base = { ...encoded, ...ends, origin };
  if (!isSheet && isRunningText(sample, dialect, head, options))
    return { ...base, ...readText(sample, options, name) };
  if (head.columns.length > inputLimits.columns) throw tooLarge(name, 'columns');
  requireClosed(dialect, sample, head, name);
  requireRows(head, name);
  const sampled = [...head.rows.slice(0, FROM_START), ...rowsElsewhere(sample, dialect)];
  const rows = isList ? sampled.map((cells) => cells.map(withoutRemark)) : sampled;
  const { told = [], ...chosen } = chooseColumn({ ...head, rows }, options, name);
  const { preamble, hasHeader, columns, width } = head;
  const shape = isList ? 'list' : undefined;
  const { delimiter } = dialect;
  const isGuessed = !isSheet && !hasHeader && options.column === undefined && width > 1;
  const passedBy = isGuessed ? toldPassedBy(rows, chosen.column, options.kind) : [];
  const found = [...told, ...passedBy];
  const notes = [...encoded.notes, ...toldTitles(head), ...toldEarlier(head), ...found];
  return { ...base, notes, delimiter, preamble, hasHeader, columns, width, shape, ...chosen };
}

function toldTitles({ titles }: Head): string[] {
  if (titles === 0) return [];
  return [t.input.identifiersAboveHeader(titles)];
}

function toldEarlier(head: Head): string[] {
  if (earlierResults(head).size === 0) return [];
  return [t.input.earlierResult];
}

/** Removes comments only from a list of one column: in a table, `#` may be the name of a column. */
function chooseReading(
  sample: Sample,
  { delimiter, kind }: InputOptions,
  isSheet: boolean,
): { sample: Sample; dialect: Dialect; isList: boolean } {
  const uncommented = (isSheet ? undefined : withoutComments(sample)) ?? sample;
  const dialect = chooseDialect(uncommented, delimiter, kind);
  const isList = !isSheet && modalWidth(dialect.records.filter((cells) => !isBlank(cells))) === 1;
  if (isList || uncommented === sample) return { sample: uncommented, dialect, isList };
  return { sample, dialect: chooseDialect(sample, delimiter, kind), isList };
}

/** The layout of running text: each identifier becomes a row, together with its line. */
function readText(sample: Sample, options: InputOptions, name: string) {
  const rows = identifierRows(sample);
  const columns = ['identifier'];
  const head = { preamble: 0, titles: 0, hasHeader: false, columns, width: 1, rows };
  const { kind, validShare } = chooseColumn(head, { ...options, column: '1' }, name);
  return {
    ...({ shape: 'text', delimiter: ',', preamble: 0, hasHeader: false } as const),
    ...{ columns: TEXT_COLUMNS, width: TEXT_COLUMNS.length, column: 2, kind, validShare },
    why: t.input.noTable,
  };
}

async function readEncodedSample(
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

/** Reports an open quote. It hides the rest of the file, so the error would otherwise be about missing rows. */
function requireClosed(
  { records, broken }: Dialect,
  { whole, cut }: Sample,
  head: Head,
  name: string,
): void {
  const isEndless = cut > inputLimits.record;
  if (!broken && !isEndless) return;
  if (!whole && head.rows.length > 0) return;
  throw unclosedQuote(name, records.length === 0 ? { line: 1 } : { row: records.length + 1 });
}

/** A file of several columns has no comments. */
function hasOnlyComments(whole: Sample, { records }: Dialect): boolean {
  if (!whole.whole || modalWidth(records) > 1) return false;
  return withoutComments(whole)?.text.trim() === '';
}

function onlyComments(name: string): UsageError {
  return new UsageError('no_rows', { file: name, has: 'comments' });
}

function requireRows({ rows, hasHeader, columns }: Head, name: string): void {
  if (rows.length > 0) return;
  throw hasHeader ? new OnlyHeader(name, columns) : emptyInput(name);
}

/** Some systems export a web page with the name `.xls`. */
const MARKUP = /^\s*<(?:\?xml|!doctype|html|head|body|meta|style|table)\b/i;
const JSON_TEXT = /^\s*(?:\[\s*[{"]|\{\s*")/;

/**
 * Refuses web pages, XML and JSON, which the user must first convert to a table.
 * @throws UsageError `not_a_table`
 */
export function refuseMarkup(text: string, name: string, encoding: TextEncoding): void {
  if (MARKUP.test(text)) throw new UsageError('not_a_table', { file: name, is: 'markup' });
  if (!JSON_TEXT.test(text)) return;
  const isWide = encoding === 'utf16le' || encoding === 'utf16be';
  throw new UsageError('not_a_table', { file: name, is: isWide ? 'utf16_json' : 'json' });
}
