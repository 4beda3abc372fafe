import { appendFile } from 'node:fs/promises';
import { isOnGithub } from '../../terminal/github.js';
import type { CommandContext } from './command.js';
import { masked } from './masked.js';

/** Appends a table to the page that GitHub Actions shows for a step. A failed write changes nothing else. */
export async function appendSummary(
  { context, next }: CommandContext,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): Promise<void> {
  const path = context.env['GITHUB_STEP_SUMMARY'] ?? '';
  if (path === '' || !isOnGithub(context)) return;
  const text = markdownTable(`confere ${next.runCommand}`, columns, rows);
  await appendFile(path, text).catch(() => undefined);
}

/** Writes a table in Markdown below a heading. Names in it are masked and escaped. */
export function markdownTable(
  heading: string,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const line = (cells: readonly string[]) => `| ${cells.map(escapeCell).join(' | ')} |\n`;
  const isNumber = (at: number) => rows.every((cells) => /^[\d.,]*$/.test(cells[at] ?? ''));
  const rule = `|${columns.map((_, at) => (isNumber(at) ? ' ---: |' : ' --- |')).join('')}\n`;
  return `### ${heading}\n\n${line(columns)}${rule}${rows.map(line).join('')}\n`;
}

function escapeCell(text: string): string {
  const entity = (sign: string) => `&#${sign.charCodeAt(0)};`;
  return masked(text).replaceAll(/[&<>|\\`*_[\]()#!~:@]/g, entity);
}
