import { totalOf, type FileOutcome } from './files-total.js';
import { padTo, printable, widthOf } from '../terminal/width.js';
import { stateWord } from './state-names.js';
import { formatNumber, plural, say } from '../../text/index.js';

function heads(): string[] {
  const own = ['', say`state`, say`rows`, say`invalid`, say`found`, say`not found`];
  return [...own, say`unanswered`, say`charged`, say`exit`];
}

/** The final summary of a run with several inputs: one line for each with its outcome, and the sums. */
export function filesText(outcomes: readonly FileOutcome[]): string {
  const total = totalOf(outcomes);
  const sums = [say`total`, stateWord(total.state), ...numbers(total), ''];
  const head = heads();
  const rows = [head, ...outcomes.map(fileRow), sums];
  const widths = head.map((_, column) =>
    Math.max(...rows.map((cells) => widthOf(cells[column] ?? ''))),
  );
  const reasons = Object.entries(total.reasons).map(
    ([reason, count]) => `${reason} ${formatNumber(count)}`,
  );
  return (
    rows.map((cells) => `  ${aligned(cells, widths)}\n`).join('') +
    (reasons.length > 0 ? `  ${say`invalid: ${reasons.join(', ')}`}\n` : '')
  );
}

export function twiceText(file: string): string {
  return `${say`${printable(file)} is given twice; it is done once.`}\n`;
}

export function creditsLeftText(file: string, left: number, all: number): string {
  return `${say`Of --max-credits ${formatNumber(all)}, ${plural(left, 'is', 'are')} left for ${printable(file)}.`}\n`;
}

function fileRow({ file, exitCode, error, summary }: FileOutcome): string[] {
  const name = printable(file);
  if (summary === undefined) return [name, error ?? '', ...numbers(undefined), String(exitCode)];
  return [name, stateWord(summary.state), ...numbers(summary), String(exitCode)];
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
  return [rows, invalid, found, notFound, left, credits.charged].map((each) => formatNumber(each));
}

/** Text aligned left, numbers aligned right. */
function aligned(cells: readonly string[], widths: readonly number[]): string {
  return cells
    .map((cell, column) => {
      const width = widths[column] ?? 0;
      return column < 2 ? padTo(cell, width) : ' '.repeat(width - widthOf(cell)) + cell;
    })
    .join('  ')
    .trimEnd();
}
