import { totalOf, type FileOutcome } from './files-total.js';
import { padTo, printable, widthOf } from './width.js';

const number = new Intl.NumberFormat('en-US');
const HEAD = [
  '',
  'state',
  'rows',
  'invalid',
  'found',
  'not found',
  'unanswered',
  'charged',
  'exit',
];

/** The end of a run of several inputs: a line for each, how it ended, and the sums. */
export function filesText(outcomes: readonly FileOutcome[]): string {
  const total = totalOf(outcomes);
  const sums = ['total', total.state, ...numbers(total), ''];
  const rows = [HEAD, ...outcomes.map(fileRow), sums];
  const widths = HEAD.map((_, column) =>
    Math.max(...rows.map((cells) => widthOf(cells[column] ?? ''))),
  );
  const reasons = Object.entries(total.reasons).map(
    ([reason, count]) => `${reason} ${number.format(count)}`,
  );
  return (
    rows.map((cells) => `  ${aligned(cells, widths)}\n`).join('') +
    (reasons.length > 0 ? `  invalid: ${reasons.join(', ')}\n` : '')
  );
}

export function twiceText(file: string): string {
  return `${printable(file)} is given twice; it is done once.\n`;
}

export function creditsLeftText(file: string, left: number, all: number): string {
  return `Of --max-credits ${number.format(all)}, ${number.format(left)} are left for ${printable(file)}.\n`;
}

function fileRow({ file, exitCode, error, summary }: FileOutcome): string[] {
  const name = printable(file);
  if (summary === undefined) return [name, error ?? '', ...numbers(undefined), String(exitCode)];
  return [name, summary.state, ...numbers(summary), String(exitCode)];
}

function numbers(
  summary:
    | Pick<
        ReturnType<typeof totalOf>,
        'rows' | 'invalid' | 'found' | 'notFound' | 'unique' | 'credits'
      >
    | undefined,
): string[] {
  if (summary === undefined) return ['', '', '', '', '', ''];
  const { rows, invalid, found, notFound, unique, credits } = summary;
  const left = unique - found - notFound;
  return [rows, invalid, found, notFound, left, credits.charged].map((each) => number.format(each));
}

/** Words to the left, numbers to the right. */
function aligned(cells: readonly string[], widths: readonly number[]): string {
  return cells
    .map((cell, column) => {
      const width = widths[column] ?? 0;
      return column < 2 ? padTo(cell, width) : ' '.repeat(width - widthOf(cell)) + cell;
    })
    .join('  ')
    .trimEnd();
}
