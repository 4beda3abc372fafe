import { appendFile } from 'node:fs/promises';
import { isOnGithub } from '../../terminal/github.js';
import type { CommandContext } from './command.js';
import { maskForPrint } from './masked.js';

/** Appends a table to the page that GitHub Actions shows for a step. A failed write is ignored. */
export async function appendSummary(
  { context, next }: CommandContext,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): Promise<void> {
  const path = context.env['GITHUB_STEP_SUMMARY'] ?? '';
  if (path === '' || !isOnGithub(context)) return;
  const text = formatMarkdownTable(`confere ${next.currentCommand}`, columns, rows);
  await appendFile(path, text).catch(() => undefined);
}

/** Returns a table in Markdown below a heading. Identifiers in cells are masked, and signs of Markdown escaped. */
export function formatMarkdownTable(
  heading: string,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const formatRow = (cells: readonly string[]) => `| ${cells.map(escapeCell).join(' | ')} |\n`;
  const isNumber = (index: number) => rows.every((cells) => /^[\d.,]*$/.test(cells[index] ?? ''));
  const rule = `|${columns.map((_, index) => (isNumber(index) ? ' ---: |' : ' --- |')).join('')}\n`;
  return `### ${heading}\n\n${formatRow(columns)}${rule}${rows.map(formatRow).join('')}\n`;
}

function escapeCell(text: string): string {
  const entity = (sign: string) => `&#${sign.charCodeAt(0)};`;
  return maskForPrint(text).replaceAll(/[&<>|\\`*_[\]()#!~:@]/g, entity);
}
