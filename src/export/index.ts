import { resolve } from 'node:path';
import type { Writable } from 'node:stream';
import type { ColumnKind } from '../identifiers/index.js';
import { readHeaderText, type HeaderText, type InputLayout } from '../input/index.js';
import type { Batch } from '../ledger/index.js';
import { allPaths, readFields, type RecordPath } from '../records/fields.js';
import { addedCells, addedColumns, ownCells, wholeRow } from './cells.js';
import { csvFormat, EXCEL, tableFormat } from './csv.js';
import { excelRow } from './excel.js';
import { bytesIn, formatName, hasTabs, type RowFormat } from './format.js';
import { ARRAY, jsonFormat, LINES, resultText } from './json.js';
import { partnerLines, refusePartners } from './partners.js';
import {
  mergedRowChunks,
  refuseOtherRows,
  type ExportRow,
  type LookupStatus,
  type RowSource,
} from './rows.js';
import {
  asNamed,
  ownStamp,
  withAnswered,
  refuseOverwrite,
  refuseUnwritable,
  writeWhole,
  type OwnOutput,
  refuseInput,
  toStream,
} from './targets.js';
import { refuseTooManyRows, xlsxFormat } from './xlsx.js';

const ROWS_IN_TEXT = 250;

/** How a result is written. */
export interface WriteOptions {
  /** Default: by the extension of the output, otherwise CSV. */
  readonly format?: string;
  /** Only these fields of the record, as dotted paths; all when left out. */
  readonly fields?: string | readonly string[];
  /** For Excel in Brazil: `;`, byte order mark, CRLF, and formulas made harmless. */
  readonly excel?: boolean;
  readonly overwrite?: boolean;
  /** Writes the result even if the batch has not ended. */
  readonly partial?: boolean;
  readonly only?: readonly LookupStatus[];
  /** For CNPJ batches: the path of a file with one row per partner. */
  readonly partners?: string;
}

export interface ExportRequest extends WriteOptions {
  /** A path, or the stream for `-o -`. */
  readonly target: string | Writable;
  /** Whether the batch may replace this file later, because it is the result of its own run. */
  readonly remember?: boolean;
}

/** @throws UsageError for an unknown format or field, and for more rows than a workbook holds */
export function refuseShape(shape: ExportRequest, kind: ColumnKind, rows: number): void {
  pathsOf(shape, kind);
  const isWorkbook = formatName(shape.target, shape.format, shape.excel) === 'xlsx';
  // With `--only` the number of rows is known only when they are written.
  if (isWorkbook && shape.only === undefined) refuseTooManyRows(rows);
}

export function createFormat(
  layout: InputLayout,
  shape: ExportRequest,
  header: HeaderText | undefined,
): RowFormat {
  const paths = pathsOf(shape, layout.kind);
  const text = resultText(layout, paths, shape.fields === undefined);
  const names = [...ownCells(layout)(layout.columns), ...addedColumns(paths)];
  switch (formatName(shape.target, shape.format, shape.excel)) {
    case 'json':
      return jsonFormat(text, ARRAY);
    case 'jsonl':
      return jsonFormat(text, LINES);
    case 'xlsx':
      return xlsxFormat(layout, paths);
    case 'csv':
      if (shape.excel === true) return tableFormat(names, excelRow(layout, paths), EXCEL);
      if (hasTabs(shape.target, shape.format) && layout.delimiter !== '\t')
        return tableFormat(names, wholeRow(layout, paths), { ...layout, delimiter: '\t' });
      return csvFormat(layout, header, addedColumns(paths), (entry: ExportRow) =>
        addedCells(paths, entry),
      );
  }
}

/** Each once. */
function pathsOf({ fields }: ExportRequest, kind: ColumnKind): RecordPath[] {
  const named = typeof fields === 'object' ? fields.join(',') : fields;
  const paths = named === undefined ? allPaths(kind) : readFields(named, { of: 'result', kind });
  return [...new Map(paths.map((path) => [path.name, path])).values()];
}

/** Of a batch that may not be made yet. */
export type ForResult = Pick<Batch, 'kind' | 'rows' | 'outputs'>;

/** Before any credit is spent on it. `makeFolder`: makes that of a path, when nothing else is refused. @throws UsageError */
export async function refuseTarget(
  batch: ForResult,
  request: ExportRequest,
  makeFolder?: () => void,
): Promise<void> {
  const { partners, target } = request;
  refusePartners(request, batch.kind);
  if (batch.kind !== null) refuseShape(request, batch.kind, batch.rows);
  if (partners !== undefined) await refusePath(batch, partners, request);
  if (typeof target !== 'string') return;
  makeFolder?.();
  await refusePath(batch, target, request);
}

async function refusePath(
  batch: ForResult,
  path: string,
  { overwrite }: ExportRequest,
): Promise<void> {
  await refuseUnwritable(resolve(path));
  if (overwrite !== true) await refuseOverwrite(resolve(path), batch);
}

export interface WrittenFile {
  readonly path: string;
  readonly rows: number;
  /** Characters that the file's encoding lacks. */
  readonly replaced: number;
  /** Cells that were cut because they exceed the limit of a workbook. */
  readonly cut: number;
}

/** All rows or no file (contract, "Export"). `told` gets the rows so far, also those left out. @throws UsageError; ConfereError `rows_differ` */
export async function writeResult(
  from: RowSource,
  request: ExportRequest,
  newId: () => string,
  told?: (rows: number) => void,
): Promise<WrittenFile> {
  const { partners, target, overwrite = false, excel = false } = request;
  const { batch, layout, path } = from;
  refusePartners(request, batch.kind);
  if (!overwrite && partners !== undefined)
    await refuseOverwrite(resolve(partners), replaceable(request, await ownOutputs(from)));
  refuseShape(request, layout.kind, batch.rows);
  const format = createFormat(layout, request, await readHeaderText(path, layout));
  const count = { rows: 0, leftOut: 0 };
  const chunks = asNamed(target, bytesIn(format, groupsOf(from, request, count, told)));
  const toFile = (name: string, all: AsyncIterable<Buffer>, isBeside: boolean) =>
    writeFile(from, request, newId, { path: resolve(name), chunks: all, isBeside });
  if (typeof target === 'string') await toFile(target, chunks, request.remember !== true);
  else await toStream(target, chunks);
  if (partners !== undefined) {
    const lines = partnerLines(mergedRowChunks(from), layout, { path: partners, excel });
    await toFile(partners, asNamed(partners, lines), true);
  }
  return {
    // A name is told as the user wrote it.
    path: typeof target === 'string' ? target : '-',
    rows: count.rows,
    replaced: format.replaced?.() ?? 0,
    cut: format.cut?.() ?? 0,
  };
}

/** A run replaces what its batch wrote and nobody changed since; an export nothing (contract, "Export"). */
function replaceable({ remember }: ExportRequest, own: OwnOutput): OwnOutput {
  return remember === true ? own : { outputs: {} };
}

/** Writes a file in the place of none, or of one that may be replaced; with `--overwrite`, of any. */
async function writeFile(
  from: RowSource,
  request: ExportRequest,
  newId: () => string,
  file: {
    readonly path: string;
    readonly chunks: AsyncIterable<Buffer>;
    readonly isBeside: boolean;
  },
): Promise<void> {
  const { path, chunks, isBeside } = file;
  const { overwrite = false, remember = false } = request;
  const own = await ownOutputs(from);
  await refuseInput(path, from.batch);
  if (!overwrite) await refuseOverwrite(path, replaceable(request, own));
  const old = await ownStamp(path, own);
  // Stored before the rename: a run that is killed right after it must still recognize its result.
  const isKept = remember || Object.hasOwn(own.outputs, path);
  const announce = async (stamp: string) => {
    const kept = withAnswered(`${old} ${stamp}`.trim(), from.answered);
    if (isKept) await from.ledger.keepOutput(from.batch.num, path, kept, isBeside);
  };
  const unique = remember ? from.batch.id : newId();
  await writeWhole(path, chunks, { unique, announce });
}

async function ownOutputs({ ledger, batch }: RowSource): Promise<OwnOutput> {
  const [own = batch] = await ledger.findBatches({ num: batch.num });
  return own;
}

/** The rows that are wanted, few at once: one text of megabytes would slow down garbage collection. */
async function* groupsOf(
  from: RowSource,
  { only }: ExportRequest,
  count: { rows: number; leftOut: number },
  told?: (rows: number) => void,
): AsyncGenerator<readonly ExportRow[]> {
  for await (const entries of mergedRowChunks(from)) {
    const rows = entries.filter(({ result }) => only?.includes(result.status) ?? true);
    count.leftOut += entries.length - rows.length;
    for (let at = 0; at < rows.length; at += ROWS_IN_TEXT) {
      const some = rows.slice(at, at + ROWS_IN_TEXT);
      yield some;
      count.rows += some.length;
    }
    told?.(count.rows + count.leftOut);
  }
  // The rows are counted after they have become bytes, so that a row lost on the way is noticed.
  refuseOtherRows(count.rows + count.leftOut, from.batch);
}
