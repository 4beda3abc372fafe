import type { ListedColumn } from '../errors/facts.js';
import { visible } from '../foreign-text.js';
import { formatId, maskCpf, maskIdentifiers, readFileCell } from '../identifiers/index.js';
import { percent } from '../messages/words.js';
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

const SAMPLES = 3;
const LONGEST_SAMPLE = 20;

/** The first cells that differ, without what they tell of a person. */
export function samplesOf(cells: readonly string[]): readonly string[] {
  const filled = [...new Set(cells.map((cell) => cell.trim()))].filter((cell) => cell !== '');
  return filled.slice(0, SAMPLES).map(masked);
}

/** Masks a CPF, keeps a CNPJ, and replaces the characters of anything else, which may be a name. */
function masked(cell: string): string {
  const cpf = readFileCell(cell, 'cpf');
  if (cpf.valid) return maskCpf(cpf.id);
  const cnpj = readFileCell(cell, 'cnpj');
  if (cnpj.valid) return formatId('cnpj', cnpj.id);
  const shape = cell.replace(/[\p{L}\p{N}]/gu, '*').replace(/[^\x20-\x7e]/g, ' ');
  return shape.length > LONGEST_SAMPLE ? `${shape.slice(0, LONGEST_SAMPLE)}...` : shape;
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
    return withNotes(
      `${visible(name)}: ${text.join(', ')} (${t.phrases.kindName(layout.kind)})`,
      layout,
    );
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
  const line = `${visible(name)}: ${parts.join(', ')} (${t.phrases.kindName(layout.kind)}${valid})`;
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
  const sheets = sheet === undefined ? [] : [sheet, ...(sheet.and ?? [])];
  const named = sheets.map(({ name, number }) => t.input.sheet(number, safeName(name)));
  const own = sheet === undefined ? text : named;
  return gzip === true ? ['gzip', ...own] : own;
}
