import type { ListedColumn } from '../base/facts.js';
import { removeInvisible } from '../base/foreign-text.js';
import { formatId, maskCpf, maskCpfs, readFileCell } from '../identifiers/index.js';
import { t } from '../messages/index.js';
import { formatPercent } from '../messages/words.js';
import type { InputLayout } from './types.js';

/** Quotes a header cell, masked and shortened: in a file without a real header it may contain personal data. */
export function quoteName(name: string): string {
  const line = maskCpfs(removeInvisible(name)).replace(/\s+/g, ' ');
  return `"${line.length > 40 ? `${line.slice(0, 39)}…` : line}"`;
}

const MAX_SAMPLES = 3;
const MAX_SAMPLE_LENGTH = 20;

/** Returns the first different cells, without personal data. */
export function pickSamples(cells: readonly string[]): readonly string[] {
  const filled = [...new Set(cells.map((cell) => cell.trim()))].filter((cell) => cell !== '');
  return filled.slice(0, MAX_SAMPLES).map(maskSample);
}

/** Masks a CPF, keeps a CNPJ, and replaces the characters of anything else, which may be a name. */
function maskSample(cell: string): string {
  const cpf = readFileCell(cell, 'cpf');
  if (cpf.valid) return maskCpf(cpf.id);
  const cnpj = readFileCell(cell, 'cnpj');
  if (cnpj.valid) return formatId('cnpj', cnpj.id);
  const shape = cell.replace(/[\p{L}\p{N}]/gu, '*').replace(/[^\x20-\x7e]/g, ' ');
  return shape.length > MAX_SAMPLE_LENGTH ? `${shape.slice(0, MAX_SAMPLE_LENGTH)}...` : shape;
}

/**
 * Describes a column for a message. `option` is its number, unless another column has that number as its name,
 * as in a file with the header `0,1,2`.
 */
export function describeColumn(columns: readonly string[], index: number): ListedColumn {
  const number = String(index + 1);
  const name = columns[index] ?? '';
  const isTaken = columns.some((other, at) => at !== index && other.trim() === number);
  return { option: isTaken ? name.trim() : number, name: quoteName(name) };
}

export function describeColumns(
  columns: readonly string[],
  indexes: readonly number[],
): ListedColumn[] {
  return indexes.map((index) => describeColumn(columns, index));
}

/** Returns the sentence about how a file is read. */
export function describeLayout(layout: InputLayout, name: string): string {
  const { parts, hasHeader, preamble, columns, column, kind, validShare, notes = [] } = layout;
  const facts = [
    ...describeOrigin(layout),
    hasHeader ? t.input.headerInLine(preamble + 1) : t.input.noHeader,
    parts === undefined
      ? t.input.column(column + 1, quoteName(columns[column] ?? ''))
      : t.input.columnsJoined(parts.columns.map((index) => index + 1).join('+')),
  ];
  const valid = validShare === undefined ? '' : t.input.validShare(formatPercent(validShare));
  const line = `${removeInvisible(name)}: ${facts.join(', ')} (${t.phrases.kinds[kind]}${valid})`;
  return notes.length === 0 ? line : `${line}. ${notes.join(' ')}`;
}

/**
 * Describes packing, encoding and delimiter. For a sheet only its packing is named, because confere chose the others.
 */
function describeOrigin({
  encoding,
  delimiter,
  columns,
  origin: origin = {},
}: InputLayout): string[] {
  const { gzip, sheet } = origin;
  const packing = gzip === true ? ['gzip'] : [];
  if (sheet !== undefined) {
    const { and: furtherSheets = [] } = sheet;
    const sheets = [sheet, ...furtherSheets];
    return [...packing, ...sheets.map((each) => t.input.sheet(each.number, quoteName(each.name)))];
  }
  const names = { utf8: 'UTF-8', latin1: 'Latin-1', cp850: 'CP850', utf16le: 'UTF-16' };
  const others = { utf16be: 'UTF-16 (big-endian)', 'utf8-broken': t.input.brokenUtf8 };
  const separator = delimiter === '\t' ? t.input.tab : `'${removeInvisible(delimiter)}'`;
  return [
    ...packing,
    { ...names, ...others }[encoding],
    ...(columns.length > 1 ? [separator] : []),
  ];
}
