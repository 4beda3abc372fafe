import { safeJson, visibleLines } from '../../foreign-text.js';
import { formatId, type BadTyped, type Typed } from '../../identifiers/index.js';
import { adviceOn } from './identifier-advice.js';
import type { Look } from '../terminal/terminal.js';
import { printable } from '../terminal/text.js';
import { formatNumber, t } from '../../messages/index.js';

/** `place`: the line of standard input. */
type Print = (input: string, checked: Typed, place?: number) => string | Promise<string>;

/** Prints one reading after another. Suggestions are not masked, because stdout belongs to the user. */
export async function checkPrinter(
  format: 'table' | 'json' | 'jsonl' | 'csv',
  look: Look,
): Promise<Print> {
  switch (format) {
    case 'json':
      return jsonPrinter(look.isTerminal ? 2 : undefined);
    case 'jsonl':
      return jsonPrinter(undefined);
    case 'csv':
      return csvPrinter(look);
    case 'table':
      return (input, checked, place) => line(input, checked, look, place);
  }
}

function jsonPrinter(indent: number | undefined): Print {
  return (input, checked) => `${safeJson(checkAnswer(input, checked), indent)}\n`;
}

/** Contract, "JSON". */
export function checkAnswer(input: string, checked: Typed) {
  return checked.valid
    ? { input, kind: checked.kind, id: checked.id, status: 'valid' }
    : { input, kind: null, id: null, status: 'invalid', error: error(checked) };
}

function error(bad: BadTyped) {
  return { code: bad.reason, message: adviceOn(bad).message, httpStatus: null };
}

async function csvPrinter({ isTerminal }: Look): Promise<Print> {
  const { csvLines } = await import('../../records/csv-lines.js');
  let head = [['input', 'kind', 'id', 'status', 'reason']];
  return (input, checked) => {
    const cells = checked.valid
      ? [input, checked.kind, checked.id, 'valid', '']
      : [input, '', '', 'invalid', checked.reason];
    const text = csvLines([...head, cells]);
    head = [];
    return isTerminal ? visibleLines(text) : text;
  };
}

function line(input: string, checked: Typed, look: Look, place?: number): string | Promise<string> {
  // Padded to the column where the rest begins.
  const [good, bad] = [t.lookups.valid, t.lookups.invalid];
  if (checked.valid) {
    const { kind, id } = checked;
    return `${painted(good, look.paint.green)}${kind.toUpperCase().padEnd(4)}  ${formatId(kind, id)}\n`;
  }
  const where = place === undefined ? '' : t.progress.atLine(formatNumber(place));
  const text = `${where}${printable(input) || t.lookups.empty}: ${adviceOn(checked).full}`;
  const head = painted(bad, look.paint.red);
  return look.isTerminal ? wrapped(head, bad.length, text, look) : `${head}${text}\n`;
}

/** Loaded for a terminal only. */
async function wrapped(head: string, width: number, text: string, { columns }: Look) {
  const { wrap } = await import('../terminal/text.js');
  const lines = wrap(text, Math.max(columns - width, 1));
  return `${head}${lines.join(`\n${' '.repeat(width)}`)}\n`;
}

function painted(word: string, paint: (text: string) => string): string {
  return paint(word.trimEnd()) + ' '.repeat(word.length - word.trimEnd().length);
}
