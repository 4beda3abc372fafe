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

/** The rows as lines, each cell in its column. */
export function drawRows(
  rows: readonly (readonly string[])[],
  { widths, aligns = [], wraps }: Drawing,
): string[] {
  const lines: string[] = [];
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const options = { colWidths: [...widths], colAligns: [...aligns], wordWrap: wraps };
    const table = new Table({ ...STYLE, ...options });
    table.push(...rows.slice(from, from + ROWS_AT_ONCE).map((cells) => [...cells]));
    lines.push(...table.toString().split('\n'));
  }
  return lines.map((line) => line.trimEnd());
}
