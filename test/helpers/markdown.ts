import { readFile } from 'node:fs/promises';

/** The cells of the first table of a document, or of a section; the table's own heading is left out. */
export async function table(document: string, heading?: string): Promise<string[][]> {
  const text = await readFile(new URL(`../../docs/${document}`, import.meta.url), 'utf8');
  const section = heading === undefined ? text : text.split(`\n## ${heading}\n`)[1];
  const [rows] = /(?:^\|.*\n)+/m.exec(section ?? '') ?? [''];
  return rows
    .trimEnd()
    .split('\n')
    .slice(2)
    .map((row) => cells(row));
}

function cells(row: string): string[] {
  return row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}
