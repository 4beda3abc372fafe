import { readCell } from './read-cell.js';
import { invalid } from './read-identifier.js';
import type { ColumnKind, IdentifierKind, Reading } from './types.js';

/** Invisible characters that copying from a web page, a message or a PDF leaves in a text. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
/** Hyphens and dashes that word processors write instead of `-`. */
const DASHES = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;
/** Marks that make a spreadsheet treat a cell as text: `'012`, `="012"`. */
const AS_TEXT = /^=?\s*(["'`´‘’“”])(.*?)["'`´‘’“”]?,?$/s;
/** `CPF: 012`, `C.N.P.J. nº 012`. */
const LABEL =
  /^\s*c\.?(?:p\.?f|n\.?p\.?j)\.?(?:\s*\/\s*mf)?\s*(?:n[.º°o]{1,2}\s*)?(?:[:=-]\s*)?["'([]*(?=[0-9A-Z]*[0-9])/i;
/** Requires a separator after the label, because `CPF52998224725` has the shape of a CNPJ. */
const CPF_LABEL = /^\s*c\.?p\.?f\.?(?:\s*\/\s*mf)?(?:\s*n[.º°o]{1,2})?[\s:=-]+(?=[0-9])/i;
/** A whole number that a program wrote with decimals: `52998224725.0`. */
const WITH_DECIMALS = /^\s*([0-9]{8,14})[.,]00?\s*$/;

/** Characters of a cell with an identifier, with everything that people write around it. */
const LONGEST = 100;

/** What people and programs leave before and after an identifier that they copy from a list. */
const BEFORE = new Set(' \t\n\r\u00a0,;([{<"\'`´‘’“”«');
const AFTER = new Set(' \t\n\r\u00a0,;)]}>"\'`´‘’“”»');

/**
 * Reads one cell of a file as `readCell` does, but first removes what programs and people put around an
 * identifier: an apostrophe, quotes, brackets, commas and semicolons, a label such as `CPF:`, `.0` after a
 * number, invisible characters, dashes of word processors. What is longer than any identifier is not read.
 */
export function readFileCell(text: string, kind?: ColumnKind): Reading {
  if (text.length > LONGEST && text.trim().length > LONGEST) return invalid('format');
  const reading = readLoose(text, kind);
  if (reading.valid || reading.reason !== 'format') return reading;
  const inner = withoutWrapping(text);
  return inner === text ? reading : readLoose(inner, kind);
}

/** The text without everything that `readFileCell` removes. */
export function innerText(text: string): string {
  return unwrap(withoutWrapping(text)).inner;
}

/** A loop, because a pattern that ends with `$` takes quadratic time for a long text of blanks. */
function withoutWrapping(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && BEFORE.has(text.charAt(start))) start += 1;
  while (end > start && AFTER.has(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

function readLoose(text: string, kind?: ColumnKind): Reading {
  const labelled = readLabelled(text);
  if (labelled !== undefined) return kind === 'cnpj' ? invalid('format') : labelled;
  const reading = readCell(text, kind);
  if (reading.valid || reading.reason !== 'format') return withoutDecimals(text, kind, reading);
  const { inner, labelKind } = unwrap(text);
  if (inner === text) return reading;
  // A label decides the kind: the first digits of a CNPJ, padded with zeros, may be another person's CPF.
  const isOther =
    labelKind !== undefined && kind !== undefined && kind !== 'both' && labelKind !== kind;
  return isOther ? invalid('format') : readCell(inner, labelKind ?? kind);
}

/** A text such as `CPF 52998224725` is a CPF, even if its characters also form a valid CNPJ. */
function readLabelled(text: string): Reading | undefined {
  const label = CPF_LABEL.exec(text)?.[0];
  const reading = label === undefined ? undefined : readCell(text.slice(label.length), 'cpf');
  return reading?.valid === true ? reading : undefined;
}

/** `5299822472.0` is ten digits with a decimal; it must not be read as the eleven digits 52998224720. */
function withoutDecimals(text: string, kind: ColumnKind | undefined, own: Reading): Reading {
  if (!text.trimEnd().endsWith('0')) return own;
  const whole = WITH_DECIMALS.exec(text)?.[1];
  const reading = whole === undefined ? undefined : readCell(whole, kind);
  if (reading?.valid !== true) return own;
  return own.valid ? invalid('ambiguous') : reading;
}

/** Removes invisible characters, quotes, label and decimals. `labelKind` is the kind that the label names. */
function unwrap(text: string): { inner: string; labelKind?: IdentifierKind } {
  const plain = text.replace(INVISIBLE, '').replace(DASHES, '-');
  const quoted = AS_TEXT.exec(plain.trim())?.[2] ?? plain;
  const label = LABEL.exec(quoted)?.[0] ?? '';
  const bare = quoted.slice(label.length);
  const inner = WITH_DECIMALS.exec(bare)?.[1] ?? bare;
  if (label === '') return { inner };
  return { inner, labelKind: /p[^a-z]*f/i.test(label) ? 'cpf' : 'cnpj' };
}
