import Table from 'cli-table3';

export const GAP = 2;

/** A column is two spaces from the next; without lines, the rows can be copied and searched. */
const STYLE = {
  chars: {
    ...{ top: '', 'top-mid': '', 'top-left': '', 'top-right': '' },
    ...{ bottom: '', 'bottom-mid': '', 'bottom-left': '', 'bottom-right': '' },
    ...{ left: '', 'left-mid': '', mid: '', 'mid-mid': '', right: '', 'right-mid': '' },
    middle: ' '.repeat(GAP),
  },
  style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
};
/** The layout of cli-table3 compares each row with all others; more at once take longer each. */
const ROWS_AT_ONCE = 25;

export interface Drawing {
  readonly widths: readonly number[];
  readonly aligns?: readonly ('left' | 'right')[];
  /** Whether a longer cell takes several lines; otherwise it is cut and ends in `…`. */
  readonly wraps: boolean;
}

/** The rows as lines, each cell in its column. A line break in a cell is shown as a space. */
export function drawRows(rows: readonly (readonly string[])[], drawing: Drawing): string[] {
  if (rows.length === 0) return [];
  const oneLine = rows.map((cells) => cells.map((cell) => cell.replaceAll('\n', ' ')));
  const drawn = drawing.wraps
    ? inParts(oneLine, drawing)
    : draw([asColumns(oneLine, drawing)], drawing);
  return drawn.map((line) => line.trimEnd());
}

function inParts(rows: readonly (readonly string[])[], drawing: Drawing): string[] {
  const lines: string[] = [];
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
    lines.push(...draw(rows.slice(from, from + ROWS_AT_ONCE), drawing));
  return lines;
}

/** One cell for each column: cli-table3 spends little on a further line, and much on a further cell. */
function asColumns(rows: readonly (readonly string[])[], { widths }: Drawing): string[] {
  return widths.map((_, at) => rows.map((cells) => cells[at] ?? '').join('\n'));
}

function draw(
  rows: readonly (readonly string[])[],
  { widths, aligns = [], wraps }: Drawing,
): string[] {
  const options = { colWidths: [...widths], colAligns: [...aligns], wordWrap: wraps };
  const table = new Table({ ...STYLE, ...options });
  table.push(...rows.map((cells) => [...cells]));
  return table.toString().split('\n');
}
