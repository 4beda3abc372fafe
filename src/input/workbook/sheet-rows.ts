import { inputLimits } from '../../base/limits.js';
import { buildTooLarge, type UnpackLimit } from '../unpack-limit.js';
import { formatNumberText, type NumberDisplay } from './number-format.js';
import { readColumnNumber, MAX_COLUMNS, MAX_ROWS, SheetFacts } from './sheet-facts.js';
import { type TextList, unescapeText } from './texts.js';
import { parseXml, type PartBytes, type XmlHandlers } from './xml.js';

/** The lists of a workbook to which cells refer. */
export interface SharedLists {
  /** The texts to which cells refer by index; undefined if the workbook has no such list. */
  readonly strings: TextList | undefined;
  readonly styles: readonly NumberDisplay[];
  readonly epoch1904: boolean;
}

/** A row with a filled cell. */
export interface SheetRow {
  /** The row number, from 1. */
  readonly number: number;
  /** The cells as displayed, up to the last one that the sheet contains, filled or not. */
  readonly cells: readonly string[];
}

/**
 * Reads the rows of a sheet in order, with one chunk in memory, and fills `facts`. `limit` bounds the work.
 *
 * @throws UsageError `input_too_large`
 */
export async function* readSheetRows(
  part: PartBytes,
  limit: UnpackLimit,
  shared: SharedLists,
  facts = new SheetFacts(),
): AsyncGenerator<SheetRow> {
  const reader = new SheetReader(shared, limit, facts);
  const takeRows = function* () {
    // A row is filled only when the caller wants it, because a short cell may refer to a long text, and a row with one
    // cell may have thousands of columns.
    for (const row of reader.finishedRows.splice(0))
      yield { number: row.number, cells: fillRow(row, shared, limit) };
  };
  const chunks = parseXml(part, limit, reader);
  while ((await chunks.next()).done !== true) yield* takeRows();
}

interface SparseRow {
  readonly number: number;
  readonly width: number;
  /** The filled cells by their columns: a text, or the index of a shared text. */
  readonly cells: Map<number, string | number>;
}

/** An empty cell counts against the limit as this many unpacked bytes, because it takes as long to write and read. */
const CELL_WORK = 8;

function fillRow(
  { width, cells }: SparseRow,
  { strings }: SharedLists,
  limit: UnpackLimit,
): readonly string[] {
  limit.spend(width * CELL_WORK);
  const texts = new Array<string>(width).fill('');
  let bytes = 0;
  for (const [column, cell] of cells) {
    const text = typeof cell === 'number' ? (strings?.at(cell) ?? '') : cell;
    bytes += Buffer.byteLength(text);
    if (bytes > inputLimits.record) throw buildTooLarge(limit.name, 'record');
    texts[column - 1] = text;
  }
  return texts;
}

class SheetReader implements XmlHandlers {
  readonly finishedRows: SparseRow[] = [];
  #row = 0;
  #lastRow = 0;
  #isHidden = false;
  #cells: SparseRow['cells'] = new Map();
  #column = 0;
  #width = 0;
  #cell: Readonly<Record<string, string>> = {};
  #value = '';
  #isValue = false;
  /** How many `rPh` elements are open; they have the pronunciation of Japanese texts, not the texts. */
  #phoneticDepth = 0;
  #isFormula = false;
  #isInCustomView = false;

  constructor(
    readonly shared: SharedLists,
    readonly limit: UnpackLimit,
    readonly facts: SheetFacts,
  ) {}

  readonly onOtherEncoding = (): void => {
    this.facts.hasOtherEncoding = true;
  };

  readonly open = (name: string, attributes: Readonly<Record<string, string>>): void => {
    if (name === 'row') this.#startRow(attributes);
    else if (name === 'c') this.#startCell(attributes);
    else if (name === 'rPh') this.#phoneticDepth += 1;
    else if (name === 'v' || name === 't') this.#isValue = this.#phoneticDepth === 0;
    else if (name === 'f') this.#isFormula = true;
    else if (name === 'mergeCell') this.facts.addMerged(attributes['ref'] ?? '');
    else if (name === 'hyperlink') this.facts.markUsed(attributes['ref'] ?? '');
    else if (name === 'autoFilter') this.#addFilter(attributes['ref'] ?? '');
    else if (name === 'customSheetViews') this.#isInCustomView = true;
  };

  readonly text = (piece: string): void => {
    if (!this.#isValue) return;
    this.#value += piece;
    if (this.#value.length > inputLimits.token) throw buildTooLarge(this.limit.name, 'token');
  };

  readonly close = (name: string): void => {
    if (name === 'v' || name === 't') this.#isValue = false;
    else if (name === 'rPh') this.#phoneticDepth -= 1;
    else if (name === 'c') this.#endCell();
    else if (name === 'row') this.#endRow();
    else if (name === 'customSheetViews') this.#isInCustomView = false;
  };

  #addFilter(reference: string): void {
    // The filter of a view that a user stored is not that of the sheet.
    if (this.#isInCustomView) return;
    this.facts.filter = reference;
    this.facts.markUsed(reference);
  }

  #startRow({ r: number, hidden }: Readonly<Record<string, string>>): void {
    this.#row = number === undefined ? this.#row + 1 : Number(number);
    const isNext = this.#row > this.#lastRow && this.#row <= MAX_ROWS;
    if (!isNext || !Number.isInteger(this.#row)) throw new Error('Rows in disorder');
    this.#isHidden = hidden === '1' || hidden === 'true';
    this.#cells = new Map();
    this.#column = 0;
    this.#width = 0;
  }

  #startCell(cell: Readonly<Record<string, string>>): void {
    this.#cell = cell;
    this.#column = cell['r'] === undefined ? this.#column + 1 : readColumnNumber(cell['r']);
    if (!(this.#column >= 1 && this.#column <= MAX_COLUMNS)) throw new Error('No such column');
    this.#width = Math.max(this.#width, this.#column);
    if (this.#column > this.facts.used) this.facts.used = this.#column;
    this.#value = '';
    this.#isFormula = false;
  }

  #endCell(): void {
    const value = this.#readCell();
    if (this.#isFormula) this.facts.formulas.add(this.#column);
    const isEmpty =
      typeof value === 'number' ? this.shared.strings?.isEmpty(value) === true : value === '';
    if (isEmpty) this.#cells.delete(this.#column);
    else this.#cells.set(this.#column, value);
  }

  #endRow(): void {
    if (this.#cells.size === 0) return;
    if (this.#isHidden) this.facts.hidden += 1;
    this.#lastRow = this.#row;
    this.facts.last = this.#row;
    this.finishedRows.push({ number: this.#row, width: this.#width, cells: this.#cells });
  }

  #readCell(): string | number {
    const { t: type = 'n' } = this.#cell;
    // A formula without a value was written by a program that is no spreadsheet.
    if (type === 'n' && this.#value === '') {
      if (this.#isFormula) addOne(this.facts.uncomputed, this.#column);
      return this.#isFormula ? '#FORMULA' : '';
    }
    if (type === 'e') addOne(this.facts.errors, this.#column);
    if (type === 'n') return this.#readNumber();
    if (type === 'b') {
      this.facts.columnsByKind.other.add(this.#column);
      return this.#value === '1' ? 'TRUE' : 'FALSE';
    }
    if (type === 's') return this.#readSharedIndex();
    if (this.#value !== '') this.facts.texts.set(this.#column, this.#row);
    return type === 'inlineStr' || type === 'str' ? unescapeText(this.#value) : this.#value;
  }

  #readNumber(): string {
    const { styles, epoch1904 } = this.shared;
    const display = styles[Number(this.#cell['s'] ?? 0)];
    if (typeof display === 'object') this.limit.spend(display.work);
    const { text, kind } = formatNumberText(Number(this.#value), display, epoch1904);
    this.facts.columnsByKind[kind].add(this.#column);
    return text;
  }

  #readSharedIndex(): number {
    const { strings } = this.shared;
    if (strings === undefined) throw new Error('The workbook has no list of texts');
    const index = Number(this.#value);
    if (!strings.isEmpty(index)) this.facts.texts.set(this.#column, this.#row);
    return index;
  }
}

function addOne(countByColumn: Map<number, number>, column: number): void {
  countByColumn.set(column, (countByColumn.get(column) ?? 0) + 1);
}
