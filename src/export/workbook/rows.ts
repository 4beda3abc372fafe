import {
  type ByteText,
  buildDamagedError,
  type Element,
  listElementsAtDepth,
  readAttribute,
} from './xml-text.js';

/** A row of a sheet as XML. */
export interface XmlRow {
  /** From 1. */
  readonly number: number;
  readonly tag: ByteText;
  readonly content: ByteText;
  /** The closing tag; empty for a row without content (`<row/>`). */
  readonly close: ByteText;
}

/** A piece of a sheet in order: its head up to the first row, a row, what stands between rows, or its tail. */
export type SheetPiece =
  | { readonly is: 'head' | 'between' | 'tail'; readonly text: ByteText }
  | { readonly is: 'row'; readonly row: XmlRow };

/** The maximum length of the head of a sheet, and of its tail (characters), because each must be in memory. */
const MAX_CHARACTERS = 2 ** 26;

/**
 * Divides the XML of a sheet, chunk by chunk, into pieces that together are the same bytes. `head` ends with the tag of
 * `sheetData`; `tail` begins with its closing tag. A sheet without rows is one `tail`.
 */
export class SheetScanner {
  #text: ByteText = '';
  #state: 'head' | 'rows' | 'tail' = 'head';
  #prefix = '';
  #row = 0;
  /**
   * The place of the next comment, CDATA or processing instruction; -1 if there is none, undefined before the search.
   */
  #special: number | undefined;

  /** Takes the next chunk. @throws UsageError `damaged_workbook` for a head or a tail that no workbook has */
  *take(chunk: ByteText): Generator<SheetPiece> {
    this.#text += chunk;
    this.#special = undefined;
    if (this.#state === 'head') yield* this.#takeHead();
    if (this.#state === 'rows') yield* this.#takeRows();
    if (this.#state !== 'rows' && this.#text.length > MAX_CHARACTERS) throw buildDamagedError();
  }

  /** Takes the end of the sheet. */
  *end(): Generator<SheetPiece> {
    if (this.#state === 'rows') throw buildDamagedError();
    yield { is: 'tail', text: this.#text };
    this.#text = '';
  }

  *#takeHead(): Generator<SheetPiece> {
    if (!/<(?:[^\s<>/:]+:)?sheetData[\s/>]/.test(this.#text)) return;
    const data = listElementsAtDepth(this.#text, 1).find(({ name }) => name === 'sheetData');
    if (data === undefined) return;
    if (/\/>$/.test(data.tag)) {
      this.#state = 'tail';
      return;
    }
    this.#prefix = /^<([^\s/>:]+:)/.exec(data.tag)?.[1] ?? '';
    this.#state = 'rows';
    yield { is: 'head', text: this.#text.slice(0, data.contentStart) };
    this.#text = this.#text.slice(data.contentStart);
  }

  *#takeRows(): Generator<SheetPiece> {
    let at = 0;
    for (;;) {
      const start = this.#findTag('<', at);
      if (start === undefined) break;
      const isEnd = this.#text.startsWith('</', start);
      const tagEnd = findTagEnd(this.#text, start);
      if (tagEnd === undefined) break;
      if (isEnd) {
        this.#state = 'tail';
        if (start > at) yield { is: 'between', text: this.#text.slice(at, start) };
        at = start;
        break;
      }
      const rowAndEnd = this.#readRow(start, tagEnd);
      if (rowAndEnd === undefined) break;
      if (start > at) yield { is: 'between', text: this.#text.slice(at, start) };
      yield { is: 'row', row: rowAndEnd.row };
      at = rowAndEnd.end;
    }
    this.#text = this.#text.slice(at);
    this.#special = undefined;
  }

  #readRow(start: number, tagEnd: number): { row: XmlRow; end: number } | undefined {
    const text = this.#text;
    const tag = text.slice(start, tagEnd);
    const [, name = ''] = /^<([^\s/>]+)/.exec(tag) ?? [];
    if (name !== `${this.#prefix}row`) throw buildDamagedError();
    const number = Number(/\sr\s*=\s*["'](\d+)["']/.exec(tag)?.[1] ?? this.#row + 1);
    if (tag.endsWith('/>')) {
      this.#row = number;
      return { row: { number, tag, content: '', close: '' }, end: tagEnd };
    }
    const close = this.#findTag(`</${name}`, tagEnd);
    const end = close === undefined ? -1 : text.indexOf('>', close);
    if (close === undefined || end < 0) return undefined;
    this.#row = number;
    const content = text.slice(tagEnd, close);
    return { row: { number, tag, content, close: text.slice(close, end + 1) }, end: end + 1 };
  }

  /**
   * Finds the beginning of a tag from a place on. Only comments, CDATA and processing instructions can have a `<` that
   * begins no tag. Returns undefined if it may stand in the next chunk.
   */
  #findTag(tagStart: string, from: number): number | undefined {
    const text = this.#text;
    for (let at = from; ;) {
      const found = text.indexOf(tagStart, at);
      const special = this.#findSpecial(at);
      if (special < 0 || (found >= 0 && found < special)) return found < 0 ? undefined : found;
      const end = findSpecialEnd(text, special);
      if (end === undefined) return undefined;
      at = end;
    }
  }

  #findSpecial(from: number): number {
    const known = this.#special;
    if (known !== undefined && (known < 0 || known >= from)) return known;
    const found = [this.#text.indexOf('<!', from), this.#text.indexOf('<?', from)];
    const first = Math.min(...found.filter((at) => at >= 0));
    this.#special = Number.isFinite(first) ? first : -1;
    return this.#special;
  }
}

const TAG_END = /<(?:[^"'>]|"[^"]*"|'[^']*')*>/y;

function findTagEnd(text: ByteText, start: number): number | undefined {
  TAG_END.lastIndex = start;
  return TAG_END.test(text) ? TAG_END.lastIndex : undefined;
}

/** The beginnings and ends of text that may contain a `<` without a tag. */
const SPECIALS = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;

function findSpecialEnd(text: ByteText, start: number): number | undefined {
  const special = SPECIALS.find(([begin]) => text.startsWith(begin, start));
  // The end of the chunk may cut the beginning itself.
  if (special === undefined) return undefined;
  const end = text.indexOf(special[1], start + special[0].length);
  return end < 0 ? undefined : end + special[1].length;
}

/** The cells that are written into a row, as XML by their columns (from 1), in ascending order. */
export type NewCells = ReadonlyMap<number, ByteText>;

/**
 * Returns a row with more cells. Cells in `earlierColumns`, which are those of an earlier result, are removed, and new cells are
 * inserted in the order of the columns.
 */
export function addCells(
  row: XmlRow,
  cells: NewCells,
  earlierColumns: ReadonlySet<number>,
): ByteText {
  if (earlierColumns.size === 0) return addCellsAtEnd(row, [...cells.values()].join(''));
  return (
    writeOpeningTag(row) + mergeCells(row.content, cells, earlierColumns) + writeClosingTag(row)
  );
}

/** Returns a row with more cells to the right of all others. */
export function addCellsAtEnd(row: XmlRow, cells: ByteText): ByteText {
  const { tag, content, close } = row;
  if (cells === '') return tag + content + close;
  const at = content.includes('extLst') ? findPlaceBeforeExtensions(content) : content.length;
  return (
    writeOpeningTag(row) + content.slice(0, at) + cells + content.slice(at) + writeClosingTag(row)
  );
}

function writeOpeningTag({ tag, close }: XmlRow): ByteText {
  return close === '' ? tag.replace(/(?<!\s)\s*\/>$/, '>') : tag;
}

function writeClosingTag({ tag, close }: XmlRow): ByteText {
  return close === '' ? `</${/^<([^\s/>]+)/.exec(tag)?.[1] ?? ''}>` : close;
}

function findPlaceBeforeExtensions(content: ByteText): number {
  return (
    listElementsAtDepth(content, 0).find(({ name }) => name === 'extLst' || name !== 'c')?.start ??
    content.length
  );
}

function mergeCells(
  content: ByteText,
  cells: NewCells,
  earlierColumns: ReadonlySet<number>,
): ByteText {
  const pieces: ByteText[] = [];
  const remaining = [...cells];
  let at = 0;
  const copyUpTo = (place: number, column: number) => {
    pieces.push(content.slice(at, place));
    at = place;
    while (remaining[0] !== undefined && remaining[0][0] < column)
      pieces.push(remaining.shift()?.[1] ?? '');
  };
  for (const { element, column } of readCells(content)) {
    copyUpTo(element.start, column);
    if (earlierColumns.has(column)) at = element.end;
    else {
      pieces.push(content.slice(element.start, element.end));
      at = element.end;
    }
  }
  const rest = content.slice(at).search(/<(?:[^\s<>/:]+:)?extLst/);
  copyUpTo(rest < 0 ? content.length : at + rest, Infinity);
  return pieces.join('') + content.slice(at);
}

/** Returns the cells of a row with their columns (from 1). */
export function readCells(content: ByteText): { element: Element; column: number }[] {
  let last = 0;
  return listElementsAtDepth(content, 0).flatMap((element) => {
    if (element.name !== 'c') return [];
    last = readColumnNumber(readAttribute(element.tag, 'r') ?? '') || last + 1;
    return [{ element, column: last }];
  });
}

/** Returns the number of the column in a reference such as `AB12`; 0 if there is none. */
export function readColumnNumber(reference: string): number {
  let column = 0;
  for (const letter of /^\$?([A-Z]+)/.exec(reference)?.[1] ?? '')
    column = column * 26 + letter.charCodeAt(0) - 64;
  return column;
}
