import { type ByteText, damaged, type Element, elementsAt, attribute } from './xml-text.js';

/** A row of a sheet as it stands in its XML. */
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

/** Characters of the head of a sheet, or of what follows after its rows: these must be in memory. */
const MOST = 2 ** 26;

/**
 * Divides the XML of a sheet, chunk by chunk, into pieces that together are the same bytes. `head` ends with the tag of
 * `sheetData`; `tail` begins with its closing tag. A sheet without rows is one `tail`.
 */
export class SheetScanner {
  #text: ByteText = '';
  #state: 'head' | 'rows' | 'tail' = 'head';
  #prefix = '';
  #row = 0;
  /** Where the next comment, CDATA or processing instruction begins; undefined where that is not known. */
  #special: number | undefined;

  /** Takes the next chunk. @throws UsageError `damaged_workbook` for a head or a tail that no workbook has */
  *take(chunk: ByteText): Generator<SheetPiece> {
    this.#text += chunk;
    this.#special = undefined;
    if (this.#state === 'head') yield* this.#takeHead();
    if (this.#state === 'rows') yield* this.#takeRows();
    if (this.#state !== 'rows' && this.#text.length > MOST) throw damaged();
  }

  /** Takes the end of the sheet. */
  *end(): Generator<SheetPiece> {
    if (this.#state === 'rows') throw damaged();
    yield { is: 'tail', text: this.#text };
    this.#text = '';
  }

  *#takeHead(): Generator<SheetPiece> {
    if (!/<(?:[^\s<>/:]+:)?sheetData[\s/>]/.test(this.#text)) return;
    const data = elementsAt(this.#text, 1).find(({ name }) => name === 'sheetData');
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
      const tagEnd = endOfTag(this.#text, start);
      if (tagEnd === undefined) break;
      if (isEnd) {
        this.#state = 'tail';
        if (start > at) yield { is: 'between', text: this.#text.slice(at, start) };
        at = start;
        break;
      }
      const whole = this.#readRow(start, tagEnd);
      if (whole === undefined) break;
      if (start > at) yield { is: 'between', text: this.#text.slice(at, start) };
      yield { is: 'row', row: whole.row };
      at = whole.end;
    }
    this.#text = this.#text.slice(at);
    this.#special = undefined;
  }

  #readRow(start: number, tagEnd: number): { row: XmlRow; end: number } | undefined {
    const text = this.#text;
    const tag = text.slice(start, tagEnd);
    const [, name = ''] = /^<([^\s/>]+)/.exec(tag) ?? [];
    if (name !== `${this.#prefix}row`) throw damaged();
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
  #findTag(begin: string, from: number): number | undefined {
    const text = this.#text;
    for (let at = from; ;) {
      const found = text.indexOf(begin, at);
      const special = this.#findSpecial(at);
      if (special < 0 || (found >= 0 && found < special)) return found < 0 ? undefined : found;
      const end = endOfSpecial(text, special);
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

function endOfTag(text: ByteText, start: number): number | undefined {
  TAG_END.lastIndex = start;
  return TAG_END.test(text) ? TAG_END.lastIndex : undefined;
}

const SPECIALS = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;

function endOfSpecial(text: ByteText, start: number): number | undefined {
  const known = SPECIALS.find(([begin]) => text.startsWith(begin, start));
  // The beginning itself may be cut by the end of the chunk.
  if (known === undefined) return undefined;
  const end = text.indexOf(known[1], start + known[0].length);
  return end < 0 ? undefined : end + known[1].length;
}

/** The cells that are written into a row, as XML by their columns (from 1), in ascending order. */
export type NewCells = ReadonlyMap<number, ByteText>;

/**
 * Returns a row with more cells. All cells in the columns of `freed` are dropped; new ones stand between the others, in
 * the order of the columns.
 */
export function withCells(row: XmlRow, cells: NewCells, freed: ReadonlySet<number>): ByteText {
  if (freed.size === 0) return withCellsAtEnd(row, [...cells.values()].join(''));
  return open(row) + mergeCells(row.content, cells, freed) + closeOf(row);
}

/** Returns a row with more cells right of all others. */
export function withCellsAtEnd(row: XmlRow, cells: ByteText): ByteText {
  const { tag, content, close } = row;
  if (cells === '') return tag + content + close;
  const at = content.includes('extLst') ? placeBeforeExtensions(content) : content.length;
  return open(row) + content.slice(0, at) + cells + content.slice(at) + closeOf(row);
}

function open({ tag, close }: XmlRow): ByteText {
  return close === '' ? tag.replace(/(?<!\s)\s*\/>$/, '>') : tag;
}

function closeOf({ tag, close }: XmlRow): ByteText {
  return close === '' ? `</${/^<([^\s/>]+)/.exec(tag)?.[1] ?? ''}>` : close;
}

function placeBeforeExtensions(content: ByteText): number {
  return (
    elementsAt(content, 0).find(({ name }) => name === 'extLst' || name !== 'c')?.start ??
    content.length
  );
}

function mergeCells(content: ByteText, cells: NewCells, freed: ReadonlySet<number>): ByteText {
  const pieces: ByteText[] = [];
  const waiting = [...cells];
  let at = 0;
  const upTo = (place: number, column: number) => {
    pieces.push(content.slice(at, place));
    at = place;
    while (waiting[0] !== undefined && waiting[0][0] < column)
      pieces.push(waiting.shift()?.[1] ?? '');
  };
  for (const { element, column } of readCells(content)) {
    upTo(element.start, column);
    if (freed.has(column)) at = element.end;
    else {
      pieces.push(content.slice(element.start, element.end));
      at = element.end;
    }
  }
  const rest = content.slice(at).search(/<(?:[^\s<>/:]+:)?extLst/);
  upTo(rest < 0 ? content.length : at + rest, Infinity);
  return pieces.join('') + content.slice(at);
}

/** Returns the cells of a row with their columns (from 1). */
export function readCells(content: ByteText): { element: Element; column: number }[] {
  let last = 0;
  return elementsAt(content, 0).flatMap((element) => {
    if (element.name !== 'c') return [];
    last = columnOf(attribute(element.tag, 'r') ?? '') || last + 1;
    return [{ element, column: last }];
  });
}

/** Returns the number of the column in a reference such as `AB12`; 0 if there is none. */
export function columnOf(reference: string): number {
  let column = 0;
  for (const letter of /^\$?([A-Z]+)/.exec(reference)?.[1] ?? '')
    column = column * 26 + letter.charCodeAt(0) - 64;
  return column;
}
