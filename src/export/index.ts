import { resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { UsageError } from '../base/errors.js';
import type { ColumnKind } from '../identifiers/index.js';
import { readHeaderText, type HeaderText, type InputLayout } from '../input/index.js';
import type { KeptWorkbook } from '../input/types.js';
import type { Batch } from '../ledger/index.js';
import { type Activities, loadActivities } from '../records/activities.js';
import type { Compared } from '../records/compared.js';
import type { LabelSet } from '../records/labels.js';
import type { MatchCounts } from '../records/matches.js';
import { addedCells, addedColumns, dropEarlierResult, createRowBuilder } from './cells.js';
import { csvFormat, EXCEL, tableFormat } from './csv.js';
import { findDecimalColumns } from './decimals.js';
import { refuseComparison } from './compared.js';
import { createExcelRow } from './excel.js';
import {
  formatRows,
  chooseFormat,
  extensionOf,
  type FormatName,
  type RowFilter,
  hasTabs,
  type RowFormat,
} from './format.js';
import { ARRAY, jsonFormat, LINES, resultText } from './json.js';
import { partnerLines, refusePartners } from './partners.js';
import { mergeRowChunks, type ExportRow, type RowSource } from './rows.js';
import { refuseVerdicts, type RowCount, selectColumns, selectRows } from './selection.js';
import {
  compressIfNamed,
  readOwnStamp,
  addAnswered,
  refuseOverwrite,
  refuseUnwritable,
  writeWhole,
  type OwnOutput,
  refuseInput,
  writeToStream,
} from './targets.js';
import type { TotalsWords } from './totals.js';
import { typedCells } from './values.js';
import { refuseTooManyColumns } from './workbook/plan.js';
import { refuseTooManyRows, xlsxFormat } from './xlsx.js';

/** How a result is written. */
export interface WriteOptions {
  /** The default is the format of the output's extension, otherwise CSV. */
  readonly format?: string;
  /** Only these fields of the record, as dotted paths; all by default. */
  readonly fields?: string | readonly string[];
  /** For Excel in Brazil: `;`, byte order mark, CRLF, and formulas made harmless. */
  readonly excel?: boolean;
  /** The words of headings, statuses, reasons and sources; JSON has the service's only. */
  readonly labels?: LabelSet;
  readonly overwrite?: boolean;
  /** Writes the result even if the batch has not ended. */
  readonly partial?: boolean;
  /** Only rows with one of these statuses, or of these verdicts on one of the comparisons. */
  readonly only?: readonly RowFilter[];
  /** The column of the input, by name or 1-based number, that each of these fields is compared with. */
  readonly compare?: Compared;
  /** For CNPJ batches: the path of a file with one row per partner. */
  readonly partners?: string;
}

export interface ExportRequest extends WriteOptions {
  /** A path, or the stream for `-o -`. */
  readonly target: string | Writable;
  /** The fields come from a setting, which is for both kinds. */
  readonly fieldsAreSetting?: boolean;
  /** The words of the sheet of totals; without them a workbook has none. */
  readonly totals?: TotalsWords;
  /** Whether the batch may replace this file later, because it is the result of its own run. */
  readonly remember?: boolean;
}

/** Programs read JSON, so its names are the service's. @throws UsageError `options_contradict` */
function refuseLabels({ labels = 'service', format }: ExportRequest, found: FormatName): void {
  if (labels === 'service' || found === 'csv' || found === 'xlsx') return;
  const other = format === undefined ? `-o *.${found}` : `--format ${format}`;
  throw new UsageError('options_contradict', { one: '--labels', other });
}

/**
 * Refuses an unknown format or field, labels in JSON, more rows or columns than a workbook holds, and a workbook into
 * which nothing can be written. `layout`: how the input is read. @throws UsageError
 */
export function refuseShape(
  request: ExportRequest,
  kind: ColumnKind,
  rows: number,
  layout?: InputLayout,
): void {
  refuseVerdicts(request);
  const paths = selectColumns(request, kind);
  refuseComparison(request.compare, kind, layout);
  const format = chooseFormat(request.target, request.format, request.excel);
  refuseLabels(request, format);
  if (format !== 'xlsx') return;
  const kept = keptWorkbook(request, layout);
  if (layout !== undefined) refuseOtherName(request.target, kept?.macros === true);
  if (kept !== undefined && layout !== undefined) {
    if (kept.fault !== undefined) throw new UsageError('workbook_closed', { why: kept.fault });
    refuseTooManyColumns(layout, addedColumns(paths).length);
  }
  // With `--only` the number of rows is known only when they are written.
  if (request.only === undefined) refuseTooManyRows(rows);
}

/**
 * Returns the workbook into which a result is written; undefined where the result is a new file, as a selection of rows
 * is.
 */
function keptWorkbook(request: ExportRequest, layout?: InputLayout): KeptWorkbook | undefined {
  const isWorkbook = chooseFormat(request.target, request.format, request.excel) === 'xlsx';
  return isWorkbook && request.only === undefined ? layout?.origin?.workbook : undefined;
}

function refuseOtherName(target: ExportRequest['target'], hasMacros: boolean): void {
  const extension = extensionOf(target);
  const needed = hasMacros ? 'xlsm' : 'xlsx';
  if ((extension === 'xlsm' || extension === 'xlsx') && extension !== needed)
    throw new UsageError('workbook_name', { extension, needed });
}

interface FormatFacts {
  readonly header: HeaderText | undefined;
  /** The columns (0-based) that a workbook has as numbers. */
  readonly decimals: ReadonlySet<number>;
  readonly count: RowCount;
  readonly activities: Activities;
}

/** Only results for people have the names of activities. */
async function loadActivitiesFor({ labels = 'service' }: ExportRequest): Promise<Activities> {
  return labels === 'service' ? {} : loadActivities();
}

/** Returns the format of a result. */
function createFormat(
  { layout, totals }: RowSource,
  request: ExportRequest,
  { header, decimals, count, activities }: FormatFacts,
): RowFormat<ExportRow> {
  const { labels } = request;
  const paths = selectColumns(request, layout.kind, activities);
  const text = resultText(layout, paths, request.fields === undefined);
  const names = [...dropEarlierResult(layout)(layout.columns), ...addedColumns(paths, labels)];
  const added = (entry: ExportRow) => addedCells(paths, entry, labels);
  switch (chooseFormat(request.target, request.format, request.excel)) {
    case 'json':
      return jsonFormat(text, ARRAY);
    case 'jsonl':
      return jsonFormat(text, LINES);
    case 'xlsx':
      return xlsxFormat(layout, paths, { decimals, labels, totals, count });
    case 'csv':
      if (request.excel === true)
        return tableFormat(names, createExcelRow(layout, paths, labels), EXCEL);
      if (hasTabs(request.target, request.format) && layout.delimiter !== '\t')
        return tableFormat(names, createRowBuilder(layout, added), { ...layout, delimiter: '\t' });
      return csvFormat(layout, header, addedColumns(paths, labels), added);
  }
}

/** A workbook says itself which of its cells are numbers. */
async function findDecimals(
  { layout, path }: RowSource,
  { target, format, excel }: ExportRequest,
): Promise<ReadonlySet<number>> {
  const isWorkbook = chooseFormat(target, format, excel) === 'xlsx';
  if (!isWorkbook || layout.origin?.sheet !== undefined) return new Set();
  return findDecimalColumns(path, layout);
}

/** The facts about a batch, which may not exist yet, that a result needs. */
export interface ResultBatch extends Pick<Batch, 'kind' | 'rows' | 'outputs'> {
  /** How the input is read, once that is known. */
  readonly inputLayout?: InputLayout | undefined;
}

/**
 * Refuses a result that could not be written, before any credit is spent on it. `makeFolder` makes the folder of the
 * target, once nothing else is refused. @throws UsageError
 */
export async function refuseTarget(
  batch: ResultBatch,
  request: ExportRequest,
  makeFolder?: () => void,
): Promise<void> {
  const { partners, target } = request;
  refusePartners(request, batch.kind);
  refuseVerdicts(request);
  if (batch.kind !== null) refuseShape(request, batch.kind, batch.rows, batch.inputLayout);
  if (partners !== undefined) await refusePath(batch, partners, request);
  if (typeof target !== 'string') return;
  makeFolder?.();
  await refusePath(batch, target, request);
}

async function refusePath(
  batch: ResultBatch,
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
  /** How many rows of the whole result have each verdict, by the field that is compared. */
  readonly matches?: MatchCounts;
}

/**
 * Writes all rows, or no file (contract, "Export"). `onRows` gets the number of rows so far, those left out included.
 * @throws UsageError; ConfereError `rows_differ`
 */
export async function writeResult(
  from: RowSource,
  request: ExportRequest,
  newId: () => string,
  onRows?: (rows: number) => void,
): Promise<WrittenFile> {
  const { partners, target, overwrite = false, excel = false } = request;
  const { batch, layout } = from;
  refusePartners(request, batch.kind);
  if (!overwrite && partners !== undefined)
    await refuseOverwrite(
      resolve(partners),
      selectReplaceable(request, await readOwnOutputs(from)),
    );
  refuseShape(request, layout.kind, batch.rows, layout);
  const workbook = keptWorkbook(request, layout) && (await from.workbook?.());
  const { chunks, count, format } =
    workbook === undefined
      ? await formatNewFile(from, request, onRows)
      : await writeIntoInputWorkbook(from, request, workbook, onRows);
  const toFile = (name: string, all: AsyncIterable<Buffer>, keepsOutput: boolean) =>
    writeFile(from, request, newId, { path: resolve(name), chunks: all, keepsOutput });
  if (typeof target === 'string') await toFile(target, chunks, request.remember !== true);
  else await writeToStream(target, chunks);
  if (partners !== undefined) {
    const lines = partnerLines(mergeRowChunks(from), layout, { path: partners, excel });
    await toFile(partners, compressIfNamed(partners, lines), true);
  }
  return {
    // The name stays as the user wrote it.
    path: typeof target === 'string' ? target : '-',
    rows: count.rows,
    replaced: format.replaced?.() ?? 0,
    cut: format.cut?.() ?? 0,
    matches: count.matches,
  };
}

/** The bytes of a result, with what is counted while they are read. */
interface ResultBytes {
  readonly chunks: AsyncIterable<Buffer>;
  readonly count: Pick<RowCount, 'rows' | 'matches'>;
  readonly format: Pick<RowFormat<ExportRow>, 'replaced' | 'cut'>;
}

async function formatNewFile(
  from: RowSource,
  request: ExportRequest,
  onRows?: (rows: number) => void,
): Promise<ResultBytes> {
  const { layout, path } = from;
  const header = await readHeaderText(path, layout);
  const count: RowCount = { rows: 0, leftOut: 0 };
  const decimals = await findDecimals(from, request);
  const activities = await loadActivitiesFor(request);
  const format = createFormat(from, request, { header, decimals, count, activities });
  const rows = formatRows(format, selectRows(from, request, count, onRows));
  return { chunks: compressIfNamed(request.target, rows), count, format };
}

/** Returns the workbook of the input, with the result in it. */
async function writeIntoInputWorkbook(
  from: RowSource,
  request: ExportRequest,
  path: string,
  onRows?: (rows: number) => void,
): Promise<ResultBytes> {
  const { writeIntoWorkbook } = await import('./workbook/index.js');
  const { batch, layout } = from;
  const { labels } = request;
  const paths = selectColumns(request, layout.kind, await loadActivitiesFor(request));
  const cuts = { cut: 0 };
  // The rows are read again where the order of the sheets in the workbook is not the order of their rows.
  const readings: RowCount[] = [];
  const read = () => {
    const count: RowCount = { rows: 0, leftOut: 0 };
    readings.push(count);
    return selectRows(from, request, count, onRows);
  };
  const count = {
    rows: batch.rows,
    get matches() {
      return readings.toSorted((a, b) => b.rows - a.rows)[0]?.matches;
    },
  };
  const chunks = writeIntoWorkbook({
    path,
    name: batch.file,
    layout,
    headings: addedColumns(paths, labels),
    cellsOf: (entry) => typedCells(paths, entry, labels),
    rows: read,
    count: cuts,
    totals: from.totals && (() => from.totals?.rows(count.matches) ?? []),
  });
  return { chunks, count, format: { cut: () => cuts.cut } };
}

/**
 * Returns the outputs that may be replaced: a run may replace unchanged outputs of its batch, an export none (contract,
 * "Export").
 */
function selectReplaceable({ remember }: ExportRequest, own: OwnOutput): OwnOutput {
  return remember === true ? own : { outputs: {} };
}

/**
 * Writes a file to a path where no file is, or one that may be replaced; with `--overwrite`, in place of any file.
 * `keepsOutput`: the file is not the result of the batch's own run, so the batch keeps the output that it has.
 */
async function writeFile(
  from: RowSource,
  request: ExportRequest,
  newId: () => string,
  file: {
    readonly path: string;
    readonly chunks: AsyncIterable<Buffer>;
    readonly keepsOutput: boolean;
  },
): Promise<void> {
  const { path, chunks, keepsOutput } = file;
  const { overwrite = false, remember = false } = request;
  const own = await readOwnOutputs(from);
  await refuseInput(path, from.batch);
  if (!overwrite) await refuseOverwrite(path, selectReplaceable(request, own));
  const old = await readOwnStamp(path, own);
  // The stamp is stored before the rename, so that a run that is killed right after it recognizes its result.
  const isKept = remember || Object.hasOwn(own.outputs, path);
  const storeStamp = async (stamp: string) => {
    const kept = addAnswered(`${old} ${stamp}`.trim(), from.answered);
    if (isKept) await from.ledger.storeOutput(from.batch.num, path, kept, keepsOutput);
  };
  const unique = remember ? from.batch.id : newId();
  await writeWhole(path, chunks, { unique, beforeRename: storeStamp });
}

async function readOwnOutputs({ ledger, batch }: RowSource): Promise<OwnOutput> {
  const [own = batch] = await ledger.findBatches({ num: batch.num });
  return own;
}

export type { MatchCounts };
