import { formatId, kindOf } from '../identifiers/index.js';
import type { InputLayout } from '../input/index.js';
import { isIdentifierField } from '../records/fields.js';
import type { LabelSet } from '../records/labels.js';
import { buildAddedCells, createEarlierResultFilter, type ResultColumn } from './cells.js';
import type { ExportRow } from './rows.js';

/**
 * Creates the function that builds rows which a Brazilian Excel reads correctly from CSV: an identifier with
 * punctuation keeps its zeros, and a workbook's number with a comma stays a number. Other cells of the input stay as
 * they are (contract, "Export").
 */
export function createExcelRowBuilder(
  layout: InputLayout,
  fields: readonly ResultColumn[],
  labels?: LabelSet,
): (entry: ExportRow) => (string | number)[] {
  const { columns } = layout;
  const dropEarlierResult = createEarlierResultFilter(layout);
  const formatters = columns.map((_, index) => createCellFormatter(layout, index));
  return (entry) => {
    const { row } = entry;
    const cells = formatters.map((format, index) => format(row.cells[index] ?? '', entry));
    const [status, reason, source, fetchedAt, ...values] = buildAddedCells(fields, entry, labels);
    const added = values.map((value, at) =>
      isIdentifierField(fields[at]?.path ?? []) ? addPunctuation(String(value)) : value,
    );
    const state = [status, reason, source, fetchedAt].map((cell) => cell ?? '');
    return [...dropEarlierResult(cells), ...state, ...added, ...row.cells.slice(columns.length)];
  };
}

type CellFormatter = (cell: string, entry: ExportRow) => string;

function createCellFormatter(
  { column, parts, ...layout }: InputLayout,
  index: number,
): CellFormatter {
  const { preamble, hasHeader, origin } = layout;
  if (index === column && parts === undefined)
    return (cell, { row: { reading }, result }) =>
      reading.valid && result.reason !== 'erased' ? formatId(reading.kind, reading.id) : cell;
  const lastTextRow = origin?.sheet?.numbers?.[index] ?? Infinity;
  if (lastTextRow > preamble + Number(hasHeader)) return (cell) => cell;
  return (cell) => (/^-?\d+\.\d+$/.test(cell) ? cell.replace('.', ',') : cell);
}

function addPunctuation(id: string): string {
  return id === '' ? '' : formatId(kindOf(id), id);
}
