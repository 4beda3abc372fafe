import { formatId, kindOf } from '../identifiers/index.js';
import type { InputLayout } from '../input/index.js';
import { isIdentifierField } from '../records/fields.js';
import type { LabelSet } from '../records/labels.js';
import { addedCells, dropEarlierResult, type ResultColumn } from './cells.js';
import type { ExportRow } from './rows.js';

/**
 * Returns rows whose cells a Brazilian Excel reads correctly from CSV: an identifier with punctuation keeps its zeros,
 * and a workbook's number with a comma stays a number. The user's other cells stay as they are (contract, "Export").
 */
export function createExcelRow(
  layout: InputLayout,
  fields: readonly ResultColumn[],
  labels?: LabelSet,
): (entry: ExportRow) => (string | number)[] {
  const { columns } = layout;
  const own = dropEarlierResult(layout);
  const show = columns.map((_, index) => createCell(layout, index));
  return (entry) => {
    const { row } = entry;
    const cells = show.map((cell, index) => cell(row.cells[index] ?? '', entry));
    const [status, reason, source, fetchedAt, ...values] = addedCells(fields, entry, labels);
    const added = values.map((value, at) =>
      isIdentifierField(fields[at]?.path ?? []) ? punctuate(String(value)) : value,
    );
    const state = [status, reason, source, fetchedAt].map((cell) => cell ?? '');
    return [...own(cells), ...state, ...added, ...row.cells.slice(columns.length)];
  };
}

type Show = (cell: string, entry: ExportRow) => string;

function createCell({ column, parts, ...layout }: InputLayout, index: number): Show {
  const { preamble, hasHeader, origin } = layout;
  if (index === column && parts === undefined)
    return (cell, { row: { reading }, result }) =>
      reading.valid && result.reason !== 'erased' ? formatId(reading.kind, reading.id) : cell;
  const lastText = origin?.sheet?.numbers?.[index] ?? Infinity;
  if (lastText > preamble + Number(hasHeader)) return (cell) => cell;
  return (cell) => (/^-?\d+\.\d+$/.test(cell) ? cell.replace('.', ',') : cell);
}

function punctuate(id: string): string {
  return id === '' ? '' : formatId(kindOf(id), id);
}
