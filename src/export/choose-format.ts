import type { Writable } from 'node:stream';
import type { ColumnKind } from '../identifiers/index.js';
import type { HeaderText, InputLayout } from '../input/index.js';
import { csvFormat, excelFormat, tabFormat } from './csv.js';
import { type RecordPath, allPaths, readFields } from '../records/fields.js';
import { formatName, hasTabs, type Format } from './format.js';
import { jsonFormat, jsonLinesFormat } from './json.js';
import { refuseTooManyRows, xlsxFormat } from './xlsx/index.js';

/** What determines how a result is written. */
export interface Shape {
  readonly target: string | Writable;
  readonly format?: string;
  readonly fields?: string;
  readonly excel?: boolean;
  readonly only?: readonly string[];
}

/**
 * Refuses a result that could not be written, before anything is spent on it.
 *
 * @throws UsageError for an unknown format or field, and for more rows than a workbook holds
 */
export function refuseShape(shape: Shape, kind: ColumnKind, rows: number): void {
  pathsOf(shape, kind);
  const isWorkbook = formatName(shape.target, shape.format) === 'xlsx';
  // With `--only` the number of rows is known only when they are written.
  if (isWorkbook && shape.only === undefined) refuseTooManyRows(rows);
}

/** The format of a result for an input of `rows` rows. */
export function createFormat(
  layout: InputLayout,
  rows: number,
  shape: Shape,
  header: HeaderText | undefined,
): Format {
  refuseShape(shape, layout.kind, rows);
  const paths = pathsOf(shape, layout.kind);
  const all = { paths, others: shape.fields === undefined };
  switch (formatName(shape.target, shape.format)) {
    case 'json':
      return jsonFormat(layout, all);
    case 'jsonl':
      return jsonLinesFormat(layout, all);
    case 'xlsx':
      return xlsxFormat(layout, paths);
    case 'csv':
      if (shape.excel === true) return excelFormat(layout, paths);
      if (hasTabs(shape.target, shape.format) && layout.delimiter !== '\t')
        return tabFormat(layout, paths);
      return csvFormat(layout, paths, header);
  }
}

/** A field that was named twice gets one column. */
function pathsOf({ fields }: Shape, kind: ColumnKind): RecordPath[] {
  const paths = fields === undefined ? allPaths(kind) : readFields(fields, { of: 'result', kind });
  return [...new Map(paths.map((path) => [path.name, path])).values()];
}
