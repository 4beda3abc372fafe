import type { ColumnQuestion } from '../../input/index.js';
import { drawRows } from '../terminal/draw-rows.js';
import { widthOf } from '../terminal/width.js';
import { printable } from '../terminal/printable.js';
import { t } from '../../messages/index.js';

/** The candidates, one per line, before the user is asked to choose. */
export function columnQuestionText({ code, facts }: ColumnQuestion): string {
  const { candidates } = facts;
  const told =
    code === 'weak_column'
      ? t.phrases.noLikelyColumn(facts.file)
      : t.phrases.severalColumns(facts.file);
  const rows = candidates.map((each) => [
    each.option,
    printable(each.name),
    t.phrases.valid(each),
    printable(each.samples.join('  ')),
  ]);
  const widths = [0, 1, 2, 3].map((at) =>
    Math.max(1, ...rows.map((cells) => widthOf(cells[at] ?? ''))),
  );
  const lines = drawRows(rows, { widths, aligns: ['right'], wraps: false });
  return `${printable(told)}\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

/** How to answer the question in advance with an option. */
export function columnAnswerText(option: string): string {
  const written = /^[\w.+-]+$/.test(option) ? option : `"${option}"`;
  return `${t.exports.skipQuestion(written)}\n`;
}

export function whichColumnText(options: readonly string[]): string {
  return t.input.whichColumn(options.join('/'));
}

export function noCandidateText(options: readonly string[]): string {
  return `${t.input.whichColumnAgain(options.join(', '))}\n`;
}
