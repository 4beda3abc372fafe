import { readCell } from './cell.js';
import { invalid } from './scan.js';
import type { ColumnKind, IdentifierKind, Reading } from './types.js';

/** What copying from a web page, a message or a PDF leaves in a text: nothing of it can be seen. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
/** Hyphens and dashes, as word processors like to write `-`. */
const DASHES = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;
/** What a spreadsheet is told with that a cell is text: `'012`, `="012"`. */
const AS_TEXT = /^\s*=?\s*(["'`´‘’“”])(.*?)["'`´‘’“”]?,?\s*$/s;
/** `CPF: 012`, `C.N.P.J. nº 012`. */
const LABEL =
  /^\s*c\.?(?:p\.?f|n\.?p\.?j)\.?(?:\s*\/\s*mf)?\s*(?:n[.º°o]{1,2})?\s*[:=-]?\s*(?=[0-9A-Z]*[0-9])/i;
/** With something between the label and the digits: `CPF52998224725` has the shape of a CNPJ. */
const CPF_LABEL = /^\s*c\.?p\.?f\.?(?:\s*\/\s*mf)?(?:\s*n[.º°o]{1,2})?[\s:=-]+(?=[0-9])/i;
/** A whole number that a program wrote with decimals: `52998224725.0`. */
const WITH_DECIMALS = /^\s*([0-9]{8,14})[.,]00?\s*$/;

/**
 * Reads one cell of a file: as `readCell` does, and past what programs and people put around an
 * identifier: an apostrophe or quotes, a label such as `CPF:`, `.0` behind a number, characters that
 * cannot be seen, dashes of word processors.
 */
export function readFileCell(text: string, kind?: ColumnKind): Reading {
  const labelled = readLabelled(text);
  if (labelled !== undefined) return kind === 'cnpj' ? invalid('format') : labelled;
  const reading = readCell(text, kind);
  if (reading.valid || reading.reason !== 'format') return withoutDecimals(text, kind, reading);
  const { inner, said } = unwrap(text);
  if (inner === text) return reading;
  // The root of a CNPJ, filled up, may be somebody's CPF: what a label says is not overruled.
  const isOther = said !== undefined && kind !== undefined && kind !== 'both' && said !== kind;
  return isOther ? invalid('format') : readCell(inner, said ?? kind);
}

/** A CPF that says so is none of the CNPJs that have letters. */
function readLabelled(text: string): Reading | undefined {
  const label = CPF_LABEL.exec(text)?.[0];
  const reading = label === undefined ? undefined : readCell(text.slice(label.length), 'cpf');
  return reading?.valid === true ? reading : undefined;
}

/** `5299822472.0` must not become the eleven digits that it seems to be. */
function withoutDecimals(text: string, kind: ColumnKind | undefined, own: Reading): Reading {
  if (!text.trimEnd().endsWith('0')) return own;
  const whole = WITH_DECIMALS.exec(text)?.[1];
  const reading = whole === undefined ? undefined : readCell(whole, kind);
  if (reading?.valid !== true) return own;
  return own.valid ? invalid('ambiguous') : reading;
}

/** What is left without what was put around it, and the kind that its label says. */
function unwrap(text: string): { inner: string; said?: IdentifierKind } {
  const plain = text.replace(INVISIBLE, '').replace(DASHES, '-');
  const quoted = AS_TEXT.exec(plain)?.[2] ?? plain;
  const label = LABEL.exec(quoted)?.[0] ?? '';
  const bare = quoted.slice(label.length);
  const inner = WITH_DECIMALS.exec(bare)?.[1] ?? bare;
  return label === '' ? { inner } : { inner, said: /p[^a-z]*f/i.test(label) ? 'cpf' : 'cnpj' };
}
