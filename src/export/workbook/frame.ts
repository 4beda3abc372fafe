import { buildColumnName } from '../sheet-xml.js';
import { columnOf } from './rows.js';
import {
  appended,
  attribute,
  type ByteText,
  type Change,
  childrenOf,
  damaged,
  type Element,
  elementsAt,
  insertion,
  prefixOf,
  withAttribute,
  withChanges,
  withoutAttribute,
} from './xml-text.js';

/** The changes of a sheet around its rows. Columns are numbered from 1. */
export interface FrameChange {
  /** The columns right of the user's own, with their widths in characters. */
  readonly widths: ReadonlyMap<number, number>;
  /** All columns of the result, and those among them where an earlier result stood. */
  readonly columns: readonly number[];
  readonly freed: ReadonlySet<number>;
  /** The first and last row with a result. */
  readonly rows: readonly [first: number, last: number];
  /** The reference of the filter; undefined if it stays. */
  readonly filter?: string;
}

/** Returns a reference such as `A1:F9` that reaches at least to a column (from 1). */
export function widened(reference: string, column: number): string {
  const [first = '', last = first] = reference.split(':');
  if (columnOf(last) >= column || columnOf(first) === 0) return reference;
  const row = /(?<![\d$])\$?\d*$/.exec(last)?.[0] ?? '';
  const dollar = last.startsWith('$') ? '$' : '';
  return `${first}:${dollar}${buildColumnName(column - 1)}${row}`;
}

/** Changes the extent and the widths in the head of a sheet, which ends with the tag of `sheetData`. */
export function changeHead(head: ByteText, { widths, columns }: FrameChange): ByteText {
  const children = elementsAt(head, 1);
  const data = children.find(({ name }) => name === 'sheetData');
  if (data === undefined) throw damaged();
  const changes: Change[] = [];
  const extent = children.find(({ name }) => name === 'dimension');
  const ref = extent && attribute(extent.tag, 'ref');
  if (extent !== undefined && ref !== undefined) {
    const text = withAttribute(extent.tag, 'ref', widened(ref, Math.max(1, ...columns)));
    changes.push({ start: extent.start, end: extent.start + extent.tag.length, text });
  }
  const cols = children.find(({ name }) => name === 'cols');
  const prefix = prefixOf(data.tag);
  if (cols !== undefined) changes.push(...changeWidths(head, cols, prefix, widths));
  else if (widths.size > 0) {
    const all = [...widths].map(([column, width]) => colXml(prefix, column, width)).join('');
    changes.push(insertion(data.start, `<${prefix}cols>${all}</${prefix}cols>`));
  }
  return withChanges(head, changes);
}

/** Sets the widths of columns. A `col` of more columns is divided, and its other columns stay as they are. */
function changeWidths(
  head: ByteText,
  cols: Element,
  prefix: string,
  widths: FrameChange['widths'],
): Change[] {
  const changes: Change[] = [];
  const left = new Map(widths);
  const before = (column: number) => {
    const some = [...left].filter(([each]) => each < column);
    for (const [each] of some) left.delete(each);
    return some.map(([each, width]) => colXml(prefix, each, width)).join('');
  };
  for (const { tag, start, end } of childrenOf(head, cols).filter(({ name }) => name === 'col')) {
    const [min, max] = [Number(attribute(tag, 'min')), Number(attribute(tag, 'max'))];
    const within = [...left].filter(([column]) => column >= min && column <= max);
    const lead = before(min);
    if (lead !== '') changes.push(insertion(start, lead));
    if (within.length === 0) continue;
    const part = (from: number, to: number) =>
      from > to ? '' : withAttribute(withAttribute(tag, 'min', String(from)), 'max', String(to));
    let [text, from] = ['', min];
    for (const [column, width] of within) {
      text += part(from, column - 1) + colXml(prefix, column, width, attribute(tag, 'style'));
      from = column + 1;
      left.delete(column);
    }
    changes.push({ start, end, text: text + part(from, max) });
  }
  const rest = before(Infinity);
  return rest === '' ? changes : [...changes, ...appended(cols, rest)];
}

function colXml(prefix: string, column: number, width: number, style?: string): ByteText {
  const own = style === undefined ? '' : ` style="${style}"`;
  return `<${prefix}col min="${column}" max="${column}" width="${width}"${own} customWidth="1"/>`;
}

/** The children of a sheet that stand before `ignoredErrors` (ECMA-376, part 1, 18.3.1.99). */
const BEFORE_IGNORED_ERRORS: ReadonlySet<string> = new Set(
  (
    'sheetCalcPr sheetProtection protectedRanges scenarios autoFilter sortState dataConsolidate ' +
    'customSheetViews mergeCells phoneticPr conditionalFormatting dataValidations hyperlinks printOptions ' +
    'pageMargins pageSetup headerFooter rowBreaks colBreaks customProperties cellWatches'
  ).split(' '),
);

/** Changes the filter and the ignored errors in the tail of a sheet, which begins with the end of `sheetData`. */
export function changeTail(tail: ByteText, change: FrameChange): ByteText {
  const data = /^<\/[^>]*>/.exec(tail)?.[0] ?? '';
  const rest = tail.slice(data.length);
  const children = elementsAt(rest, 0);
  const changes: Change[] = [];
  const filter = children.find(({ name }) => name === 'autoFilter');
  if (filter !== undefined && change.filter !== undefined) {
    const { start, tag } = filter;
    const text = withAttribute(tag, 'ref', change.filter);
    changes.push({ start, end: start + tag.length, text });
  }
  changes.push(...ignoreErrors(rest, children, prefixOf(data), change));
  return data + withChanges(rest, changes);
}

/** Lets Excel show no green triangle where a text looks like a number, as each identifier does. */
function ignoreErrors(
  rest: ByteText,
  children: readonly Element[],
  prefix: string,
  { columns, freed, rows: [first, last] }: FrameChange,
): Change[] {
  const sqref = ranges(columns)
    .map(([from, to]) => `${buildColumnName(from - 1)}${first}:${buildColumnName(to - 1)}${last}`)
    .join(' ');
  const own = `<${prefix}ignoredError sqref="${sqref}" numberStoredAsText="1"/>`;
  const known = children.find(({ name }) => name === 'ignoredErrors');
  if (known === undefined) {
    const before = children.filter(({ name }) => BEFORE_IGNORED_ERRORS.has(name)).at(-1);
    return [insertion(before?.end ?? 0, `<${prefix}ignoredErrors>${own}</${prefix}ignoredErrors>`)];
  }
  const listed = childrenOf(rest, known);
  const isEarlier = ({ name, tag }: Element) =>
    name === 'ignoredError' &&
    attribute(tag, 'numberStoredAsText') === '1' &&
    withoutAttribute(withoutAttribute(tag, 'sqref'), 'numberStoredAsText').split(/\s/).length <=
      1 &&
    (attribute(tag, 'sqref') ?? '').split(' ').every((range) => isWithin(range, freed));
  const earlier = listed.filter(isEarlier);
  const dropped = earlier.map(({ start, end }) => ({ start, end, text: '' }));
  const extensions = listed.find(({ name }) => name === 'extLst');
  if (extensions !== undefined) return [...dropped, insertion(extensions.start, own)];
  return [...dropped, ...appended(known, own)];
}

function isWithin(range: string, columns: ReadonlySet<number>): boolean {
  const [first = '', last = first] = range.split(':');
  const [from, to] = [columnOf(first), columnOf(last)];
  if (from === 0 || to - from > columns.size) return false;
  for (let column = from; column <= to; column += 1) if (!columns.has(column)) return false;
  return true;
}

/** Returns ascending numbers as ranges of neighbours. */
function ranges(numbers: readonly number[]): [from: number, to: number][] {
  const found: [number, number][] = [];
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const last = found.at(-1);
    if (last?.[1] === number - 1) last[1] = number;
    else found.push([number, number]);
  }
  return found;
}
