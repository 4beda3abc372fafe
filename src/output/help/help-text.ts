/** Wraps `text` in lines of at most `width` columns; a longer word stays whole. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= width) {
      lines[lines.length - 1] = `${line} ${word}`;
    } else {
      lines.push(word);
    }
  }
  return lines;
}

/** A paragraph that ends in a line break. */
export function paragraph(text: string, width: number): string {
  return `${wrap(text, width).join('\n')}\n`;
}

/** If the right column is narrower, it is not wrapped. */
const NARROWEST = 20;

/** Two columns, indented by two; the right one is wrapped to the terminal's `width`. */
export function twoColumns(
  rows: readonly (readonly [term: string, text: string])[],
  width: number,
): string {
  const left = Math.max(...rows.map(([term]) => term.length)) + 4;
  return rows
    .map(([term, text]) => {
      const lines = wrap(text, Math.max(width - left, NARROWEST));
      return `  ${term}`.padEnd(left) + lines.join(`\n${' '.repeat(left)}`);
    })
    .map((row) => `${row.trimEnd()}\n`)
    .join('');
}
