/** A value of a sheet. A number is shown in the general format. */
export type Cell = string | number | DateCell | AmountCell;

/** A date `YYYY-MM-DD`, or a date with a time `YYYY-MM-DDTHH:MM:SS` in the zone of this machine. */
export interface DateCell {
  readonly date: string;
  /** The text of the cell if a spreadsheet has no such date, as before 1900. */
  readonly text: string;
}

/** A number with two decimals and separators of thousands. */
export interface AmountCell {
  readonly amount: number;
}
