import type { ColumnQuestion } from '../../input/index.js';
import type { ColumnCandidate } from '../../errors/input.js';
import { validText } from '../../sentences/input.js';
import { ambiguousColumn, weakColumn } from '../errors/input.js';
import { printable } from '../terminal/printable.js';
import { say } from '../../text/index.js';

/** The candidates, one per line, before the user is asked to choose. */
export function columnQuestionText({ code, facts }: ColumnQuestion): string {
  const { candidates, file } = facts;
  const told = code === 'weak_column' ? weakColumn(file) : ambiguousColumn(file);
  const wide = (pick: (candidate: ColumnCandidate) => string) =>
    Math.max(...candidates.map((candidate) => pick(candidate).length));
  const [options, names] = [wide(({ option }) => option), wide(({ name }) => name)];
  const valids = wide(validText);
  const lines = candidates.map(
    (each) =>
      `  ${each.option.padStart(options)}  ${printable(each.name).padEnd(names)}  ${validText(each).padEnd(valids)}  ${each.samples.join('  ')}`,
  );
  return `${printable(told)}\n${lines.map((line) => `${line.trimEnd()}\n`).join('')}`;
}

/** How to answer the question in advance with an option. */
export function columnAnswerText(option: string): string {
  const written = /^[\w.-]+$/.test(option) ? option : `"${option}"`;
  return `${say`Next time --column ${written} says so.`}\n`;
}

export function whichColumnText(options: readonly string[]): string {
  return say`Which column? [${options.join('/')}] `;
}

export function noCandidateText(options: readonly string[]): string {
  return `${say`It must be one of ${options.join(', ')}, or nothing to leave.`}\n`;
}
