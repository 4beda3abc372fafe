import { totalOf, type FileOutcome } from './files-total.js';
import { printable } from '../terminal/printable.js';
import { rowsText, type Column } from '../terminal/rows.js';
import type { Look } from '../terminal/terminal.js';
import { formatNumber, t } from '../../messages/index.js';

function columns(): Column[] {
  const counts = [
    t.table.rows,
    t.table.invalid,
    t.table.found,
    t.table.notFound,
    t.table.unanswered,
    t.table.chargedTitle,
  ];
  return [
    { title: t.table.file, ifNarrow: 'cut' },
    { title: t.table.state },
    ...counts.map((title) => ({ title, isNumber: true })),
    { title: t.table.exit, isNumber: true },
  ];
}

/** The final summary of a run with several inputs: one line for each with its outcome, and the sums. */
export function filesText(outcomes: readonly FileOutcome[], look: Look): string {
  const total = totalOf(outcomes);
  const sums = [t.table.total, t.table.states[total.state], ...numbers(total), ''];
  const reasons = t.phrases.reasons(total.reasons);
  return (
    rowsText(columns(), [...outcomes.map(fileRow), sums], look, 2) +
    (reasons === '' ? '' : `  ${t.table.invalidReasons(reasons)}\n`)
  );
}

function fileRow({ file, exitCode, error, summary }: FileOutcome): string[] {
  const name = printable(file);
  if (summary === undefined) return [name, error ?? '', ...numbers(undefined), String(exitCode)];
  return [name, t.table.states[summary.state], ...numbers(summary), String(exitCode)];
}

/** What one of several inputs would send. */
export interface FilePlan {
  /** As the user gave it. */
  readonly file: string;
  readonly rows: number;
  readonly toSend: number;
  /** Credits. */
  readonly most: number;
  /** The code of the error that refused it. */
  readonly error?: string;
}

/** What several inputs would send, before any of it is sent. */
export function plannedText(plans: readonly FilePlan[], look: Look): string {
  const titles = [t.table.rows, t.table.toSend, t.table.creditsAtMost];
  const wanted: Column[] = [
    { title: t.table.file, ifNarrow: 'cut' },
    ...titles.map((title) => ({ title, isNumber: true })),
    { title: '' },
  ];
  const row = ({ file, rows, toSend, most, error = '' }: FilePlan) => [
    ...[printable(file), ...[rows, toSend, most].map((each) => formatNumber(each)), error],
  ];
  const sum = (of: 'rows' | 'toSend' | 'most') => plans.reduce((all, plan) => all + plan[of], 0);
  const total = {
    file: t.table.total,
    rows: sum('rows'),
    toSend: sum('toSend'),
    most: sum('most'),
  };
  return rowsText(wanted, [...plans, total].map(row), look, 2);
}

type Counted = Pick<
  ReturnType<typeof totalOf>,
  'rows' | 'invalid' | 'found' | 'notFound' | 'unique' | 'credits'
>;

function numbers(summary: Counted | undefined): string[] {
  if (summary === undefined) return ['', '', '', '', '', ''];
  const { rows, invalid, found, notFound, unique, credits } = summary;
  const left = unique - found - notFound;
  return [rows, invalid, found, notFound, left, credits.now].map((each) => formatNumber(each));
}

export function twiceText(file: string): string {
  return `${t.input.givenTwice(printable(file))}\n`;
}
