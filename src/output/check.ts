import { formatId } from '../identifiers/index.js';
import { csvLine } from './csv.js';
import type { readIdentifier } from './invalid.js';
import type { Look } from './terminal.js';
import { printable, wrap } from './width.js';

type Checked = ReturnType<typeof readIdentifier>;
type Print = (input: string, checked: Checked) => string;

/** Prints one reading after another; stdout is the user's own, so suggestions stand there in full. */
export function checkPrinter(format: 'table' | 'json' | 'jsonl' | 'csv', look: Look): Print {
  switch (format) {
    case 'json':
      return jsonPrinter(look.isTerminal ? 2 : undefined);
    case 'jsonl':
      return jsonPrinter(undefined);
    case 'csv':
      return csvPrinter();
    case 'table':
      return (input, checked) => line(input, checked, look);
  }
}

function jsonPrinter(indent: number | undefined): Print {
  return (input, checked) => `${JSON.stringify(checkAnswer(input, checked), null, indent)}\n`;
}

/** Contract, "JSON". */
export function checkAnswer(input: string, checked: Checked) {
  return checked.valid
    ? { input, kind: checked.kind, id: checked.id, status: 'valid' }
    : { input, kind: null, id: null, status: 'invalid', error: error(checked.advice) };
}

function error({ code, message }: { readonly code: string; readonly message: string }) {
  return { code, message, httpStatus: null };
}

function csvPrinter(): Print {
  let head = csvLine(['input', 'kind', 'id', 'status', 'reason']);
  return (input, checked) => {
    const cells = checked.valid
      ? [input, checked.kind, checked.id, 'valid', '']
      : [input, '', '', 'invalid', checked.advice.code];
    const text = head + csvLine(cells);
    head = '';
    return text;
  };
}

const INVALID = 'invalid  ';

function line(input: string, checked: Checked, { paint, columns, isTerminal }: Look): string {
  if (checked.valid) {
    const { kind, id } = checked;
    return `${paint.green('valid')}    ${kind.toUpperCase().padEnd(4)}  ${formatId(kind, id)}\n`;
  }
  const text = `${printable(input) || '(empty)'}: ${checked.advice.full}`;
  const lines = isTerminal ? wrap(text, Math.max(columns - INVALID.length, 1)) : [text];
  const hanging = lines.join(`\n${' '.repeat(INVALID.length)}`);
  return `${paint.red('invalid')}  ${hanging}\n`;
}
