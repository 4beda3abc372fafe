/** One value of a sheet. A number keeps the general format. */
export type Cell = string | number | DateCell | AmountCell;

/** A date `YYYY-MM-DD`, or with a time `YYYY-MM-DDTHH:MM:SS` as a clock on the wall shows it, without a zone. */
export interface DateCell {
  readonly date: string;
  /** What the cell has where a sheet knows no such date. */
  readonly text: string;
}

/** A number with two decimals and separators of thousands. */
export interface AmountCell {
  readonly amount: number;
}
