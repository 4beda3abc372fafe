import type { ListedSheet } from '../../errors/input.js';
import { UsageError } from '../../errors.js';
import { safeName } from '../describe-layout.js';
import { detectLayout, SHEET_TEXT } from '../detect-layout.js';
import type { InputOptions } from '../types.js';
import type { Sheet } from './open-workbook.js';
import type { SheetColumns } from './sheet-columns.js';

/** A sheet, written as CSV to a private file. */
export interface Written {
  readonly sheet: Sheet;
  readonly path: string;
  rows: number;
  readonly columns: SheetColumns;
  readonly epoch1904: boolean;
}

/** Errors which mean that the sheet has identifiers, but how to read them is not clear. */
const HOLDS_IDENTIFIERS = new Set([
  'ambiguous_column',
  'identifier_in_parts',
  'mixed_kinds',
  'unknown_kind',
  'weak_column',
]);

/** The sheets to read: the named one, or all that are not hidden. */
export function wantedSheets(
  sheets: readonly Sheet[],
  wanted: string | undefined,
  name: string,
): readonly Sheet[] {
  if (wanted === undefined) {
    const visible = sheets.filter(({ isHidden }) => !isHidden);
    return visible.length > 0 ? visible : sheets;
  }
  const same = (text: string) => text.trim().toLowerCase() === wanted.trim().toLowerCase();
  const found =
    sheets.find((sheet) => sheet.name === wanted) ??
    sheets.find((sheet) => same(sheet.name)) ??
    sheets.find(({ number }) => String(number) === wanted);
  if (found !== undefined) return [found];
  throw new UsageError('unknown_sheet', {
    file: name,
    wanted: safeName(wanted),
    sheets: listed(sheets),
  });
}

/** Chooses the only sheet with rows, or the only one with identifiers. @throws UsageError otherwise */
export async function chooseSheet(
  written: readonly Written[],
  options: InputOptions,
  name: string,
): Promise<Written> {
  const filled = written.filter(({ rows }) => rows > 0);
  const [first, second] = filled;
  if (first === undefined) {
    throw new UsageError('input_empty', { file: name, isWorkbook: true });
  }
  if (second === undefined) return first;
  const held = await Promise.all(filled.map((each) => holdsIdentifiers(each, options)));
  const holding = filled.filter((_, index) => held[index]);
  const [only, another] = holding;
  if (only !== undefined && another === undefined) return only;
  throw holding.length === 0
    ? new UsageError('no_identifier_sheet', { file: name, sheets: listed(sheetsOf(filled)) })
    : new UsageError('ambiguous_sheet', { file: name, sheets: listed(sheetsOf(holding)) });
}

async function holdsIdentifiers({ path }: Written, options: InputOptions): Promise<boolean> {
  try {
    await detectLayout(path, { ...options, ...SHEET_TEXT });
    return true;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return HOLDS_IDENTIFIERS.has(error.code);
  }
}

function sheetsOf(written: readonly Written[]): Sheet[] {
  return written.map(({ sheet }) => sheet);
}

function listed(sheets: readonly Sheet[]): ListedSheet[] {
  return sheets.map(({ number, name }) => ({ number, name: safeName(name) }));
}
