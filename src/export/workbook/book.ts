import { TOTALS_NAME } from '../../input/result-columns.js';
import { readSheetName } from '../../input/workbook/open-workbook.js';
import { widened } from './frame.js';
import {
  appended,
  attribute,
  type ByteText,
  type Change,
  childrenOf,
  type Element,
  escapeAttribute,
  fromByteText,
  insertion,
  prefixOf,
  rootOf,
  textContent,
  toByteText,
  withChanges,
} from './xml-text.js';

/** The name of a sheet of totals. */
const TOTALS_SHEET = 'confere';

/** A sheet as the main part lists it. */
export interface ListedSheet {
  readonly name: string;
  /** The id of its relation. */
  readonly relation: string;
}

interface Book {
  readonly text: ByteText;
  readonly children: readonly Element[];
  readonly prefix: string;
}

function readBook(text: ByteText): Book {
  const root = rootOf(text);
  return { text, children: childrenOf(text, root), prefix: prefixOf(root.tag) };
}

function listSheets({ text, children }: Book): (ListedSheet & { readonly sheetId: number })[] {
  const list = children.find(({ name }) => name === 'sheets');
  const sheets = list === undefined ? [] : childrenOf(text, list);
  return sheets.map(({ tag }) => ({
    name: attribute(tag, 'name') ?? '',
    relation: attribute(tag, 'id') ?? '',
    sheetId: Number(attribute(tag, 'sheetId') ?? 0),
  }));
}

function listNames({ text, children }: Book): Element[] {
  const list = children.find(({ name }) => name === 'definedNames');
  return list === undefined ? [] : childrenOf(text, list);
}

/** Returns the sheet of totals of an earlier result; undefined if the user removed it, or there was none. */
export function findTotals(text: ByteText): ListedSheet | undefined {
  const book = readBook(text);
  const name = listNames(book).find(({ tag }) => attribute(tag, 'name') === TOTALS_NAME);
  const to = name && readSheetName(textContent(text, name));
  return listSheets(book).find((sheet) => sheet.name === to);
}

/** Returns a name for the sheet of totals that no sheet has. */
export function chooseTotalsName(text: ByteText): string {
  const taken = new Set(listSheets(readBook(text)).map(({ name }) => name.toLowerCase()));
  let name = TOTALS_SHEET;
  for (let number = 2; taken.has(name); number += 1) name = `${TOTALS_SHEET} ${number}`;
  return name;
}

/** Lists a sheet of totals, to which the relation `id` leads, after all other sheets. */
export function addTotals(text: ByteText, name: string, id: string): ByteText {
  const book = readBook(text);
  const { children, prefix } = book;
  const sheets = children.find((each) => each.name === 'sheets');
  if (sheets === undefined) return text;
  const number = Math.max(0, ...listSheets(book).map(({ sheetId }) => sheetId)) + 1;
  const first = childrenOf(text, sheets)[0]?.tag ?? '';
  const relation = /\s([^\s=:]+:)id\s*=/.exec(first)?.[1] ?? 'r:';
  const sheet = `<${prefix}sheet name="${escapeAttribute(name)}" sheetId="${number}" ${relation}id="${id}"/>`;
  const changes = appended(sheets, toByteText(sheet));
  const reference = `'${name.replaceAll("'", "''")}'!$A$1`;
  const own = `<${prefix}definedName name="${TOTALS_NAME}" hidden="1">${escapeAttribute(reference)}</${prefix}definedName>`;
  return withChanges(text, [...changes, ...addName(book, toByteText(own))]);
}

/** The children of a main part that stand before its names (ECMA-376, part 1, 18.2.27). */
const BEFORE_NAMES = new Set(
  'fileVersion fileSharing workbookPr workbookProtection bookViews sheets functionGroups externalReferences'.split(
    ' ',
  ),
);

/** Adds the name of the sheet of totals, in place of one that leads nowhere. */
function addName(book: Book, own: ByteText): Change[] {
  const { children, prefix } = book;
  const broken = listNames(book).find(({ tag }) => attribute(tag, 'name') === TOTALS_NAME);
  if (broken !== undefined) return [{ start: broken.start, end: broken.end, text: own }];
  const list = children.find(({ name }) => name === 'definedNames');
  if (list !== undefined) return appended(list, own);
  const before = children.filter(({ name }) => BEFORE_NAMES.has(name)).at(-1);
  const names = `<${prefix}definedNames>${own}</${prefix}definedNames>`;
  return before === undefined ? [] : [insertion(before.end, names)];
}

/** Widens the hidden name of a sheet's filter to a column (from 1). `number`: the place of the sheet, from 1. */
export function widenFilterName(text: ByteText, number: number, column: number): ByteText {
  const name = listNames(readBook(text)).find(
    ({ tag }) =>
      attribute(tag, 'name') === '_xlnm._FilterDatabase' &&
      attribute(tag, 'localSheetId') === String(number - 1),
  );
  if (name === undefined) return text;
  const { contentStart: start, contentEnd: end } = name;
  const content = fromByteText(text.slice(start, end));
  const at = content.lastIndexOf('!') + 1;
  const reference = content.slice(0, at) + widened(content.slice(at), column);
  return withChanges(text, [{ start, end, text: toByteText(reference) }]);
}
