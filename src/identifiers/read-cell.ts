import { invalid, readCnpj, readCpf } from './read-identifier.js';
import { ID_LENGTHS, isDigits } from './format.js';
import type { ColumnKind, IdentifierKind, InvalidReason, Reading } from './types.js';

/**
 * A number in scientific notation. The `+`, or the separator after the first digit, distinguishes it from a CNPJ
 * (12345678E00131).
 */
const SPREADSHEET_NUMBER = /^(?:[0-9]+(?:[.,][0-9]+)?E\+[0-9]+|[0-9][.,][0-9]+E-?[0-9]+)$/i;

/**
 * Returns whether a text is a number such as `5.2998224725E10`, which would be read as a CNPJ. Other numbers in
 * scientific notation, such as `5E+10`, are no CNPJ and are found later. The first two characters are tested before the
 * pattern, because they exclude most cells.
 */
function isScientificLikeCnpj(text: string): boolean {
  const mayBeScientific = text.charCodeAt(1) === 46 || text.charCodeAt(0) <= 32;
  return mayBeScientific && SPREADSHEET_NUMBER.test(text.trim());
}

const READERS = { cpf: readCpf, cnpj: readCnpj } as const;
/** The shortest run of digits that losing leading zeros may leave. */
const SHORTEST_RUN = { cpf: 8, cnpj: 11 } as const;

function readAsKind(text: string, kind: IdentifierKind): Reading {
  if (isScientificLikeCnpj(text)) return invalid('spreadsheet_number');
  const read = READERS[kind];
  const exact = read(text);
  if (exact.valid || exact.reason !== 'format') return exact;
  const digits = text.trim();
  const { length } = digits;
  if (SPREADSHEET_NUMBER.test(digits)) return invalid('spreadsheet_number');
  const mayLackZeros =
    length >= SHORTEST_RUN[kind] && length < ID_LENGTHS[kind] && isDigits(digits, length);
  const padded = mayLackZeros ? read(digits.padStart(ID_LENGTHS[kind], '0')) : exact;
  if (padded.valid) return { ...padded, repaired: true };
  if (kind === 'cpf') return readPaddedCpf(text) ?? invalid('format');
  return invalid(isRoot(digits) ? 'cnpj_root' : 'format');
}

const ROOT = /^[0-9A-Z]{2}\.?[0-9A-Z]{3}\.?[0-9A-Z]{3}$/i;

/** Returns whether a text may be the first eight characters of a CNPJ; a text without digits is a word. */
export function isRoot(text: string): boolean {
  return text.length >= 8 && text.length <= 10 && ROOT.test(text) && /[0-9]/.test(text);
}

/** Reads a CPF that banks and mainframes padded to 14 digits; `ambiguous` if it is a valid CNPJ, too. */
function readPaddedCpf(text: string): Reading | undefined {
  if (text.length < ID_LENGTHS.cnpj) return undefined;
  const bare = text.replace(/[\s./-]/g, '');
  const cpf = isDigits(bare, 14) && bare.startsWith('000') ? readCpf(bare.slice(3)) : undefined;
  if (cpf?.valid !== true) return undefined;
  return readCnpj(bare).valid ? invalid('ambiguous') : { ...cpf, repaired: true };
}

/** Tries both kinds. A text that is valid as both is `ambiguous`: a guess could pay for a wrong lookup. */
function readEitherKind(text: string): Reading {
  const cpf = readAsKind(text, 'cpf');
  const cnpj = readAsKind(text, 'cnpj');
  // With all 14 characters, nothing is guessed.
  if (cnpj.valid && !cnpj.repaired) return cnpj;
  if (cpf.valid && cnpj.valid) return invalid('ambiguous');
  if (cpf.valid || cnpj.valid) return cpf.valid ? cpf : cnpj;
  // A reason other than `format` means that the text had the shape of that kind, or was a spreadsheet number.
  return cpf.reason === 'format' ? cnpj : cpf;
}

/** Reads one cell of a file, with the leading zeros that spreadsheets drop (contract, "Identifiers"). */
export function readCell(text: string, kind: ColumnKind = 'both'): Reading {
  if (kind === 'both') return readEitherKind(text);
  const reading = readAsKind(text, kind);
  const isPaddedCpf = kind === 'cnpj' && !reading.valid && readPaddedCpf(text) !== undefined;
  return isPaddedCpf ? invalid('cpf_in_cnpj_column') : reading;
}

/** Invisible characters that copying from a web page, a message or a PDF leaves, and DOS's end of file. */
// eslint-disable-next-line no-control-regex
const INVISIBLE = /[\u001a\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
/** Hyphens and dashes that word processors write instead of `-`. */
const DASHES = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;
/** Marks that make a spreadsheet treat a cell as text: `'012`, `="012"`. */
const AS_TEXT = /^=?\s*(["'`´‘’“”])(.*?)["'`´‘’“”]?,?$/s;
/** `CPF: 012`, `C.N.P.J. nº 012`. */
const LABEL =
  /^\s*c\.?(?:p\.?f|n\.?p\.?j)\.?(?:\s*\/\s*mf)?\s*(?:n[.º°o]{1,2}\s*)?(?:[:=-]\s*)?["'([]*(?=[0-9A-Z]*[0-9])/i;
/** Requires a separator after the label, because `CPF52998224725` has the shape of a CNPJ. */
const CPF_LABEL = /^\s*c\.?p\.?f\.?(?:\s*\/\s*mf)?(?:\s*n[.º°o]{1,2})?[\s:=-]+(?=[0-9])/i;
/** A whole number that a program wrote with decimals: `52998224725.0`, `52.998.224.725,00`. */
const WITH_DECIMALS =
  /^\s*([0-9]{8,14}|[0-9]{1,3}(?:\.[0-9]{3}){2,4}(?=,)|[0-9]{1,3}(?:,[0-9]{3}){2,4}(?=\.))[.,]0+\s*$/;
/** The digits of a CPF or CNPJ with any punctuation between the groups: `529.982.247/25`. */
const GROUPED =
  /^\s*(?:[0-9]{3}[\p{P}\p{S}\s]{0,2}[0-9]{3}[\p{P}\p{S}\s]{0,2}[0-9]{3}[\p{P}\p{S}\s]{0,2}[0-9]{2}|[0-9]{2}[\p{P}\p{S}\s]{0,2}[0-9]{3}[\p{P}\p{S}\s]{0,2}[0-9]{3}[\p{P}\p{S}\s]{0,2}[0-9]{4}[\p{P}\p{S}\s]{0,2}[0-9]{2})\s*$/u;
/** Digits with decimals, which also match `GROUPED`, but are not an identifier. */
const DECIMAL = /^\s*[0-9]+[.,][0-9]+\s*$/;

/** The longest cell (characters) with an identifier, including everything that people write around it. */
const LONGEST_CELL = 100;

/** Characters that people and programs leave around an identifier from a list. */
const BEFORE = new Set(' \t\n\r\u00a0,;([{<"\'`´‘’“”«');
const AFTER = new Set(' \t\n\r\u00a0,;)]}>"\'`´‘’“”»');

/** Reads a cell like `readCell`, without surrounding quotes, brackets, a label, `.0`, or invisible characters. */
export function readFileCell(text: string, kind?: ColumnKind): Reading {
  if (text.length > LONGEST_CELL && text.trim().length > LONGEST_CELL) return invalid('format');
  const reading = readLoosely(text, kind);
  if (reading.valid || reading.reason !== 'format') return reading;
  const inner = trimWrapping(text);
  return inner === text ? reading : readLoosely(inner, kind);
}

/** Returns the text without the characters that `readFileCell` ignores. */
export function extractInnerText(text: string): string {
  return unwrap(trimWrapping(text)).inner;
}

/** Uses a loop, because a pattern that ends with `$` takes quadratic time for a long text of blanks. */
function trimWrapping(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && BEFORE.has(text.charAt(start))) start += 1;
  while (end > start && AFTER.has(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** Reads a cell like `readCell`, without a label, quotes, odd punctuation or zero decimals. */
function readLoosely(text: string, kind?: ColumnKind): Reading {
  const labelled = readLabelled(text);
  if (labelled !== undefined) return kind === 'cnpj' ? invalid('format') : labelled;
  const reading = readCell(text, kind);
  if (reading.valid || reading.reason !== 'format') return readWithoutDecimals(text, kind, reading);
  const { inner, labelKind } = unwrap(text);
  if (inner === text) return reading;
  // A label decides the kind: a shortened CNPJ in a column of CPFs, padded with zeros, may become a stranger's CPF.
  const isOtherKind =
    labelKind !== undefined && kind !== undefined && kind !== 'both' && labelKind !== kind;
  return isOtherKind ? invalid('format') : readCell(inner, labelKind ?? kind);
}

/** Reads a text such as `CPF 52998224725` as a CPF, even if its characters also form a valid CNPJ. */
function readLabelled(text: string): Reading | undefined {
  const label = CPF_LABEL.exec(text)?.[0];
  const reading = label === undefined ? undefined : readCell(text.slice(label.length), 'cpf');
  return reading?.valid === true ? reading : undefined;
}

/**
 * Reads a whole number with decimal zeros, such as `52998224725.0`; returns `exact` for any other text. A text that is
 * also an identifier with its last zero is `ambiguous`: `5299822472.0` may be ten digits, or 52998224720.
 */
function readWithoutDecimals(text: string, kind: ColumnKind | undefined, exact: Reading): Reading {
  if (!text.trimEnd().endsWith('0')) return exact;
  const withoutDecimals = removeZeroDecimals(text);
  const reading = withoutDecimals === undefined ? undefined : readCell(withoutDecimals, kind);
  if (reading?.valid !== true) return exact;
  return exact.valid ? invalid('ambiguous') : reading;
}

/** Returns the digits of a number whose decimals are all zeros, without these; undefined for any other text. */
export function removeZeroDecimals(text: string): string | undefined {
  return WITH_DECIMALS.exec(text)?.[1]?.replace(/[.,]/g, '');
}

/**
 * Removes invisible characters, quotes, label, decimals and odd punctuation. `labelKind` is the kind that the label
 * names.
 */
function unwrap(text: string): { inner: string; labelKind?: IdentifierKind } {
  const plain = text.replace(INVISIBLE, '').replace(DASHES, '-');
  const quoted = AS_TEXT.exec(plain.trim())?.[2] ?? plain;
  const label = LABEL.exec(quoted)?.[0] ?? '';
  const bare = quoted.slice(label.length);
  const inner = removeZeroDecimals(bare) ?? removeGrouping(bare);
  if (label === '') return { inner };
  return { inner, labelKind: /p[^a-z]*f/i.test(label) ? 'cpf' : 'cnpj' };
}

function removeGrouping(text: string): string {
  if (text.length <= ID_LENGTHS.cpf) return text;
  return GROUPED.test(text) && !DECIMAL.test(text) ? text.replace(/[^0-9]/g, '') : text;
}

/** The widths of the columns into which files split an identifier. The registry's own files have 8, 4 and 2. */
export const SPLITS: Readonly<Record<IdentifierKind, readonly (readonly number[])[]>> = {
  cnpj: ['8 4 2', '8 6', '12 2', '2 3 3 4 2'].map(parseWidths),
  cpf: ['9 2', '3 3 3 2'].map(parseWidths),
};

function parseWidths(widths: string): number[] {
  return widths.split(' ').map(Number);
}

/** A part of an identifier that a program wrote as a number with decimals: `8472.0`. */
const DECIMALS = /^\s*([0-9]+)[.,]00?\s*$/;
/** Separators, and the marks that make a spreadsheet treat a cell as text. */
const SEPARATORS = /[\s"'=./-]/g;

/** Reads an identifier from the cells of its parts, each with the leading zeros it lacks. `widths`: one of `SPLITS`. */
export function readParts(
  cells: readonly string[],
  kind: IdentifierKind,
  widths: readonly number[],
): Reading {
  const bare = cells.map((cell) => (DECIMALS.exec(cell)?.[1] ?? cell).replace(SEPARATORS, ''));
  const parts = bare.map((part, at) => padPart(part, widths[at] ?? 0));
  const isFirstPartAlone = bare.slice(1).every((part) => part === '');
  const aloneReading = isFirstPartAlone ? readFirstPartAlone(parts[0] ?? '', kind) : undefined;
  if (aloneReading !== undefined) return aloneReading;
  if (parts.some((part, at) => part.length !== widths[at])) return invalid('format');
  const reading = READERS[kind](parts.join(''));
  const isRepaired = parts.some((part, at) => part !== bare[at]);
  return reading.valid && isRepaired ? { ...reading, repaired: true } : reading;
}

/** Returns an invalid reading if a first part without the others is empty or the root of a CNPJ. */
function readFirstPartAlone(first: string, kind: IdentifierKind): Reading | undefined {
  if (first === '') return invalid('empty');
  return kind === 'cnpj' && isRoot(first) ? invalid('cnpj_root') : undefined;
}

function padPart(part: string, width: number): string {
  return /^[0-9]+$/.test(part) ? part.padStart(width, '0') : part;
}

/** A typed text that is not an identifier. */
export interface BadTyped {
  readonly valid: false;
  readonly text: string;
  /** Undefined if either kind would do. */
  readonly asked: IdentifierKind | undefined;
  readonly reason: InvalidReason;
  /** The kind of which the text is an identifier, if it is not the kind that was asked for. */
  readonly other?: IdentifierKind;
  /** The identifier that the text would be with leading zeros. */
  readonly meant?: { readonly kind: IdentifierKind; readonly id: string };
}

export type TypedReading =
  | { readonly valid: true; readonly kind: IdentifierKind; readonly id: string }
  | BadTyped;

/** Reads typed text like `readFileCell`, but without adding zeros: a missing digit is a typing error. */
export function readTyped(text: string, asked?: IdentifierKind): TypedReading {
  const reading = readCompleteIdentifier(text, asked);
  if (reading.valid && !reading.repaired)
    return { valid: true, kind: reading.kind, id: reading.id };
  const bad = { valid: false, text, asked } as const;
  const other = asked === undefined ? undefined : findOtherKind(text, asked);
  if (other !== undefined) return { ...bad, reason: 'format', other };
  if (!reading.valid) return { ...bad, reason: reading.reason };
  return { ...bad, reason: 'format', meant: { kind: reading.kind, id: reading.id } };
}

/**
 * Reads like `readFileCell` a text that has lost no zeros: 11 digits are a whole CPF, even if a CNPJ that lost its zeros
 * has the same digits.
 */
export function readCompleteIdentifier(text: string, kind?: ColumnKind): Reading {
  const reading = readFileCell(text, kind);
  if (reading.valid || reading.reason !== 'ambiguous') return reading;
  const cpf = readFileCell(text, 'cpf');
  return cpf.valid && !cpf.repaired ? cpf : reading;
}

function findOtherKind(text: string, asked: IdentifierKind): IdentifierKind | undefined {
  const other = readFileCell(text, asked === 'cpf' ? 'cnpj' : 'cpf');
  return other.valid && !other.repaired ? other.kind : undefined;
}

/** An identifier with all its characters; a shorter number may be a telephone. */
const SHAPED =
  /(?<![0-9A-Za-z])(?:[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}\/[0-9A-Z]{4}-[0-9]{2}|[0-9]{3}\.[0-9]{3}\.[0-9]{3}-[0-9]{2}|[0-9]{11}|[0-9A-Z]{12}[0-9]{2})(?![0-9A-Za-z])/gi;

/** Counts the valid identifiers within a text, each with all its characters. */
export function countIdentifiers(text: string): number {
  const shaped = text.match(SHAPED) ?? [];
  return shaped.filter((each) => readCpf(each).valid || readCnpj(each).valid).length;
}

/**
 * Returns the first character that is impossible in an identifier of the kind; undefined if only the number of
 * characters is wrong.
 */
export function findOddCharacter(text: string, asked?: IdentifierKind): string | undefined {
  const characters = Array.from(extractInnerText(text)).filter((each) => !/[\s.-]/.test(each));
  const withoutSlashes = characters.filter((each) => each !== '/');
  const kind = asked ?? (withoutSlashes.length === ID_LENGTHS.cpf ? 'cpf' : 'cnpj');
  if (kind === 'cpf') return characters.find((each) => !/[0-9]/.test(each));
  const bodyLength = ID_LENGTHS.cnpj - 2;
  const hasAllCharacters = withoutSlashes.length === ID_LENGTHS.cnpj;
  return withoutSlashes.find(
    (each, at) => !(hasAllCharacters && at >= bodyLength ? /[0-9]/ : /[0-9A-Z]/i).test(each),
  );
}
