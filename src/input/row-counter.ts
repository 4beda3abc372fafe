import { readFileCell } from '../identifiers/index.js';
import { buildNoValidCell } from './column.js';
import { addLine, createLines, type Lines } from './encoding.js';
import { FirstRows } from './first-rows.js';
import { readIdentifierCell } from './numbers.js';
import type { InputLayout, InputRow } from './types.js';

/**
 * Counts the rows of an input as they are read. For invalid, duplicate and repaired rows it also keeps the numbers that
 * the first few of them have in a spreadsheet.
 */
export class RowCounter {
  readonly layout: InputLayout;
  rows = 0;
  readonly reasons: Record<string, Lines> = {};
  readonly duplicates = createLines();
  readonly repaired = createLines();
  readonly #firsts = new FirstRows();

  constructor(layout: InputLayout) {
    this.layout = layout;
  }

  /** Counts a row. Returns the number of the first row with the same identifier; undefined for an invalid row. */
  countRow({ number, sheetRow, reading }: InputRow): number | undefined {
    this.rows += 1;
    if (!reading.valid) {
      addLine((this.reasons[reading.reason] ??= createLines()), sheetRow);
      return undefined;
    }
    if (reading.repaired) addLine(this.repaired, sheetRow);
    const first = this.#firsts.add(reading.kind, reading.id, number);
    if (first !== number) addLine(this.duplicates, sheetRow);
    return first;
  }

  /** @throws UsageError `no_valid_cell`, `other_kind` */
  requireValidCell(file: string): void {
    const { rows, invalid, reasons } = this.buildCounts();
    if (rows > 0 && invalid === rows)
      throw buildNoValidCell(this.layout, this.layout, file, reasons);
  }

  buildCounts() {
    const { rows, duplicates, repaired } = this;
    const countByReason = Object.entries(this.reasons).map(([reason, { count }]) => [
      reason,
      count,
    ]);
    const reasons = Object.fromEntries(countByReason) as Record<string, number>;
    const invalid = Object.values(reasons).reduce((sum, count) => sum + count, 0);
    return { rows, invalid, duplicates: duplicates.count, repaired: repaired.count, reasons };
  }
}

/** Counts also irregular rows, for a check of the input. */
export class RowFindings extends RowCounter {
  /** Rows with another number of cells than the layout expects. */
  readonly ragged = createLines();
  /** Invalid rows whose cell is a valid identifier of the other kind. */
  readonly otherKind = createLines();

  override countRow(row: InputRow): number | undefined {
    const { sheetRow, cells, reading } = row;
    const { kind, width, origin, parts } = this.layout;
    // A row of a sheet ends at its last filled cell, so its width may vary.
    const isRagged = width !== undefined && origin?.sheet === undefined && cells.length !== width;
    if (isRagged) addLine(this.ragged, sheetRow);
    // Eight digits that are filled up with zeros to a CPF have the right check digits by chance.
    const mayBeOtherKind = !reading.valid && reading.reason !== 'cnpj_root';
    if (mayBeOtherKind && kind !== 'both' && parts === undefined) {
      const other = kind === 'cpf' ? 'cnpj' : 'cpf';
      if (readFileCell(readIdentifierCell(cells, this.layout), other).valid)
        addLine(this.otherKind, sheetRow);
    }
    return super.countRow(row);
  }
}
