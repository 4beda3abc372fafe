import type { Context } from '../base/context.js';
import { masked } from './text.js';

export function isOnGithub({ env }: Pick<Context, 'env'>): boolean {
  return env['GITHUB_ACTIONS'] === 'true';
}

/** A line that the runner, which reads both streams, shows beside the run; a number sign or a line break in it ends nothing. */
export function annotation(kind: 'error' | 'warning', text: string): string {
  const escaped = text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  return `::${kind}::${escaped}\n`;
}

/** A table in Markdown below a heading. Names in it are masked, and are no markup. */
export function markdownTable(
  heading: string,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const line = (cells: readonly string[]) => `| ${cells.map(plain).join(' | ')} |\n`;
  const isNumber = (at: number) => rows.every((cells) => /^[\d.,]*$/.test(cells[at] ?? ''));
  const rule = `|${columns.map((_, at) => (isNumber(at) ? ' ---: |' : ' --- |')).join('')}\n`;
  return `### ${heading}\n\n${line(columns)}${rule}${rows.map(line).join('')}\n`;
}

function plain(text: string): string {
  const entity = (sign: string) => `&#${sign.charCodeAt(0)};`;
  return masked(text).replaceAll(/[&<>|\\`*_[\]()#!~:@]/g, entity);
}
