import { mayBeFormula } from './cells.js';

/** Returns the name of the column with a 0-based index: 0 is `A`, 26 is `AA`. */
export function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last;
}

const SPECIAL = /[&<>"\ufffe\uffff]|(?![\t\n])\p{Cc}|\p{Surrogate}|_(?=x[0-9a-fA-F]{4}_)/gu;
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Escapes text for XML. XML has no control characters; workbooks write them as `_x000B_` (ECMA-376, 22.9.2.19). */
export function escapeXml(text: string): string {
  return text.replace(SPECIAL, (character) => {
    const entity = entities[character];
    if (entity !== undefined) return entity;
    if (/\p{Surrogate}/u.test(character)) return '\ufffd';
    return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
  });
}

/** A cell of a workbook. `serial`: a day as a number of days since 30 December 1899, with its time as a fraction. */
export type Cell = string | number | { readonly serial: number; readonly hasTime: boolean };

/** The indexes of formats in the styles of the workbook. Quoted texts begin like a formula, but stay a text. */
export interface CellStyles {
  readonly text: number;
  readonly quoted: number;
  readonly date: number;
  readonly dateTime: number;
}

/**
 * Returns a cell as XML; `''` for an empty text. Texts are marked as texts, so that no spreadsheet turns them into
 * numbers, dates or formulas. `prefix`: of the names of elements, with its colon.
 */
export function cellXml(cell: Cell, place: string, styles: CellStyles, prefix = ''): string {
  if (cell === '') return '';
  const [c, v] = [`${prefix}c`, `${prefix}v`];
  if (typeof cell === 'number') return `<${c} r="${place}"><${v}>${cell}</${v}></${c}>`;
  if (typeof cell === 'object') {
    const style = cell.hasTime ? styles.dateTime : styles.date;
    return `<${c} r="${place}" s="${style}"><${v}>${cell.serial}</${v}></${c}>`;
  }
  const space = /^\s|\s$|\n/.test(cell) ? ' xml:space="preserve"' : '';
  const style = mayBeFormula(cell) ? styles.quoted : styles.text;
  const text = `<${prefix}is><${prefix}t${space}>${escapeXml(cell)}</${prefix}t></${prefix}is>`;
  return `<${c} r="${place}" s="${style}" t="inlineStr">${text}</${c}>`;
}
