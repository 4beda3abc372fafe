import type { CellStyles } from '../sheet-xml.js';
import {
  createAppending,
  type ByteText,
  listChildren,
  type Element,
  createInsertion,
  readPrefix,
  parseRoot,
  setAttribute,
  applyChanges,
} from './xml-text.js';

/** The indexes of the formats of a result in the styles of a workbook. */
export interface WorkbookStyles extends CellStyles {
  /** Bold text. */
  readonly header: number;
}

/** The lists in a part of styles, in the order of the schema (ECMA-376, part 1, 18.8.39). */
const LIST_ORDER = [
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

/** The items that Excel requires in each list; they are added where a program wrote no list. `P:` is the prefix. */
const REQUIRED_ITEMS: Readonly<Record<string, readonly string[]>> = {
  fonts: ['<P:font><P:sz val="11"/><P:name val="Calibri"/><P:family val="2"/></P:font>'],
  fills: [
    '<P:fill><P:patternFill patternType="none"/></P:fill>',
    '<P:fill><P:patternFill patternType="gray125"/></P:fill>',
  ],
  borders: ['<P:border><P:left/><P:right/><P:top/><P:bottom/><P:diagonal/></P:border>'],
  cellStyleXfs: ['<P:xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>'],
  cellXfs: ['<P:xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>'],
};

/** Built-in formats, in which programs show dates and numbers as the user's country writes them. */
const FORMATS = { text: 49, date: 14, time: 22, amount: 4 };

/** Adds the formats of a result after the existing ones. Formats that an earlier result has added are used again. */
export function addStyles(styles: ByteText): { text: ByteText; indexes: WorkbookStyles } {
  let text = Object.keys(REQUIRED_ITEMS).reduce(ensureList, styles);
  const prefix = readPrefix(parseRoot(text).tag);
  const addItem = (list: string, item: string): number => {
    const added = findOrAddItem(text, list, item);
    text = added.text;
    return added.index;
  };
  const addFormat = (format: number, font: number, more = '') =>
    addItem(
      'cellXfs',
      `<${prefix}xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0"${more} applyNumberFormat="1" applyFont="1"/>`,
    );
  const bold = addItem('fonts', buildBoldFont(text, prefix));
  const indexes = {
    text: addFormat(FORMATS.text, 0),
    quoted: addFormat(FORMATS.text, 0, ' quotePrefix="1"'),
    date: addFormat(FORMATS.date, 0),
    time: addFormat(FORMATS.time, 0),
    amount: addFormat(FORMATS.amount, 0),
    header: addFormat(FORMATS.text, bold),
  };
  return { text, indexes };
}

/** Creates an empty part of styles, for a workbook without one. `namespace`: that of its main part. */
export function createStyles(namespace: string): ByteText {
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<styleSheet xmlns="${namespace}"></styleSheet>`;
}

function findList(text: ByteText, name: string): Element | undefined {
  return listChildren(text, parseRoot(text)).find((each) => each.name === name);
}

function ensureList(text: ByteText, name: string): ByteText {
  const root = parseRoot(text);
  const prefix = readPrefix(root.tag);
  const items = (REQUIRED_ITEMS[name] ?? []).map((item) => item.replaceAll('P:', prefix));
  const list = findList(text, name);
  if (list !== undefined) {
    if (listChildren(text, list).length > 0) return text;
    const tag = setAttribute(writeOpeningTag(list), 'count', String(items.length));
    const filled = `${tag}${items.join('')}</${prefix}${name}>`;
    return applyChanges(text, [{ start: list.start, end: list.end, text: filled }]);
  }
  const newList = `<${prefix}${name} count="${items.length}">${items.join('')}</${prefix}${name}>`;
  const listsBefore = new Set(LIST_ORDER.slice(0, LIST_ORDER.indexOf(name)));
  const lastBefore = listChildren(text, root)
    .filter((each) => listsBefore.has(each.name))
    .at(-1);
  if (lastBefore !== undefined)
    return applyChanges(text, [createInsertion(lastBefore.end, newList)]);
  if (root.contentEnd === root.end) return applyChanges(text, createAppending(root, newList));
  return applyChanges(text, [createInsertion(root.contentStart, newList)]);
}

function writeOpeningTag({ tag }: Element): ByteText {
  return tag.replace(/(?<!\s)\s*\/>$/, '>');
}

function findOrAddItem(
  text: ByteText,
  name: string,
  item: string,
): { text: ByteText; index: number } {
  const list = findList(text, name);
  if (list === undefined) throw new Error(`The styles have no ${name}`);
  const items = listChildren(text, list).filter(
    (each) => each.name === (name === 'fonts' ? 'font' : 'xf'),
  );
  const index = items.findIndex(({ start, end }) => text.slice(start, end) === item);
  if (index >= 0) return { text, index: index };
  const { start, tag } = list;
  const count = setAttribute(tag, 'count', String(items.length + 1));
  const end = items.at(-1)?.end ?? list.contentStart;
  const changes = [{ start, end: start + tag.length, text: count }, createInsertion(end, item)];
  return { text: applyChanges(text, changes), index: items.length };
}

/** Returns the first font of the workbook in bold. `b` comes first, because programs accept it only there. */
function buildBoldFont(text: ByteText, prefix: string): ByteText {
  const list = findList(text, 'fonts');
  const [first] = list === undefined ? [] : listChildren(text, list);
  if (first === undefined) return `<${prefix}font><${prefix}b/></${prefix}font>`;
  if (listChildren(text, first).some(({ name }) => name === 'b'))
    return text.slice(first.start, first.end);
  const content = text.slice(first.contentStart, first.contentEnd);
  return `${writeOpeningTag(first)}<${prefix}b/>${content}</${prefix}font>`;
}
