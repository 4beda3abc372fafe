import type { ColumnCandidate } from '../../input/index.js';
import { printable } from '../terminal/width.js';
import { say } from '../../text/index.js';

/** The candidates, one a line, before a person is asked which one is meant. */
export function columnQuestionText(told: string, candidates: readonly ColumnCandidate[]): string {
  const wide = (pick: (candidate: ColumnCandidate) => string) =>
    Math.max(...candidates.map((candidate) => pick(candidate).length));
  const [options, names] = [wide(({ option }) => option), wide(({ name }) => name)];
  const valids = wide(({ valid }) => valid);
  const lines = candidates.map(
    ({ option, name, valid, samples }) =>
      `  ${option.padStart(options)}  ${printable(name).padEnd(names)}  ${valid.padEnd(valids)}  ${samples.join('  ')}`,
  );
  return `${printable(told)}\n${lines.map((line) => `${line.trimEnd()}\n`).join('')}`;
}

/** How the same is said without a question. */
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
