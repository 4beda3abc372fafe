import { posix } from 'node:path';
import { ConfereError } from '../../base/errors.js';
import type { InputLayout } from '../../input/index.js';
import { UnpackLimit } from '../../input/unpack-limit.js';
import { type Archive, buildPartKey, openArchive } from '../../input/workbook/archive.js';
import { CONTENT_TYPES, readTables } from '../../input/workbook/kept.js';
import { openWorkbook } from '../../input/workbook/open-workbook.js';
import type { ExportRow } from '../rows.js';
import type { Cell } from '../cell.js';
import { buildColumnName, writeRowXml, type SheetDialect } from '../sheet-xml.js';
import { addTotals, chooseTotalsName, findTotals, widenFilterName } from './book.js';
import { widenReference } from './frame.js';
import { addContentTypes, addRelations, createRelations } from './lists.js';
import { type OutPart, packParts } from './pack.js';
import {
  type ColumnPlaces,
  shouldGrow,
  placeColumns,
  planTable,
  readSheets,
  type ReadSheet,
  computeResultArea,
  type TableChange,
} from './plan.js';
import { ResultRows } from './result-rows.js';
import { writeIntoSheet } from './sheet.js';
import { addStyles, createStyles, type WorkbookStyles } from './styles.js';
import { changeTable, readTable } from './table.js';
import {
  readAttribute,
  type ByteText,
  buildDamagedError,
  parseRoot,
  toByteText,
} from './xml-text.js';

/** A result that is written into the workbook that its rows were read from. */
export interface WorkbookResult {
  /** The path of the workbook. */
  readonly path: string;
  /** The name of the workbook in messages. */
  readonly name: string;
  readonly layout: InputLayout;
  readonly headings: readonly string[];
  /** Returns the cells of a row, in the order of the headings. */
  readonly cellsOf: (entry: ExportRow) => readonly Cell[];
  /** Reads the rows of the result from the first one on. */
  readonly rows: () => AsyncIterable<readonly ExportRow[]>;
  /** Counts the texts that were cut because a cell holds no longer ones. */
  readonly count: { cut: number };
  /** Returns the rows of the sheet of totals, once all rows were read; undefined for a workbook without that sheet. */
  readonly totals?: (() => readonly (readonly Cell[])[]) | undefined;
}

/**
 * Yields the workbook with the result. All parts keep their bytes, except the sheets with the rows of the input, and
 * the parts with their tables, formats and names (contract, "Export").
 *
 * @throws ConfereError `copy_damaged`; UsageError `damaged_workbook` if the workbook is not the one that was read
 */
export async function* writeIntoWorkbook(result: WorkbookResult): AsyncGenerator<Buffer> {
  const archive = await openArchive(result.path, new UnpackLimit(result.name, Infinity));
  const rows = new ResultRows(readSheets(result.layout), result.rows, result.cellsOf);
  try {
    yield* packParts(await planParts(archive, result, rows));
  } catch (error) {
    const isKnownError =
      error instanceof ConfereError || (error instanceof Error && 'code' in error);
    throw isKnownError ? error : buildDamagedError(result.name);
  } finally {
    await rows.close();
    archive.close();
  }
}

/** A sheet to change, and the changes of its tables. */
interface SheetPlan {
  readonly sheet: ReadSheet;
  readonly part: string;
  readonly places: ColumnPlaces;
  readonly tables: readonly TableChange[];
  readonly filter: string | undefined;
}

/** The new texts of parts that are read and written as a whole. */
class ChangedParts {
  readonly texts = new Map<string, ByteText>();
  /** The parts whose texts are known only when all others are written. */
  readonly late = new Map<string, () => ByteText>();
  /** The parts that the workbook did not have, in the order in which they are added. */
  readonly added: string[] = [];

  constructor(readonly archive: Archive) {}

  async read(part: string): Promise<ByteText> {
    const known = this.texts.get(buildPartKey(part));
    if (known !== undefined) return known;
    const chunks: Buffer[] = [];
    for await (const chunk of await this.archive.readList(part)) chunks.push(chunk);
    return Buffer.concat(chunks).toString('latin1');
  }

  write(part: string, text: ByteText): void {
    this.texts.set(buildPartKey(part), text);
    if (!this.archive.has(part) && !this.added.includes(part)) this.added.push(part);
  }
}

async function planParts(
  archive: Archive,
  result: WorkbookResult,
  rows: ResultRows,
): Promise<OutPart[]> {
  const book = await openWorkbook(archive);
  const parts = new ChangedParts(archive);
  const plans = new Map<string, SheetPlan & { readonly at: number }>();
  for (const [at, sheet] of rows.sheets.entries()) {
    const part = book.sheets.find(({ number }) => number === sheet.number)?.part;
    if (part === undefined) throw buildDamagedError(result.name);
    const plan = await planSheet(archive, parts, result, { sheet, part });
    plans.set(buildPartKey(part), { ...plan, at });
    await changeLists(parts, book.main, plan);
  }
  const styles = await changeStyles(parts, book);
  if (result.totals !== undefined)
    await changeTotals(parts, book, result, styles, [...plans.values()]);
  const outParts = [...archive.entries].map(([key, entry]): OutPart => {
    const common = {
      name: entry.fileName,
      date: entry.getLastModDate({ forceDosFormat: true }),
      isStored: entry.compressionMethod === 0,
    };
    const plan = plans.get(key);
    const text = parts.texts.get(key);
    if (plan !== undefined)
      return {
        ...common,
        read: async function* () {
          const { places, tables, filter, sheet, at } = plan;
          const next = await rows.begin(at);
          yield* writeIntoSheet(await archive.readRaw(entry), {
            places,
            tables,
            styles,
            is1904: book.epoch1904,
            count: result.count,
            headings: result.headings,
            header: sheet.header,
            frame: { rows: computeResultArea(result.layout, sheet).rows, filter },
            next,
          });
        },
      };
    if (text !== undefined) return { ...common, read: () => yieldOnce(text) };
    const late = parts.late.get(key);
    if (late !== undefined) return { ...common, isLate: true, read: () => yieldOnce(late()) };
    return {
      ...common,
      read: async function* () {
        yield* await archive.readRaw(entry);
      },
    };
  });
  const kept = outParts.filter(({ isLate }) => !isLate);
  const late = outParts.filter(({ isLate }) => isLate);
  return [...kept, ...late, ...parts.added.map((part) => createAddedPart(parts, part))];
}

function createAddedPart({ texts, late }: ChangedParts, part: string): OutPart {
  const key = buildPartKey(part);
  const read = () => yieldOnce(late.get(key)?.() ?? texts.get(key) ?? '');
  return { name: part.slice(1), date: NO_DATE, read };
}

/** The date of new parts, so that the same rows give the same bytes everywhere (1980-01-01, local time). */
const NO_DATE = new Date(1980, 0, 1);

// eslint-disable-next-line @typescript-eslint/require-await -- parts are read as streams
async function* yieldOnce(text: ByteText): AsyncGenerator<Buffer> {
  yield Buffer.from(text, 'latin1');
}

async function planSheet(
  archive: Archive,
  parts: ChangedParts,
  { layout, headings }: WorkbookResult,
  { sheet, part }: Pick<SheetPlan, 'sheet' | 'part'>,
): Promise<SheetPlan> {
  const places = placeColumns(layout, sheet.usedArea, headings.length);
  const area = computeResultArea(layout, sheet);
  const tables: TableChange[] = [];
  for (const { part: tablePart, reference, isFixed } of await readTables(archive, part)) {
    const isGrowing = !isFixed && shouldGrow(reference, area);
    const extent = readTable(await parts.read(tablePart));
    const change = planTable(tablePart, extent, isGrowing, places, headings);
    if (change !== undefined) tables.push(change);
  }
  const { filter } = sheet.usedArea;
  const isGrowing = filter !== undefined && shouldGrow(filter, area);
  const lastColumn = Math.max(...places.columns);
  return {
    sheet,
    part,
    places,
    tables,
    filter: isGrowing ? widenReference(filter, lastColumn) : undefined,
  };
}

/** Changes the tables of a sheet, and the hidden name of its filter. */
async function changeLists(
  parts: ChangedParts,
  main: string,
  { sheet, places, tables, filter }: SheetPlan,
): Promise<void> {
  for (const { part, names } of tables)
    parts.write(part, changeTable(await parts.read(part), names));
  if (filter === undefined) return;
  const lastColumn = Math.max(...places.columns);
  parts.write(main, widenFilterName(await parts.read(main), sheet.number, lastColumn));
}

type Book = Awaited<ReturnType<typeof openWorkbook>>;

async function changeStyles(
  parts: ChangedParts,
  { main, relations }: Book,
): Promise<WorkbookStyles> {
  const stylesPart = [...relations.values()].find(({ type }) => type === 'styles')?.part;
  if (stylesPart !== undefined && parts.archive.has(stylesPart)) {
    const { text, indexes } = addStyles(await parts.read(stylesPart));
    parts.write(stylesPart, text);
    return indexes;
  }
  const part = stylesPart ?? posix.join(posix.dirname(main), 'styles.xml');
  const { text, indexes } = addStyles(createStyles(await readNamespace(parts, main)));
  await addPart(parts, main, { part, text, kind: 'styles' }, stylesPart === undefined);
  return indexes;
}

const CONTENT_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Adds a part with its content type, and a relation of the main part to it; returns the id of the relation. */
async function addPart(
  parts: ChangedParts,
  main: string,
  { part, text, kind }: { readonly part: string; readonly text: ByteText; readonly kind: string },
  needsRelation = true,
): Promise<string> {
  parts.write(part, text);
  const types = await parts.read(CONTENT_TYPES);
  parts.write(CONTENT_TYPES, addContentTypes(types, [[part, `${CONTENT_TYPE}.${kind}+xml`]]));
  if (!needsRelation) return '';
  const { dir, base } = posix.parse(main);
  const relationsPart = posix.join(dir, '_rels', `${base}.rels`);
  const relations = parts.archive.has(relationsPart)
    ? await parts.read(relationsPart)
    : createRelations();
  const { text: newRelations, ids } = addRelations(relations, [[kind, posix.relative(dir, part)]]);
  parts.write(relationsPart, newRelations);
  return ids[0] ?? '';
}

/** Adds a sheet of totals, or replaces that of an earlier result. */
async function changeTotals(
  parts: ChangedParts,
  { main, relations, epoch1904: is1904 }: Book,
  { totals = () => [], headings }: WorkbookResult,
  styles: WorkbookStyles,
  plans: readonly SheetPlan[],
): Promise<void> {
  const mainText = await parts.read(main);
  const namespace = await readNamespace(parts, main);
  const writeText = () =>
    writeTotalsXml(
      [...totals(), ...describeColumnsWithoutHeadings(plans, headings)],
      { styles, is1904 },
      namespace,
    );
  const earlier = findTotals(mainText);
  const earlierPart = earlier && relations.get(earlier.relation)?.part;
  if (earlierPart !== undefined && parts.archive.has(earlierPart)) {
    parts.late.set(buildPartKey(earlierPart), writeText);
    return;
  }
  const folder = posix.join(posix.dirname(main), 'worksheets');
  let part = posix.join(folder, 'confere.xml');
  for (let number = 2; parts.archive.has(part); number += 1)
    part = posix.join(folder, `confere${number}.xml`);
  const id = await addPart(parts, main, { part, text: '', kind: 'worksheet' });
  parts.late.set(buildPartKey(part), writeText);
  parts.write(main, addTotals(mainText, chooseTotalsName(mainText), id));
}

/** Returns rows that name the columns of the result in sheets without headings. */
function describeColumnsWithoutHeadings(
  plans: readonly SheetPlan[],
  headings: readonly string[],
): readonly (readonly Cell[])[] {
  return plans
    .filter(({ sheet, tables }) => {
      return sheet.header === undefined && !tables.some(({ extent }) => extent.headings > 0);
    })
    .flatMap(({ sheet, places: { columns } }) => [
      [],
      [sheet.name],
      ...columns.map((column, at) => [buildColumnName(column - 1), headings[at] ?? '']),
    ]);
}

function writeTotalsXml(
  rows: readonly (readonly Cell[])[],
  dialect: SheetDialect,
  namespace: string,
): ByteText {
  const lines = rows.map((cells, row) => {
    return cells.length === 0 ? '' : writeRowXml(cells, row + 1, dialect);
  });
  return toByteText(
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
      `<worksheet xmlns="${namespace}"><cols><col min="1" max="1" width="40" customWidth="1"/>` +
      `<col min="2" max="2" width="24" customWidth="1"/></cols><sheetData>${lines.join('')}</sheetData></worksheet>`,
  );
}

const MAIN_NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/**
 * Returns the namespace of the main part, because the strict form of the format has another one than the usual form.
 */
async function readNamespace(parts: ChangedParts, main: string): Promise<string> {
  const { tag } = parseRoot(await parts.read(main));
  const [, prefix] = /^<([^\s/>:]+):/.exec(tag) ?? [];
  const [, prefixedNamespace] =
    new RegExp(`\\sxmlns${prefix === undefined ? '' : `:${prefix}`}\\s*=\\s*["']([^"']*)`).exec(
      tag,
    ) ?? [];
  return prefixedNamespace ?? readAttribute(tag, 'xmlns') ?? MAIN_NAMESPACE;
}
