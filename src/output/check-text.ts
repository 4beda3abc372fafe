import type { CheckReport } from '../batch/check.js';
import type { FoundRows } from '../batch/findings.js';

const number = new Intl.NumberFormat('en-US');

/** For stderr: how the file was understood and why, and what is kept although it does not fit. */
export function checkNotes({ description, layout, findings, skipped }: CheckReport): string {
  const { otherKind } = findings;
  const [own, other] = layout.kind === 'cpf' ? ['CPF', 'CNPJ'] : ['CNPJ', 'CPF'];
  const notes = [description, layout.why, ...skipped];
  if (otherKind.count > 0) {
    const what = otherKind.count === 1 ? `row holds a valid ${other}` : `rows hold valid ${other}s`;
    notes.push(
      `${number.format(otherKind.count)} ${what} in this ${own} column (${rowsText(otherKind)}): invalid here; --type both looks up both kinds.`,
    );
  }
  return `${notes.join('\n')}\n`;
}

/** The report: numbers, and for what is wrong the first rows. */
export function checkText({ summary, findings }: CheckReport): string {
  const { rows, invalid, unique, reused, credits } = summary;
  const lines = [
    line('rows', rows),
    line('valid', rows - invalid),
    found('repaired', findings.repaired),
    found('duplicates', findings.duplicates),
    ...(invalid > 0 ? [line('invalid', invalid)] : []),
    ...Object.entries(findings.reasons).map(([reason, each]) => found(`  ${reason}`, each)),
    found('ragged', findings.ragged),
    line('unique', unique),
    ...(summary.parts ?? []).map((part) => line(`  ${part.kind.toUpperCase()}s`, part.unique)),
    ...(reused > 0 ? [line('paid for', reused)] : []),
    `  ${'credits'.padEnd(WIDTH)}at most ${number.format(credits.estimated)}\n`,
  ];
  return lines.join('');
}

export function rejectsLine(path: string, rows: number): string {
  return `Rejected rows: ${path} (${number.format(rows)} ${rows === 1 ? 'row' : 'rows'}).\n`;
}

/** `  cpf_in_cnpj_column` and a space. */
const WIDTH = 22;
const COUNT = 11;

function line(name: string, count: number): string {
  return `  ${name.padEnd(WIDTH)}${number.format(count)}\n`;
}

function found(name: string, rows: FoundRows): string {
  if (rows.count === 0) return '';
  return `  ${name.padEnd(WIDTH)}${number.format(rows.count).padEnd(COUNT)}${rowsText(rows)}\n`;
}

function rowsText({ count, first }: FoundRows): string {
  const listed = first.map((row) => number.format(row)).join(', ');
  return `row${count === 1 ? '' : 's'} ${listed}${count > first.length ? ', …' : ''}`;
}
