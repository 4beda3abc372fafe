import type { ListedColumn } from '../errors/input.js';
import { visible } from '../foreign-text.js';
import { maskIdentifiers } from '../identifiers/index.js';
import { kindName, percent } from '../sentences/lists.js';
import type { InputLayout, InputOrigin, TextEncoding } from './types.js';
import { t } from '../messages/index.js';

const ENCODINGS: Readonly<Record<Exclude<TextEncoding, 'utf8-broken'>, string>> = {
  utf8: 'UTF-8',
  latin1: 'Latin-1',
  utf16le: 'UTF-16',
  utf16be: 'UTF-16 (big-endian)',
};

/** Masks and shortens a header cell for a message. Without a real header the cell may contain any data. */
export function safeName(name: string): string {
  const line = maskIdentifiers(visible(name)).replace(/\s+/g, ' ');
  return `"${line.length > 40 ? `${line.slice(0, 39)}…` : line}"`;
}

/** The value for `--column`: the number, unless another column has it as its name (headers `0,1,2`). */
export function columnOption(columns: readonly string[], index: number): string {
  const number = String(index + 1);
  const isTaken = columns.some((name, at) => at !== index && name.trim() === number);
  return isTaken ? (columns[index] ?? '').trim() : number;
}

/** The values for `--column`, with the headers. */
export function listedColumns(
  columns: readonly string[],
  only?: readonly number[],
): ListedColumn[] {
  const indexes = only ?? columns.map((_, index) => index);
  return indexes.map((index) => ({
    option: columnOption(columns, index),
    name: safeName(columns[index] ?? ''),
  }));
}

/** Describes in one line how the file is read. */
export function describeLayout(layout: InputLayout, name: string): string {
  const delimiter = layout.delimiter === '\t' ? t.input.tab : `'${visible(layout.delimiter)}'`;
  if (layout.shape === 'text') {
    const text = [...origin(layout.origin, [encodingName(layout.encoding)]), t.input.runningText];
    return withNotes(`${visible(name)}: ${text.join(', ')} (${kindName(layout.kind)})`, layout);
  }
  const header = layout.hasHeader ? t.input.headerInLine(layout.preamble + 1) : t.input.noHeader;
  const column =
    layout.parts === undefined
      ? t.input.column(layout.column + 1, safeName(layout.columns[layout.column] ?? ''))
      : t.input.columnsJoined(layout.parts.columns.map((index) => index + 1).join('+'));
  const valid =
    layout.validShare === undefined ? '' : t.input.validShare(percent(layout.validShare));
  const table = layout.columns.length > 1 ? [delimiter] : [];
  const text = [encodingName(layout.encoding), ...table];
  const parts = [...origin(layout.origin, text), header, column];
  const line = `${visible(name)}: ${parts.join(', ')} (${kindName(layout.kind)}${valid})`;
  return withNotes(line, layout);
}

function encodingName(encoding: TextEncoding): string {
  return encoding === 'utf8-broken' ? t.input.brokenUtf8 : ENCODINGS[encoding];
}

function withNotes(line: string, { notes = [] }: InputLayout): string {
  return notes.length === 0 ? line : `${line}. ${notes.join(' ')}`;
}

/** Omits encoding and delimiter of a sheet, because confere itself chose them. */
function origin({ gzip, sheet }: InputOrigin = {}, text: readonly string[]): readonly string[] {
  const own = sheet === undefined ? text : [t.input.sheet(sheet.number, safeName(sheet.name))];
  return gzip === true ? ['gzip', ...own] : own;
}
