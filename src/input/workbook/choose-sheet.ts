import { UsageError } from '../../errors.js';
import { safeName } from '../column/describe.js';
import { detectLayout } from '../column/detect.js';
import { SHEET_TEXT } from './sheet-text.js';
import type { InputOptions } from '../types.js';
import type { Sheet } from './book.js';
import { say } from '../../text/index.js';

/** A sheet as CSV in a private file. */
export interface Written {
  readonly sheet: Sheet;
  readonly path: string;
  rows: number;
}

/** Refusals that say: identifiers are there, the question is how to read them. */
const HOLDS_IDENTIFIERS = new Set([
  'ambiguous_column',
  'mixed_kinds',
  'unknown_kind',
  'weak_column',
]);

/** The sheets to look at: the one that is named, or all that are not hidden. */
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
  throw new UsageError(
    'unknown_sheet',
    say`${name} has no sheet ${safeName(wanted)}. Its sheets: ${list(sheets)}.`,
  );
}

/** The only sheet with rows, or the only one with identifiers; anything else is asked. */
export async function chooseSheet(
  written: readonly Written[],
  options: InputOptions,
  name: string,
): Promise<Written> {
  const filled = written.filter(({ rows }) => rows > 0);
  const [first, second] = filled;
  if (first === undefined) {
    throw new UsageError(
      'input_empty',
      say`${name} has no filled cells; it needs one identifier in each row.`,
    );
  }
  if (second === undefined) return first;
  const held = await Promise.all(filled.map((each) => holdsIdentifiers(each, options)));
  const holding = filled.filter((_, index) => held[index]);
  const [only, another] = holding;
  if (only !== undefined && another === undefined) return only;
  throw holding.length === 0
    ? new UsageError(
        'no_identifier_sheet',
        say`None of the sheets of ${name} has a column of CPFs or CNPJs: ${list(sheetsOf(filled))}. Name one with --sheet.`,
      )
    : new UsageError(
        'ambiguous_sheet',
        say`${name} has several sheets that hold identifiers: ${list(sheetsOf(holding))}. Choose one with --sheet.`,
      );
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

function list(sheets: readonly Sheet[]): string {
  return sheets.map(({ number, name }) => `${number} ${safeName(name)}`).join(', ');
}
