import { resolve } from 'node:path';
import type { Writable } from 'node:stream';
import type { ColumnKind } from '../identifiers/index.js';
import type { HeaderText, InputLayout } from '../input/index.js';
import { csvFormat, excelFormat, tabFormat } from './csv.js';
import { type RecordPath, allPaths, readFields } from '../records/fields.js';
import { formatName, hasTabs, type Format } from './format.js';
import { jsonFormat } from './json.js';
import { refusePartners } from './partners.js';
import { refuseOverwrite, refuseUnwritable } from './targets.js';
import { refuseTooManyRows, xlsxFormat } from './xlsx.js';
import type { Batch } from '../ledger/index.js';

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

export function createFormat(
  layout: InputLayout,
  shape: Shape,
  header: HeaderText | undefined,
): Format {
  const paths = pathsOf(shape, layout.kind);
  const all = { paths, others: shape.fields === undefined };
  switch (formatName(shape.target, shape.format)) {
    case 'json':
      return jsonFormat(layout, all, ['[\n', ',\n', '\n]\n']);
    case 'jsonl':
      return jsonFormat(layout, all, ['', '\n', '\n']);
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

/** What decides whether the result of a batch can be written; of a new batch, no more may be known. */
type ForResult = Pick<Batch, 'kind' | 'rows' | 'output' | 'outputs'>;

type Wanted = Shape & { readonly partners?: string; readonly overwrite?: boolean };

/**
 * Refuses a result that could not be written, before any credit is spent on it. `makeFolder`: makes that of a path, when
 * nothing else is refused. @throws UsageError
 */
export async function refuseTarget(
  batch: ForResult,
  request: Wanted,
  makeFolder?: () => void,
): Promise<void> {
  const { partners, target } = request;
  refusePartners(partners, batch.kind, target);
  if (batch.kind !== null) refuseShape(request, batch.kind, batch.rows);
  if (partners !== undefined) await refusePath(batch, partners, request);
  if (typeof target !== 'string') return;
  makeFolder?.();
  await refusePath(batch, target, request);
}

async function refusePath(batch: ForResult, path: string, { overwrite }: Wanted): Promise<void> {
  await refuseUnwritable(resolve(path));
  if (overwrite !== true) await refuseOverwrite(resolve(path), batch);
}
