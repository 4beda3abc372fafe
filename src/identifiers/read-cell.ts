import { readCnpj, readCpf } from './cpf-and-cnpj.js';
import { isDigits } from './digits.js';
import { invalid } from './read-identifier.js';
import type { ColumnKind, IdentifierKind, Reading } from './types.js';

/**
 * What a spreadsheet shows for a long number. The `+` distinguishes it from a CNPJ such as
 * 12345678E00131, which is an identifier and must not be treated as a number.
 */
const SPREADSHEET_NUMBER = /^[0-9]+(?:[.,][0-9]+)?E\+[0-9]+$/i;

/** Per kind: the reader, the length, and the shortest length that losing leading zeros may leave. */
const COLUMNS = {
  cpf: { read: readCpf, length: 11, shortest: 8 },
  cnpj: { read: readCnpj, length: 14, shortest: 11 },
} as const;

/** Spreadsheets drop leading zeros. Restores them in a bare run of digits if the result is valid. */
function restoreZeros(run: string, kind: IdentifierKind): Reading {
  const { read, length, shortest } = COLUMNS[kind];
  const cut = run.length >= shortest && run.length < length && isDigits(run, run.length);
  const padded = cut ? read(run.padStart(length, '0')) : undefined;
  return padded?.valid === true ? { ...padded, repaired: true } : invalid('format');
}

function readAs(text: string, kind: IdentifierKind): Reading {
  const exact = COLUMNS[kind].read(text);
  if (exact.valid || exact.reason !== 'format') return exact;
  const run = text.trim();
  if (SPREADSHEET_NUMBER.test(run)) return invalid('spreadsheet_number');
  const restored = restoreZeros(run, kind);
  return !restored.valid && kind === 'cnpj' && isRoot(run) ? invalid('cnpj_root') : restored;
}

const ROOT = /^[0-9A-Z]{2}\.?[0-9A-Z]{3}\.?[0-9A-Z]{3}$/i;

/** Whether a text is the first eight characters of a CNPJ, and not a word: roots have digits. */
export function isRoot(text: string): boolean {
  return text.length >= 8 && text.length <= 10 && ROOT.test(text) && /[0-9]/.test(text);
}

function isPaddedCpf(text: string): boolean {
  const bare = text.replace(/[\s./-]/g, '');
  return isDigits(bare, 14) && bare.startsWith('000') && readCpf(bare.slice(3)).valid;
}

function orPaddedCpf(reading: Reading, text: string): Reading {
  return !reading.valid && isPaddedCpf(text) ? invalid('cpf_in_cnpj_column') : reading;
}

/** Tries both kinds. A text that is valid as both is `ambiguous`: a guess could pay for a wrong lookup. */
function readEitherKind(text: string): Reading {
  const cpf = readAs(text, 'cpf');
  const cnpj = readAs(text, 'cnpj');
  if (cpf.valid && cnpj.valid) return invalid('ambiguous');
  if (cpf.valid || cnpj.valid) return cpf.valid ? cpf : cnpj;
  // A reason other than `format` means that the text had the shape of that kind, or was a spreadsheet number.
  return cpf.reason === 'format' ? cnpj : cpf;
}

/**
 * Reads one cell of a file (contract, "Identifiers"). Accepts what `readCpf` and `readCnpj` accept, and
 * restores leading zeros (`repaired`) in a bare run of 8 to 10 digits (CPF) or 11 to 13 digits (CNPJ).
 * Without a kind, or with kind `both`, the cell may hold either kind.
 */
export function readCell(text: string, kind?: ColumnKind): Reading {
  if (kind === undefined) return readEitherKind(text);
  if (kind === 'cpf') return readAs(text, 'cpf');
  return orPaddedCpf(kind === 'both' ? readEitherKind(text) : readAs(text, 'cnpj'), text);
}
