/** What a spreadsheet may drop from the beginning of a cell: blanks, control characters and all that is invisible. */
const DROPPED = String.raw`[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*`;
/** The signs that begin a formula, also in full and small width. */
const SIGNS = '=+\\-@＝＋－＠﹦﹢﹣﹫';

const FORMULA = new RegExp(`^${DROPPED}[${SIGNS}\t\r\n]`, 'u');

/**
 * Whether a spreadsheet could run the text of a cell as a formula. A tab or a line end before the text counts
 * too, because a program that splits there again would begin a cell with what follows.
 */
export function mayBeFormula(cell: string): boolean {
  return FORMULA.test(cell);
}
