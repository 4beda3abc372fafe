import { TOTALS_NAME } from '../../input/result-columns.js';
import { readSheetName } from '../../input/workbook/open-workbook.js';
import { widenReference } from './frame.js';
import {
  createAppending,
  readAttribute,
  type ByteText,
  type Change,
  listChildren,
  type Element,
  escapeAttribute,
  fromByteText,
  createInsertion,
  readPrefix,
  parseRoot,
  readTextContent,
  toByteText,
  applyChanges,
} from './xml-text.js';

/** The name of a sheet of totals. */
const TOTALS_SHEET = 'confere';

/** A sheet in the list of the main part. */
export interface ListedSheet {
  readonly name: string;
  /** The id of the sheet's relation. */
  readonly relation: string;
}

interface Book {
  readonly text: ByteText;
  readonly children: readonly Element[];
  readonly prefix: string;
}

function readBook(text: ByteText): Book {
  const root = parseRoot(text);
  return { text, children: listChildren(text, root), prefix: readPrefix(root.tag) };
}

function listSheets({ text, children }: Book): (ListedSheet & { readonly sheetId: number })[] {
  const list = children.find(({ name }) => name === 'sheets');
  const sheets = list === undefined ? [] : listChildren(text, list);
  return sheets.map(({ tag }) => ({
    name: readAttribute(tag, 'name') ?? '',
    relation: readAttribute(tag, 'id') ?? '',
    sheetId: Number(readAttribute(tag, 'sheetId') ?? 0),
  }));
}

function listNames({ text, children }: Book): Element[] {
  const list = children.find(({ name }) => name === 'definedNames');
  return list === undefined ? [] : listChildren(text, list);
}

/** Returns the sheet of totals of an earlier result; undefined if the user removed it, or there was none. */
export function findTotals(text: ByteText): ListedSheet | undefined {
  const book = readBook(text);
  const name = listNames(book).find(({ tag }) => readAttribute(tag, 'name') === TOTALS_NAME);
  const sheetName = name && readSheetName(readTextContent(text, name));
  return listSheets(book).find((sheet) => sheet.name === sheetName);
}

/** Returns a name for the sheet of totals that no sheet has. */
export function chooseTotalsName(text: ByteText): string {
  const takenNames = new Set(listSheets(readBook(text)).map(({ name }) => name.toLowerCase()));
  let name = TOTALS_SHEET;
  for (let number = 2; takenNames.has(name); number += 1) name = `${TOTALS_SHEET} ${number}`;
  return name;
}

/**
 * Adds a sheet of totals at the end of the workbook's list of sheets, and its hidden name. `id`: the relation that leads
 * to the sheet.
 */
export function addTotals(text: ByteText, name: string, id: string): ByteText {
  const book = readBook(text);
  const { children, prefix } = book;
  const sheets = children.find((each) => each.name === 'sheets');
  if (sheets === undefined) return text;
  const newSheetId = Math.max(0, ...listSheets(book).map(({ sheetId }) => sheetId)) + 1;
  const first = listChildren(text, sheets)[0]?.tag ?? '';
  const relation = /\s([^\s=:]+:)id\s*=/.exec(first)?.[1] ?? 'r:';
  // Some programs declare the prefix of the relation at each sheet.
  const declaration = readAttribute(first, `xmlns:${relation.slice(0, -1)}`);
  const namespace =
    declaration === undefined
      ? ''
      : ` xmlns:${relation.slice(0, -1)}="${escapeAttribute(declaration)}"`;
  const sheet = `<${prefix}sheet name="${escapeAttribute(name)}" sheetId="${newSheetId}"${namespace} ${relation}id="${id}"/>`;
  const changes = createAppending(sheets, toByteText(sheet));
  const reference = `'${name.replaceAll("'", "''")}'!$A$1`;
  const definedName = `<${prefix}definedName name="${TOTALS_NAME}" hidden="1">${escapeAttribute(reference)}</${prefix}definedName>`;
  return applyChanges(text, [...changes, ...addName(book, toByteText(definedName))]);
}

/** The children of a main part that stand before its names (ECMA-376, part 1, 18.2.27). */
const BEFORE_NAMES = new Set(
  'fileVersion fileSharing workbookPr workbookProtection bookViews sheets functionGroups externalReferences'.split(
    ' ',
  ),
);

/** Adds the hidden name of the sheet of totals, or replaces an earlier one, whose sheet is gone if this is called. */
function addName(book: Book, definedName: ByteText): Change[] {
  const { children, prefix } = book;
  const earlierName = listNames(book).find(({ tag }) => readAttribute(tag, 'name') === TOTALS_NAME);
  if (earlierName !== undefined)
    return [{ start: earlierName.start, end: earlierName.end, text: definedName }];
  const list = children.find(({ name }) => name === 'definedNames');
  if (list !== undefined) return createAppending(list, definedName);
  const before = children.filter(({ name }) => BEFORE_NAMES.has(name)).at(-1);
  const names = `<${prefix}definedNames>${definedName}</${prefix}definedNames>`;
  return before === undefined ? [] : [createInsertion(before.end, names)];
}

/**
 * Widens the hidden name of a sheet's filter to a column (from 1). `tab`: the position of the sheet's tab, from 1.
 */
export function widenFilterName(text: ByteText, tab: number, column: number): ByteText {
  const name = listNames(readBook(text)).find(
    ({ tag }) =>
      readAttribute(tag, 'name') === '_xlnm._FilterDatabase' &&
      readAttribute(tag, 'localSheetId') === String(tab - 1),
  );
  if (name === undefined) return text;
  const { contentStart: start, contentEnd: end } = name;
  const content = fromByteText(text.slice(start, end));
  const at = content.lastIndexOf('!') + 1;
  const reference = content.slice(0, at) + widenReference(content.slice(at), column);
  return applyChanges(text, [{ start, end, text: toByteText(reference) }]);
}
