import { chooseStyle, type Style } from '../../../src/terminal/style.js';

/** The look of text on such a stream. */
export function look(columns: number, isTTY = false): Style {
  return chooseStyle({ isTTY, columns }, { env: {} }, { color: 'auto' as const });
}

/** Removes line breaks and indentation, to search in wrapped text. */
export function flat(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}
