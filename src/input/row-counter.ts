import { readFileCell } from '../identifiers/index.js';
import { noValidCell } from './column.js';
import { addLine, noLines, type Lines } from './encoding.js';
import { FirstRows } from './first-rows.js';
import { identifierCell } from './numbers.js';
import type { InputLayout, InputRow } from './types.js';

/**
 * Counts the rows of an input as they are read, and notes the first ones of each sort by their number in a
 * spreadsheet.
 */
export class RowCounter {
  readonly layout: InputLayout;
  rows = 0;
  readonly reasons: Record<string, Lines> = {};
  readonly duplicates = noLines();
  readonly repaired = noLines();
  readonly #firsts = new FirstRows();

  constructor(layout: InputLayout) {
    this.layout = layout;
  }

  /** Counts a row. Returns the number of the first row with the same identifier; undefined for an invalid row. */
  take({ number, sheetRow, reading }: InputRow): number | undefined {
    this.rows += 1;
    if (!reading.valid) {
      addLine((this.reasons[reading.reason] ??= noLines()), sheetRow);
      return undefined;
    }
    if (reading.repaired) addLine(this.repaired, sheetRow);
    const first = this.#firsts.add(reading.kind, reading.id, number);
    if (first !== number) addLine(this.duplicates, sheetRow);
    return first;
  }

  /** @throws UsageError `no_valid_cell`, `other_kind` */
  requireValidCell(file: string): void {
    const { rows, invalid, reasons } = this.counts();
    if (rows > 0 && invalid === rows) throw noValidCell(this.layout, this.layout, file, reasons);
  }

  counts() {
    const { rows, duplicates, repaired } = this;
    const counted = Object.entries(this.reasons).map(([reason, { count }]) => [reason, count]);
    const reasons = Object.fromEntries(counted) as Record<string, number>;
    const invalid = Object.values(reasons).reduce((sum, count) => sum + count, 0);
    return { rows, invalid, duplicates: duplicates.count, repaired: repaired.count, reasons };
  }
}

/** Counts also what is irregular in the rows, for a check of the input. */
export class RowFindings extends RowCounter {
  readonly ragged = noLines();
  /** Invalid rows whose cell is a valid identifier of the other kind. */
  readonly otherKind = noLines();

  override take(row: InputRow): number | undefined {
    const { sheetRow, cells, reading } = row;
    const { kind, width, origin, parts } = this.layout;
    // A row of a sheet ends at its last filled cell, so its width may vary.
    const isRagged = width !== undefined && origin?.sheet === undefined && cells.length !== width;
    if (isRagged) addLine(this.ragged, sheetRow);
    // Eight digits that are filled up with zeros to a CPF have the right check digits by chance.
    const mayBeOtherKind = !reading.valid && reading.reason !== 'cnpj_root';
    if (mayBeOtherKind && kind !== 'both' && parts === undefined) {
      const other = kind === 'cpf' ? 'cnpj' : 'cpf';
      if (readFileCell(identifierCell(cells, this.layout), other).valid)
        addLine(this.otherKind, sheetRow);
    }
    return super.take(row);
  }
}
