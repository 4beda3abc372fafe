import { printable } from '../../foreign-text.js';
import { answerPrinter, type Format, type Print } from '../answer-printer.js';
import { formatId, type Typed } from '../../identifiers/index.js';
import { adviceOn } from './identifier-advice.js';
import type { Look } from '../terminal/terminal.js';
import { formatNumber, t } from '../../messages/index.js';

interface Reading {
  readonly input: string;
  readonly checked: Typed;
  readonly place?: number;
}

type Wrap = (text: string, width: number) => readonly string[];

/** Prints one reading after another. Suggestions are not masked, because stdout belongs to the user. */
export async function checkPrinter(format: Format, look: Look): Promise<Print<Reading>> {
  // To break lines takes a library that takes longer to load than checking, and a pipe has none broken.
  const wrap = look.isTerminal ? (await import('../terminal/text.js')).wrap : undefined;
  const head = [['input', 'kind', 'id', 'status', 'reason']];
  return answerPrinter<Reading>(format, look, {
    json: ({ input, checked }) => checkAnswer(input, checked),
    csv: ({ input, checked }) => [
      ...head.splice(0),
      checked.valid
        ? [input, checked.kind, checked.id, 'valid', '']
        : [input, '', '', 'invalid', checked.reason],
    ],
    text: (reading) => line(reading, look, wrap),
  });
}

export function checkAnswer(input: string, checked: Typed) {
  if (checked.valid) return { input, kind: checked.kind, id: checked.id, status: 'valid' };
  const error = { code: checked.reason, message: adviceOn(checked).message, httpStatus: null };
  return { input, kind: null, id: null, status: 'invalid', error };
}

function line({ input, checked, place }: Reading, look: Look, wrap?: Wrap): string {
  // Padded to the column where the rest begins.
  const [good, bad] = [t.lookups.valid, t.lookups.invalid];
  if (checked.valid) {
    const { kind, id } = checked;
    return `${painted(good, look.paint.green)}${kind.toUpperCase().padEnd(4)}  ${formatId(kind, id)}\n`;
  }
  const where = place === undefined ? '' : t.progress.atLine(formatNumber(place));
  const text = `${where}${printable(input) || t.lookups.empty}: ${adviceOn(checked).full}`;
  const lines = wrap?.(text, Math.max(look.columns - bad.length, 1)) ?? [text];
  return `${painted(bad, look.paint.red)}${lines.join(`\n${' '.repeat(bad.length)}`)}\n`;
}

function painted(word: string, paint: (text: string) => string): string {
  return paint(word.trimEnd()) + ' '.repeat(word.length - word.trimEnd().length);
}
