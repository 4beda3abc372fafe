import { inputLimits } from '../../limits.js';
import { tooLarge } from '../unpacked.js';
import { numberText, type Shown } from './number-text.js';
import { type TextList, unescaped } from './texts.js';
import { parseXml, type Part, type XmlHandlers } from './xml.js';

/** What cells refer to. */
export interface Shared {
  readonly strings: TextList;
  readonly styles: readonly Shown[];
  readonly epoch1904: boolean;
}

/** A reference beyond them means that the file is damaged. */
const MAX_COLUMNS = 16_384;
const MAX_ROWS = 1_048_576;

/** The columns (from 1) of a sheet that hold plain numbers, other values, and texts, with the last row of these. */
export class SheetColumns {
  readonly plain = new Set<number>();
  readonly other = new Set<number>();
  readonly texts = new Map<number, number>();

  /** As in `SheetName.numbers`. */
  numbers(): Record<number, number> {
    const only = [...this.plain].filter((column) => !this.other.has(column));
    return Object.fromEntries(only.map((column) => [column - 1, this.texts.get(column) ?? 0]));
  }
}

/** As shown texts, with empty rows between them, and one chunk in memory; fills `columns`. */
export async function* sheetRows(
  part: Part,
  name: string,
  shared: Shared,
  columns = new SheetColumns(),
): AsyncGenerator<readonly string[]> {
  const reader = new SheetReader(shared, name, columns);
  const take = function* () {
    // A short cell may stand for a long text, so a row's texts are only made when the row is wanted.
    for (const cells of reader.due.splice(0)) yield textsOf(cells, shared, name);
  };
  const chunks = parseXml(part, name, reader);
  while ((await chunks.next()).done !== true) yield* take();
}

/** A text, or the index of a shared one; a missing cell is empty. */
type Cells = readonly (string | number | undefined)[];

const NO_CELLS: Cells = [];

function textsOf(cells: Cells, { strings }: Shared, name: string): readonly string[] {
  const texts: string[] = [];
  let bytes = 0;
  for (const cell of cells) {
    const text = typeof cell === 'number' ? strings.at(cell) : (cell ?? '');
    bytes += Buffer.byteLength(text);
    if (bytes > inputLimits.record) throw tooLarge(name, 'record');
    texts.push(text);
  }
  return texts;
}

class SheetReader implements XmlHandlers {
  readonly due: Cells[] = [];
  #row = 0;
  #written = 0;
  #cells: (string | number)[] = [];
  #column = 0;
  #cell: Readonly<Record<string, string>> = {};
  #value = '';
  #isValue = false;
  #aids = 0;
  #isFormula = false;

  constructor(
    readonly shared: Shared,
    readonly name: string,
    readonly columns: SheetColumns,
  ) {}

  readonly open = (name: string, attributes: Readonly<Record<string, string>>): void => {
    if (name === 'row') this.#startRow(attributes['r']);
    else if (name === 'c') this.#startCell(attributes);
    else if (name === 'rPh') this.#aids += 1;
    else if (name === 'v' || name === 't') this.#isValue = this.#aids === 0;
    else if (name === 'f') this.#isFormula = true;
  };

  readonly text = (more: string): void => {
    if (!this.#isValue) return;
    this.#value += more;
    if (this.#value.length > inputLimits.token) throw tooLarge(this.name, 'token');
  };

  readonly close = (name: string): void => {
    if (name === 'v' || name === 't') this.#isValue = false;
    else if (name === 'rPh') this.#aids -= 1;
    else if (name === 'c') this.#cells[this.#column - 1] = this.#shown();
    else if (name === 'row') this.#endRow();
  };

  #startRow(number: string | undefined): void {
    this.#row = number === undefined ? this.#row + 1 : Number(number);
    if (!(this.#row > this.#written && this.#row <= MAX_ROWS)) throw new Error('Rows in disorder');
    this.#cells = [];
    this.#column = 0;
  }

  #startCell(cell: Readonly<Record<string, string>>): void {
    this.#cell = cell;
    this.#column = cell['r'] === undefined ? this.#column + 1 : columnOf(cell['r']);
    if (!(this.#column >= 1 && this.#column <= MAX_COLUMNS)) throw new Error('No such column');
    this.#value = '';
    this.#isFormula = false;
  }

  /** Empty rows count only if another row follows. */
  #endRow(): void {
    const { strings } = this.shared;
    const isFilled = (cell: string | number) =>
      typeof cell === 'number' ? !strings.isEmpty(cell) : cell !== '';
    if (!this.#cells.some(isFilled)) return;
    for (; this.#written < this.#row - 1; this.#written += 1) this.due.push(NO_CELLS);
    this.#written = this.#row;
    this.due.push(this.#cells);
  }

  #shown(): string | number {
    const { t: type = 'n', s: style = 0 } = this.#cell;
    const { strings, styles, epoch1904 } = this.shared;
    // A program wrote the formula, and no spreadsheet has computed its value yet.
    if (type === 'n' && this.#value === '') return this.#isFormula ? '#FORMULA' : '';
    if (type === 'n') {
      const { text, isPlain } = numberText(Number(this.#value), styles[Number(style)], epoch1904);
      this.columns[isPlain ? 'plain' : 'other'].add(this.#column);
      return text;
    }
    if (type === 'b') {
      this.columns.other.add(this.#column);
      return this.#value === '1' ? 'TRUE' : 'FALSE';
    }
    const isEmpty = type === 's' ? strings.isEmpty(Number(this.#value)) : this.#value === '';
    if (!isEmpty) this.columns.texts.set(this.#column, this.#row);
    if (type === 's') return Number(this.#value);
    return type === 'inlineStr' || type === 'str' ? unescaped(this.#value) : this.#value;
  }
}

function columnOf(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]+/.exec(reference)?.[0] ?? '')
    column = column * 26 + letter.charCodeAt(0) - 64;
  return column;
}
