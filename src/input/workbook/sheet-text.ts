/** What a workbook's sheet is written as, and so read with, whatever its cells look like. */
export const SHEET_TEXT = { encoding: 'utf8', delimiter: ',' } as const;
