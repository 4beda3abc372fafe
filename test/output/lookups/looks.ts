import { lookOf, type Look } from '../../../src/output/terminal/terminal.js';

/** How text looks on a stream of this kind. */
export function look(columns: number, isTTY = false): Look {
  return lookOf({ isTTY, columns }, { env: {} }, { color: true });
}

/** The columns of each line as a terminal draws them. */
export function widths(text: string): number[] {
  return text.split('\n').map((line) => Array.from(line.replaceAll(/\u001b\[\d+m/g, '')).length); // eslint-disable-line no-control-regex
}

/** Text without its line breaks and indentation, to look for what was wrapped. */
export function flat(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}
