import { mayBeFormula } from '../formula-cell.js';

export type Cell = string | number;

/** The maximum length of a cell in UTF-16 units. Spreadsheets report a file with longer ones as damaged. */
export const LONGEST_TEXT = 32_767;
/** Number formats in styles.xml. */
export const styles = { general: 0, text: 1, header: 2, quoted: 3, quotedHeader: 4 } as const;
/** The styles of texts that begin like a formula: they stay texts also where somebody edits them. */
const quotedStyles: Readonly<Record<number, number>> = {
  [styles.text]: styles.quoted,
  [styles.header]: styles.quotedHeader,
};

/**
 * A row as XML. Texts are stored as texts, so that no spreadsheet turns them into numbers, dates or
 * formulas.
 */
export function rowXml(
  cells: readonly Cell[],
  number: number,
  style: number = styles.text,
): string {
  const inner = cells.map((cell, index) => {
    if (cell === '') return '';
    const place = `r="${columnName(index)}${number}"`;
    if (typeof cell === 'number') return `<c ${place}><v>${cell}</v></c>`;
    const space = /^\s|\s$|\n/.test(cell) ? ' xml:space="preserve"' : '';
    const own = mayBeFormula(cell) ? (quotedStyles[style] ?? style) : style;
    return `<c ${place} s="${own}" t="inlineStr"><is><t${space}>${escaped(cell)}</t></is></c>`;
  });
  return `<row r="${number}">${inner.join('')}</row>`;
}

/** Cuts `text` to the maximum length of a cell; a cut text ends in `…`. */
export function fitting(text: string): string {
  if (text.length <= LONGEST_TEXT) return text;
  // Half a surrogate pair would be an invalid character.
  return `${text.slice(0, LONGEST_TEXT - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** The name of the column with a 0-based index: 0 is `A`, 26 is `AA`. */
export function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last;
}

const SPECIAL = /[&<>\ufffe\uffff]|(?![\t\n])\p{Cc}|\p{Surrogate}|_(?=x[0-9a-fA-F]{4}_)/gu;
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * Escapes text for XML. XML has no control characters; workbooks write them as `_x000B_` (ECMA-376,
 * 22.9.2.19).
 */
export function escaped(text: string): string {
  return text.replace(SPECIAL, (character) => {
    const entity = entities[character];
    if (entity !== undefined) return entity;
    if (/\p{Surrogate}/u.test(character)) return '\ufffd';
    return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
  });
}
