/** Cells as one line of CSV (RFC 4180, `,`), ended by a line feed. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\n`;
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
