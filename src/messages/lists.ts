import type { ListedColumn, ListedSheet } from '../errors/input.js';

/** Rounded down, so that 100% means all. */
export function percent(share: number): string {
  return `${Math.floor(share * 100)}%`;
}

export function sizeOf(bytes: number): string {
  return bytes >= 2 ** 30 ? `${bytes / 2 ** 30} GB` : `${bytes / 2 ** 20} MB`;
}

/** `1 "Clientes", 2 "Notas"`. */
export function sheetList(sheets: readonly ListedSheet[]): string {
  return sheets.map(({ number, name }) => `${number} ${name}`).join(', ');
}

/** `1+2+3`: the value that joins the parts of an identifier. */
export function joinedOption(parts: readonly ListedColumn[]): string {
  return parts.map(({ option }) => option).join('+');
}

/** A value as it is typed in a shell. */
export function argument(value: string): string {
  return /^[\w+]+$/.test(value) ? value : `"${value}"`;
}

/** Whether a text ends as a sentence does. The service's messages often have no full stop. */
export function isSentence(text: string): boolean {
  return /[.!?…]$/.test(text);
}

/** A status that leads elsewhere; 304 leads nowhere. */
export function isRedirect(status: number | undefined): boolean {
  return status !== undefined && status >= 300 && status < 400 && status !== 304;
}
