const NARROWEST = 8;
const WIDEST = 48;

/** Widths of the columns in characters, by the longest cell of `rows`, the header's for its button too. */
export function widthsOf(rows: readonly (readonly (string | number)[])[]): number[] {
  const [header = []] = rows;
  return header.map((name, index) => {
    const cells = rows.slice(1).map((row) => longestLine(row[index] ?? ''));
    const longest = Math.max(longestLine(name) + 2, ...cells);
    return Math.min(WIDEST, Math.max(NARROWEST, longest) + 1);
  });
}

function longestLine(cell: string | number): number {
  return Math.max(
    ...String(cell)
      .slice(0, 2_000)
      .split('\n')
      .map((line) => line.length),
  );
}
