import { buildColumnName } from '../sheet-xml.js';
import { readColumnNumber } from './rows.js';
import {
  createAppending,
  readAttribute,
  type ByteText,
  type Change,
  listChildren,
  buildDamagedError,
  type Element,
  listElementsAtDepth,
  createInsertion,
  readPrefix,
  setAttribute,
  applyChanges,
  removeAttribute,
} from './xml-text.js';

/** The changes in the head and the tail of a sheet's XML, around its rows. Columns are numbered from 1. */
export interface FrameChange {
  /** The new columns, with their widths in characters. */
  readonly widths: ReadonlyMap<number, number>;
  /** The columns of the result. */
  readonly columns: readonly number[];
  /** The columns of an earlier result. */
  readonly earlierColumns: ReadonlySet<number>;
  /** The first and last row with a result. */
  readonly rows: readonly [first: number, last: number];
  /** The reference of the filter; undefined if it stays. */
  readonly filter?: string;
}

/** Returns a reference such as `A1:F9` that reaches at least to a column (from 1). */
export function widenReference(reference: string, column: number): string {
  const [first = '', last = first] = reference.split(':');
  if (readColumnNumber(last) >= column || readColumnNumber(first) === 0) return reference;
  const row = /(?<![\d$])\$?\d*$/.exec(last)?.[0] ?? '';
  const dollar = last.startsWith('$') ? '$' : '';
  return `${first}:${dollar}${buildColumnName(column - 1)}${row}`;
}

/** Changes the extent and the widths in the head of a sheet, which ends with the tag of `sheetData`. */
export function changeHead(head: ByteText, { widths, columns }: FrameChange): ByteText {
  const children = listElementsAtDepth(head, 1);
  const data = children.find(({ name }) => name === 'sheetData');
  if (data === undefined) throw buildDamagedError();
  const changes: Change[] = [];
  const extent = children.find(({ name }) => name === 'dimension');
  const ref = extent && readAttribute(extent.tag, 'ref');
  if (extent !== undefined && ref !== undefined) {
    const text = setAttribute(extent.tag, 'ref', widenReference(ref, Math.max(1, ...columns)));
    changes.push({ start: extent.start, end: extent.start + extent.tag.length, text });
  }
  const cols = children.find(({ name }) => name === 'cols');
  const prefix = readPrefix(data.tag);
  if (cols !== undefined) changes.push(...changeWidths(head, cols, prefix, widths));
  else if (widths.size > 0) {
    const all = [...widths].map(([column, width]) => writeColXml(prefix, column, width)).join('');
    changes.push(createInsertion(data.start, `<${prefix}cols>${all}</${prefix}cols>`));
  }
  return applyChanges(head, changes);
}

/** Sets the widths of columns. A `col` of more columns is divided, and its other columns stay as they are. */
function changeWidths(
  head: ByteText,
  cols: Element,
  prefix: string,
  widths: FrameChange['widths'],
): Change[] {
  const changes: Change[] = [];
  const remaining = new Map(widths);
  const takeBefore = (column: number) => {
    const taken = [...remaining].filter(([each]) => each < column);
    for (const [each] of taken) remaining.delete(each);
    return taken.map(([each, width]) => writeColXml(prefix, each, width)).join('');
  };
  for (const { tag, start, end } of listChildren(head, cols).filter(({ name }) => name === 'col')) {
    const [min, max] = [Number(readAttribute(tag, 'min')), Number(readAttribute(tag, 'max'))];
    const within = [...remaining].filter(([column]) => column >= min && column <= max);
    const columnsBefore = takeBefore(min);
    if (columnsBefore !== '') changes.push(createInsertion(start, columnsBefore));
    if (within.length === 0) continue;
    const narrowTag = (from: number, to: number) =>
      from > to ? '' : setAttribute(setAttribute(tag, 'min', String(from)), 'max', String(to));
    let [text, from] = ['', min];
    for (const [column, width] of within) {
      text +=
        narrowTag(from, column - 1) +
        writeColXml(prefix, column, width, readAttribute(tag, 'style'));
      from = column + 1;
      remaining.delete(column);
    }
    changes.push({ start, end, text: text + narrowTag(from, max) });
  }
  const columnsAfter = takeBefore(Infinity);
  return columnsAfter === '' ? changes : [...changes, ...createAppending(cols, columnsAfter)];
}

function writeColXml(prefix: string, column: number, width: number, style?: string): ByteText {
  const styleAttribute = style === undefined ? '' : ` style="${style}"`;
  return `<${prefix}col min="${column}" max="${column}" width="${width}"${styleAttribute} customWidth="1"/>`;
}

/** The children of a sheet that stand before `ignoredErrors` (ECMA-376, part 1, 18.3.1.99). */
const BEFORE_IGNORED_ERRORS: ReadonlySet<string> = new Set(
  (
    'sheetCalcPr sheetProtection protectedRanges scenarios autoFilter sortState dataConsolidate ' +
    'customSheetViews mergeCells phoneticPr conditionalFormatting dataValidations hyperlinks printOptions ' +
    'pageMargins pageSetup headerFooter rowBreaks colBreaks customProperties cellWatches'
  ).split(' '),
);

/** Changes the filter and the `ignoredErrors` in the tail of a sheet, which begins with the end of `sheetData`. */
export function changeTail(tail: ByteText, change: FrameChange): ByteText {
  const closingTag = /^<\/[^>]*>/.exec(tail)?.[0] ?? '';
  const rest = tail.slice(closingTag.length);
  const children = listElementsAtDepth(rest, 0);
  const changes: Change[] = [];
  const filter = children.find(({ name }) => name === 'autoFilter');
  if (filter !== undefined && change.filter !== undefined) {
    const { start, tag } = filter;
    const text = setAttribute(tag, 'ref', change.filter);
    changes.push({ start, end: start + tag.length, text });
  }
  changes.push(...suppressNumberWarnings(rest, children, readPrefix(closingTag), change));
  return closingTag + applyChanges(rest, changes);
}

/** Keeps Excel from showing a green triangle at each identifier, because it is a text that looks like a number. */
function suppressNumberWarnings(
  rest: ByteText,
  children: readonly Element[],
  prefix: string,
  { columns, earlierColumns, rows: [first, last] }: FrameChange,
): Change[] {
  const sqref = groupIntoRanges(columns)
    .map(([from, to]) => `${buildColumnName(from - 1)}${first}:${buildColumnName(to - 1)}${last}`)
    .join(' ');
  const ignoredError = `<${prefix}ignoredError sqref="${sqref}" numberStoredAsText="1"/>`;
  const list = children.find(({ name }) => name === 'ignoredErrors');
  if (list === undefined) {
    const before = children.filter(({ name }) => BEFORE_IGNORED_ERRORS.has(name)).at(-1);
    return [
      createInsertion(
        before?.end ?? 0,
        `<${prefix}ignoredErrors>${ignoredError}</${prefix}ignoredErrors>`,
      ),
    ];
  }
  const entries = listChildren(rest, list);
  const isOfEarlierResult = ({ name, tag }: Element) =>
    name === 'ignoredError' &&
    readAttribute(tag, 'numberStoredAsText') === '1' &&
    removeAttribute(removeAttribute(tag, 'sqref'), 'numberStoredAsText').split(/\s/).length <= 1 &&
    (readAttribute(tag, 'sqref') ?? '')
      .split(' ')
      .every((range) => isWithin(range, earlierColumns));
  const earlier = entries.filter(isOfEarlierResult);
  const removals = earlier.map(({ start, end }) => ({ start, end, text: '' }));
  const extensions = entries.find(({ name }) => name === 'extLst');
  if (extensions !== undefined)
    return [...removals, createInsertion(extensions.start, ignoredError)];
  return [...removals, ...createAppending(list, ignoredError)];
}

function isWithin(range: string, columns: ReadonlySet<number>): boolean {
  const [first = '', last = first] = range.split(':');
  const [from, to] = [readColumnNumber(first), readColumnNumber(last)];
  if (from === 0 || to - from > columns.size) return false;
  for (let column = from; column <= to; column += 1) if (!columns.has(column)) return false;
  return true;
}

/** Returns numbers as ascending ranges of consecutive numbers. */
function groupIntoRanges(numbers: readonly number[]): [from: number, to: number][] {
  const found: [number, number][] = [];
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const last = found.at(-1);
    if (last?.[1] === number - 1) last[1] = number;
    else found.push([number, number]);
  }
  return found;
}
