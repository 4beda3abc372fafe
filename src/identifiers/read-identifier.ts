import type { IdentifierKind, InvalidReason, Reading } from './types.js';

/** What distinguishes the two kinds of identifiers (contract, "Identifiers"). */
interface Shape {
  readonly kind: IdentifierKind;
  /** Characters without punctuation; the last two are check digits. */
  readonly length: number;
  /** The value of each ASCII code: see `alphabet`. */
  readonly alphabet: Int8Array;
  /** Weight of each character in the sum of the first check digit; 0 for those that do not count. */
  readonly firstWeights: Uint8Array;
  /** The same for the second check digit. */
  readonly secondWeights: Uint8Array;
}

const SEPARATOR = -1;
const NOT_ALLOWED = -2;

/**
 * Makes a table of the value of each ASCII code: 0 to 9 for a digit, the code of the capital minus 48 for
 * a letter of either case, `SEPARATOR` for white space and the given punctuation, `NOT_ALLOWED` otherwise.
 */
function alphabet(punctuation: string, withLetters: boolean): Int8Array {
  const value = new Int8Array(128).fill(NOT_ALLOWED);
  for (const mark of ` \t\n\v\f\r${punctuation}`) value[mark.charCodeAt(0)] = SEPARATOR;
  for (let digit = 0; digit <= 9; digit++) value[48 + digit] = digit;
  for (let letter = 65; withLetters && letter <= 90; letter++) {
    value[letter] = letter - 48;
    value[letter + 32] = letter - 48;
  }
  return value;
}

const CPF: Shape = {
  kind: 'cpf',
  length: 11,
  alphabet: alphabet('.-', false),
  firstWeights: Uint8Array.of(10, 9, 8, 7, 6, 5, 4, 3, 2, 0, 0),
  secondWeights: Uint8Array.of(11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 0),
};

/**
 * Reads a CPF: exactly 11 digits after `.`, `-` and white space (also NBSP) are removed. It adds no
 * zeros. The id of a valid reading is the 11 digits.
 */
export function readCpf(text: string): Reading {
  return readIdentifier(text, CPF);
}

/** Whether `readCpf` finds the text valid. */
export function isCpf(text: string): boolean {
  return isIdentifier(text, CPF);
}

const CNPJ: Shape = {
  kind: 'cnpj',
  length: 14,
  alphabet: alphabet('.-/', true),
  firstWeights: Uint8Array.of(5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2, 0, 0),
  secondWeights: Uint8Array.of(6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2, 0),
};

/**
 * Reads a CNPJ, numeric or alphanumeric (spec, `GET /cnpj/{cnpj}`), with any punctuation or case; adds no
 * zeros. Any letter is accepted if the check digits match.
 */
export function readCnpj(text: string): Reading {
  return readIdentifier(text, CNPJ);
}

/** Whether `readCnpj` finds the text valid. */
export function isCnpj(text: string): boolean {
  return isIdentifier(text, CNPJ);
}

/**
 * The character values of the last scan. All scans share this array: a file holds millions of cells, and
 * reading an invalid one must allocate nothing.
 */
const scanned = new Uint8Array(14);
/** The weighted sums of the last scan, for its two check digits. */
let firstSum = 0;
let secondSum = 0;

/** A class instead of an object literal, which is faster to create by the million (see `RawRecord`). */
class ValidReading {
  readonly valid = true;
  readonly repaired = false;

  constructor(
    readonly kind: IdentifierKind,
    readonly id: string,
  ) {}
}

/**
 * Reads an identifier of one shape. It adds no zeros. The id of a valid reading is in upper case and has no
 * punctuation.
 */
function readIdentifier(text: string, shape: Shape): Reading {
  const reason = whyInvalid(text, shape);
  if (reason !== undefined) return invalid(reason);
  return new ValidReading(shape.kind, bare(text, shape.length));
}

/** The same decision without the id, which takes longer to make than to judge. */
function isIdentifier(text: string, shape: Shape): boolean {
  return whyInvalid(text, shape) === undefined;
}

function whyInvalid(text: string, shape: Shape): InvalidReason | undefined {
  const { length } = shape;
  const count = scan(text, shape);
  const [first, second] = [valueAt(length - 2), valueAt(length - 1)];
  if (count !== length || first > 9 || second > 9)
    return count === 0 && text.trim() === '' ? 'empty' : 'format';
  if (isRepeated(length)) return 'repeated';
  const agrees = first === checkDigit(firstSum) && second === checkDigit(secondSum);
  return agrees ? undefined : 'check_digit';
}

/**
 * Counts the identifier characters of `text`, and keeps their values and weighted sums. Returns -1 if there are
 * too many, or any other character.
 */
function scan(text: string, { length, alphabet, firstWeights, secondWeights }: Shape): number {
  let count = 0;
  firstSum = secondSum = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const value = code < 128 ? (alphabet[code] ?? NOT_ALLOWED) : valueBeyondAscii(code);
    if (value >= 0) {
      if (count === length) return -1;
      firstSum += value * (firstWeights[count] ?? 0);
      secondSum += value * (secondWeights[count] ?? 0);
      scanned[count++] = value;
    } else if (value === NOT_ALLOWED) return -1;
  }
  return count;
}

/** Unicode white space is a separator: spreadsheets put no-break spaces into numbers. */
function valueBeyondAscii(code: number): number {
  return /\s/.test(String.fromCharCode(code)) ? SEPARATOR : NOT_ALLOWED;
}

/** Identifiers of one repeated character may have matching check digits, but none is ever issued. */
function isRepeated(length: number): boolean {
  for (let i = 1; i < length; i++) if (scanned[i] !== scanned[0]) return false;
  return true;
}

/** Modulo 11. A remainder below 2 gives the digit 0. */
function checkDigit(sum: number): number {
  const remainder = sum % 11;
  return remainder < 2 ? 0 : 11 - remainder;
}

function valueAt(index: number): number {
  return scanned[index] ?? 0;
}

/** The scanned characters as text. Returns `text` unchanged if it had no separators and no lower case. */
function bare(text: string, length: number): string {
  if (text.length === length && !hasLowerCase(text)) return text;
  let id = '';
  for (let i = 0; i < length; i++) id += String.fromCharCode(valueAt(i) + 48);
  return id;
}

function hasLowerCase(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 96) return true;
  return false;
}

const readings = new Map<InvalidReason, Reading>();

/** The shared reading for a reason: a file may hold millions of bad rows. */
export function invalid(reason: InvalidReason): Reading {
  const known = readings.get(reason);
  if (known !== undefined) return known;
  const reading = Object.freeze({ valid: false, reason } as const);
  readings.set(reason, reading);
  return reading;
}
