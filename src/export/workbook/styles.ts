import type { CellStyles } from '../sheet-xml.js';
import {
  appended,
  type ByteText,
  childrenOf,
  type Element,
  insertion,
  prefixOf,
  rootOf,
  withAttribute,
  withChanges,
} from './xml-text.js';

/** The indexes of the formats of a result in the styles of a workbook. */
export interface WorkbookStyles extends CellStyles {
  /** Bold text. */
  readonly header: number;
}

/** The lists of a list of styles, in the order of their schema (ECMA-376, part 1, 18.8.39). */
const LISTS = [
  'numFmts',
  'fonts',
  'fills',
  'borders',
  'cellStyleXfs',
  'cellXfs',
  'cellStyles',
  'dxfs',
  'tableStyles',
  'colors',
  'extLst',
];

/** The entries that Excel needs in a list; some programs leave the list out. */
const LEAST: Readonly<Record<string, readonly string[]>> = {
  fonts: ['<P:font><P:sz val="11"/><P:name val="Calibri"/><P:family val="2"/></P:font>'],
  fills: [
    '<P:fill><P:patternFill patternType="none"/></P:fill>',
    '<P:fill><P:patternFill patternType="gray125"/></P:fill>',
  ],
  borders: ['<P:border><P:left/><P:right/><P:top/><P:bottom/><P:diagonal/></P:border>'],
  cellStyleXfs: ['<P:xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>'],
  cellXfs: ['<P:xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>'],
};

/** Built-in formats; programs show dates and numbers as the user's country writes them. */
const FORMATS = { text: 49, date: 14, time: 22, amount: 4 };

/** Adds the formats of a result after the existing ones, which stay; those that an earlier result added serve again. */
export function addStyles(styles: ByteText): { text: ByteText; indexes: WorkbookStyles } {
  let text = Object.keys(LEAST).reduce(withList, styles);
  const prefix = prefixOf(rootOf(text).tag);
  const add = (list: string, item: string): number => {
    const added = withItem(text, list, item);
    text = added.text;
    return added.index;
  };
  const xf = (format: number, font: number, more = '') =>
    add(
      'cellXfs',
      `<${prefix}xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0"${more} applyNumberFormat="1" applyFont="1"/>`,
    );
  const bold = add('fonts', boldFont(text, prefix));
  const indexes = {
    text: xf(FORMATS.text, 0),
    quoted: xf(FORMATS.text, 0, ' quotePrefix="1"'),
    date: xf(FORMATS.date, 0),
    time: xf(FORMATS.time, 0),
    amount: xf(FORMATS.amount, 0),
    header: xf(FORMATS.text, bold),
  };
  return { text, indexes };
}

/** The styles of a workbook that has none. `namespace` is that of its main part. */
export function newStyles(namespace: string): ByteText {
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<styleSheet xmlns="${namespace}"></styleSheet>`;
}

function findList(text: ByteText, name: string): Element | undefined {
  return childrenOf(text, rootOf(text)).find((each) => each.name === name);
}

function withList(text: ByteText, name: string): ByteText {
  const root = rootOf(text);
  const prefix = prefixOf(root.tag);
  const items = (LEAST[name] ?? []).map((item) => item.replaceAll('P:', prefix));
  const known = findList(text, name);
  if (known !== undefined) {
    if (childrenOf(text, known).length > 0) return text;
    const tag = withAttribute(openTag(known), 'count', String(items.length));
    const list = `${tag}${items.join('')}</${prefix}${name}>`;
    return withChanges(text, [{ start: known.start, end: known.end, text: list }]);
  }
  const list = `<${prefix}${name} count="${items.length}">${items.join('')}</${prefix}${name}>`;
  const before = new Set(LISTS.slice(0, LISTS.indexOf(name)));
  const last = childrenOf(text, root)
    .filter((each) => before.has(each.name))
    .at(-1);
  if (last !== undefined) return withChanges(text, [insertion(last.end, list)]);
  if (root.contentEnd === root.end) return withChanges(text, appended(root, list));
  return withChanges(text, [insertion(root.contentStart, list)]);
}

function openTag({ tag }: Element): ByteText {
  return tag.replace(/(?<!\s)\s*\/>$/, '>');
}

function withItem(text: ByteText, name: string, item: string): { text: ByteText; index: number } {
  const list = findList(text, name);
  if (list === undefined) throw new Error(`The styles have no ${name}`);
  const items = childrenOf(text, list).filter(
    (each) => each.name === (name === 'fonts' ? 'font' : 'xf'),
  );
  const known = items.findIndex(({ start, end }) => text.slice(start, end) === item);
  if (known >= 0) return { text, index: known };
  const { start, tag } = list;
  const count = withAttribute(tag, 'count', String(items.length + 1));
  const end = items.at(-1)?.end ?? list.contentStart;
  const changes = [{ start, end: start + tag.length, text: count }, insertion(end, item)];
  return { text: withChanges(text, changes), index: items.length };
}

/** Returns the first font of the workbook as a bold one; `b` is the first child of a font that programs accept. */
function boldFont(text: ByteText, prefix: string): ByteText {
  const list = findList(text, 'fonts');
  const [first] = list === undefined ? [] : childrenOf(text, list);
  if (first === undefined) return `<${prefix}font><${prefix}b/></${prefix}font>`;
  if (childrenOf(text, first).some(({ name }) => name === 'b'))
    return text.slice(first.start, first.end);
  const content = text.slice(first.contentStart, first.contentEnd);
  return `${openTag(first)}<${prefix}b/>${content}</${prefix}font>`;
}
