import { resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { UsageError } from '../base/errors.js';
import type { ColumnKind } from '../identifiers/index.js';
import { readHeaderText, type RowText, type InputLayout } from '../input/index.js';
import type { StoredWorkbook } from '../input/types.js';
import type { Batch } from '../ledger/index.js';
import { type Activities, loadActivities } from '../records/activities.js';
import type { Compared } from '../records/compared.js';
import type { LabelSet } from '../records/labels.js';
import type { MatchCounts } from '../records/matches.js';
import {
  buildAddedCells,
  buildAddedHeadings,
  createEarlierResultFilter,
  createRowBuilder,
} from './cells.js';
import { createCsvFormat, EXCEL_DIALECT, createTableFormat } from './csv.js';
import { findDecimalColumns } from './decimals.js';
import { refuseComparison } from './compared.js';
import { createExcelRowBuilder } from './excel.js';
import {
  formatRows,
  chooseFormat,
  readExtension,
  type RowFormatName,
  type RowFilter,
  hasTabs,
  type RowFormat,
} from './format.js';
import { ARRAY, createJsonFormat, LINES, createRowToJson } from './json.js';
import { formatPartners, refusePartners } from './partners.js';
import { mergeRowChunks, type ExportRow, type RowSource } from './rows.js';
import { refuseVerdicts, type RowCount, selectColumns, selectRows } from './selection.js';
import {
  compressIfGzName,
  isReplaceable,
  readOutputStamp,
  appendAnsweredCount,
  refuseOverwrite,
  refuseUnwritable,
  writeWhole,
  type BatchOutputs,
  refuseInput,
  writeToStream,
} from './targets.js';
import type { TotalsWords } from './totals.js';
import { buildTypedCells } from './values.js';
import { refuseTooManyColumns } from './workbook/plan.js';
import { refuseTooManyRows, createXlsxFormat } from './xlsx.js';

/** How a result is written. */
export interface WriteOptions {
  /** The format of the result; by default that of the output's extension, otherwise CSV. */
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
  /** Whether the fields come from a setting, which is for both kinds. */
  readonly areFieldsFromSetting?: boolean;
  /** The words of the sheet of totals; without them a workbook has none. */
  readonly totalsWords?: TotalsWords;
  /** Whether the batch may replace this file later, because it is the result of its own run. */
  readonly isOwnResult?: boolean;
}

/** Refuses labels in JSON: programs read it, so its names are the service's. @throws UsageError `options_contradict` */
function refuseLabels({ labels = 'service', format }: ExportRequest, chosen: RowFormatName): void {
  if (labels === 'service' || chosen === 'csv' || chosen === 'xlsx') return;
  const other = format === undefined ? `-o *.${chosen}` : `--format ${format}`;
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
  const workbook = findStoredWorkbook(request, layout);
  if (layout !== undefined) refuseWrongExtension(request.target, workbook?.macros === true);
  if (workbook !== undefined && layout !== undefined) {
    if (workbook.fault !== undefined)
      throw new UsageError('workbook_closed', { why: workbook.fault });
    refuseTooManyColumns(layout, buildAddedHeadings(paths).length);
  }
  // With `--only` the number of rows is known only when they are written.
  if (request.only === undefined) refuseTooManyRows(rows);
}

/**
 * Returns the workbook into which a result is written; undefined if the result is a new file. A selection of rows
 * always is.
 */
function findStoredWorkbook(
  request: ExportRequest,
  layout?: InputLayout,
): StoredWorkbook | undefined {
  const isWorkbook = chooseFormat(request.target, request.format, request.excel) === 'xlsx';
  return isWorkbook && request.only === undefined ? layout?.origin?.workbook : undefined;
}

function refuseWrongExtension(target: ExportRequest['target'], hasMacros: boolean): void {
  const extension = readExtension(target);
  const requiredExtension = hasMacros ? 'xlsm' : 'xlsx';
  if ((extension === 'xlsm' || extension === 'xlsx') && extension !== requiredExtension)
    throw new UsageError('workbook_name', { extension, needed: requiredExtension });
}

interface FormatFacts {
  readonly header: RowText | undefined;
  /** The columns (0-based) of a text with decimal commas, which become numbers in a workbook. */
  readonly decimalColumns: ReadonlySet<number>;
  readonly count: RowCount;
  readonly activities: Activities;
}

/** Loads the names of activities for a result for people; no other result has them. */
async function loadActivitiesFor({ labels = 'service' }: ExportRequest): Promise<Activities> {
  return labels === 'service' ? {} : loadActivities();
}

/** Returns the format of a result. */
function createFormat(
  { layout, totalsSheet }: RowSource,
  request: ExportRequest,
  { header, decimalColumns, count, activities }: FormatFacts,
): RowFormat<ExportRow> {
  const { labels } = request;
  const paths = selectColumns(request, layout.kind, activities);
  const toJson = createRowToJson(layout, paths, request.fields === undefined);
  const names = [
    ...createEarlierResultFilter(layout)(layout.columns),
    ...buildAddedHeadings(paths, labels),
  ];
  const buildAdded = (entry: ExportRow) => buildAddedCells(paths, entry, labels);
  switch (chooseFormat(request.target, request.format, request.excel)) {
    case 'json':
      return createJsonFormat(toJson, ARRAY);
    case 'jsonl':
      return createJsonFormat(toJson, LINES);
    case 'xlsx':
      return createXlsxFormat(layout, paths, { decimalColumns, labels, totalsSheet, count });
    case 'csv':
      if (request.excel === true)
        return createTableFormat(
          names,
          createExcelRowBuilder(layout, paths, labels),
          EXCEL_DIALECT,
        );
      if (hasTabs(request.target, request.format) && layout.delimiter !== '\t')
        return createTableFormat(names, createRowBuilder(layout, buildAdded), {
          ...layout,
          delimiter: '\t',
        });
      return createCsvFormat(layout, header, buildAddedHeadings(paths, labels), buildAdded);
  }
}

/** Finds the columns with decimal commas, if a text becomes a workbook. A workbook marks its numbers itself. */
async function findDecimalsOfText(
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
 * target, after everything but the path of the target has been accepted. @throws UsageError
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
  /** The number of characters that were replaced because the file's encoding lacks them. */
  readonly replaced: number;
  /** The number of cells that were cut because they exceed the limit of a workbook. */
  readonly cut: number;
  /** The number of rows of the whole result with each verdict, by the compared field. */
  readonly matches?: MatchCounts;
}

/**
 * Writes all rows, or no file (contract, "Export"). `onRows` receives the number of rows so far, including those that
 * `--only` leaves out.
 * @throws UsageError; ConfereError `rows_differ`
 */
export async function writeResult(
  source: RowSource,
  request: ExportRequest,
  newId: () => string,
  onRows?: (rows: number) => void,
): Promise<WrittenFile> {
  const { partners, target, overwrite = false, excel = false } = request;
  const { batch, layout } = source;
  refusePartners(request, batch.kind);
  if (!overwrite && partners !== undefined)
    await refuseOverwrite(
      resolve(partners),
      selectReplaceable(request, await readBatchOutputs(source)),
    );
  refuseShape(request, layout.kind, batch.rows, layout);
  const workbook = findStoredWorkbook(request, layout) && (await source.workbook?.());
  const { chunks, count, format } =
    workbook === undefined
      ? await formatNewFile(source, request, onRows)
      : await writeIntoInputWorkbook(source, request, workbook, onRows);
  const writeChunks = (name: string, bytes: AsyncIterable<Buffer>, keepsBatchOutput: boolean) =>
    writeFile(source, request, newId, { path: resolve(name), chunks: bytes, keepsBatchOutput });
  if (typeof target === 'string') await writeChunks(target, chunks, request.isOwnResult !== true);
  else await writeToStream(target, chunks);
  if (partners !== undefined) {
    const lines = formatPartners(mergeRowChunks(source), layout, { path: partners, excel });
    await writeChunks(partners, compressIfGzName(partners, lines), true);
  }
  return {
    // The name stays as the user wrote it.
    path: typeof target === 'string' ? target : '-',
    rows: count.rows,
    replaced: format.countReplaced?.() ?? 0,
    cut: format.countCut?.() ?? 0,
    matches: count.matches,
  };
}

/** The bytes of a result, and the numbers that are counted while the bytes are read. */
interface ResultBytes {
  readonly chunks: AsyncIterable<Buffer>;
  readonly count: Pick<RowCount, 'rows' | 'matches'>;
  readonly format: Pick<RowFormat<ExportRow>, 'countReplaced' | 'countCut'>;
}

async function formatNewFile(
  source: RowSource,
  request: ExportRequest,
  onRows?: (rows: number) => void,
): Promise<ResultBytes> {
  const { layout, path } = source;
  const header = await readHeaderText(path, layout);
  const count: RowCount = { rows: 0, leftOut: 0 };
  const decimalColumns = await findDecimalsOfText(source, request);
  const activities = await loadActivitiesFor(request);
  const format = createFormat(source, request, {
    header,
    decimalColumns,
    count,
    activities,
  });
  const rows = formatRows(format, selectRows(source, request, count, onRows));
  return { chunks: compressIfGzName(request.target, rows), count, format };
}

/** Returns the bytes of the input's workbook with the result in it. */
async function writeIntoInputWorkbook(
  source: RowSource,
  request: ExportRequest,
  path: string,
  onRows?: (rows: number) => void,
): Promise<ResultBytes> {
  const { writeIntoWorkbook } = await import('./workbook/index.js');
  const { batch, layout } = source;
  const { labels } = request;
  const paths = selectColumns(request, layout.kind, await loadActivitiesFor(request));
  const cutTexts = { cut: 0 };
  // The workbook's archive may store its sheets in another order than the rows come. The rows are then read several
  // times, each time with a count of its own, and the highest count is complete.
  const counts: RowCount[] = [];
  const readRows = () => {
    const count: RowCount = { rows: 0, leftOut: 0 };
    counts.push(count);
    return selectRows(source, request, count, onRows);
  };
  const count = {
    rows: batch.rows,
    get matches() {
      return counts.toSorted((a, b) => b.rows - a.rows)[0]?.matches;
    },
  };
  const chunks = writeIntoWorkbook({
    path,
    name: batch.file,
    layout,
    headings: buildAddedHeadings(paths, labels),
    cellsOf: (entry) => buildTypedCells(paths, entry, labels),
    rows: readRows,
    count: cutTexts,
    totals: source.totalsSheet && (() => source.totalsSheet?.rows(count.matches) ?? []),
  });
  return { chunks, count, format: { countCut: () => cutTexts.cut } };
}

/**
 * Returns the outputs that may be replaced: a run may replace unchanged outputs of its batch, an export none (contract,
 * "Export").
 */
function selectReplaceable({ isOwnResult }: ExportRequest, outputs: BatchOutputs): BatchOutputs {
  return isOwnResult === true ? outputs : { outputs: {} };
}

/**
 * Writes a file to a path where there is no file, or a file that may be replaced; with `--overwrite`, any file is
 * replaced. `keepsBatchOutput`: the file is not the result of the batch's own run, so the batch keeps the output that
 * it has.
 */
async function writeFile(
  source: RowSource,
  request: ExportRequest,
  newId: () => string,
  file: {
    readonly path: string;
    readonly chunks: AsyncIterable<Buffer>;
    readonly keepsBatchOutput: boolean;
  },
): Promise<void> {
  const { path, chunks, keepsBatchOutput } = file;
  const { overwrite = false, isOwnResult = false } = request;
  const outputs = await readBatchOutputs(source);
  await refuseInput(path, source.batch);
  if (!overwrite) await refuseOverwrite(path, selectReplaceable(request, outputs));
  const oldStamp = await readOutputStamp(path, outputs);
  // The stamp is stored before the rename: if this process is killed after the rename, the next run recognizes the file
  // as its result.
  const mayBeReplaced = isOwnResult || isReplaceable(path, outputs);
  const storeStamp = async (stamp: string) => {
    const stamps = appendAnsweredCount(`${oldStamp} ${stamp}`.trim(), source.answeredCount);
    // Without a stamp, the ledger only knows that the file was written.
    const stored = mayBeReplaced ? stamps : '';
    await source.ledger.storeOutput(source.batch.num, path, stored, keepsBatchOutput);
  };
  const temporaryId = isOwnResult ? source.batch.id : newId();
  await writeWhole(path, chunks, { temporaryId, beforeRename: storeStamp });
}

async function readBatchOutputs({ ledger, batch }: RowSource): Promise<BatchOutputs> {
  const [current = batch] = await ledger.findBatches({ num: batch.num });
  return current;
}

export type { MatchCounts };
