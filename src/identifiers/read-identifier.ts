import type { IdentifierKind, InvalidReason, Reading } from './types.js';

/** The differences of the two kinds of identifiers (contract, "Identifiers"). */
interface Shape {
  readonly kind: IdentifierKind;
  /** Characters without punctuation; the last two are check digits. */
  readonly length: number;
  /** The value of each ASCII code; white space and punctuation are `SEPARATOR`. */
  readonly alphabet: Int8Array;
  /** Weights of the characters for the first and the second check digit; 0 for those that do not count. */
  readonly firstWeights: Uint8Array;
  readonly secondWeights: Uint8Array;
}

const SEPARATOR = -1;
const NOT_ALLOWED = -2;

function buildAlphabet(punctuation: string, withLetters: boolean): Int8Array {
  const values = new Int8Array(128).fill(NOT_ALLOWED);
  for (const mark of ` \t\n\v\f\r${punctuation}`) values[mark.charCodeAt(0)] = SEPARATOR;
  for (let digit = 0; digit <= 9; digit++) values[48 + digit] = digit;
  for (let letter = 65; withLetters && letter <= 90; letter++)
    values[letter] = values[letter + 32] = letter - 48;
  return values;
}

const CPF: Shape = {
  kind: 'cpf',
  length: 11,
  alphabet: buildAlphabet('.-', false),
  firstWeights: Uint8Array.of(10, 9, 8, 7, 6, 5, 4, 3, 2, 0, 0),
  secondWeights: Uint8Array.of(11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 0),
};
const CNPJ: Shape = {
  kind: 'cnpj',
  length: 14,
  alphabet: buildAlphabet('.-/', true),
  firstWeights: Uint8Array.of(5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2, 0, 0),
  secondWeights: Uint8Array.of(6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2, 0),
};

/** Reads a CPF: 11 digits after `.`, `-` and white space (also NBSP) are removed. It adds no zeros. */
export const readCpf = (text: string): Reading => readIdentifier(text, CPF);

/** Reads a numeric or alphanumeric CNPJ, with any punctuation or case. It adds no zeros. */
export const readCnpj = (text: string): Reading => readIdentifier(text, CNPJ);

/** Returns whether `readCpf` accepts a text, without making the id, which takes longer than the test. */
export const isCpf = (text: string): boolean => findInvalidReason(text, CPF) === undefined;
/** Returns whether `readCnpj` accepts a text. */
export const isCnpj = (text: string): boolean => findInvalidReason(text, CNPJ) === undefined;

/** The values and weighted sums of the last scan, shared, so that invalid cells, perhaps millions, allocate nothing. */
const scanned = new Uint8Array(14);
let firstSum = 0;
let secondSum = 0;

/** A valid identifier; a class, because millions of object literals take longer to create. */
class ValidReading {
  readonly valid = true;
  readonly repaired = false;

  constructor(
    readonly kind: IdentifierKind,
    readonly id: string,
  ) {}
}

function readIdentifier(text: string, shape: Shape): Reading {
  const reason = findInvalidReason(text, shape);
  if (reason !== undefined) return invalid(reason);
  return new ValidReading(shape.kind, normalize(text, shape.length));
}

function findInvalidReason(text: string, shape: Shape): InvalidReason | undefined {
  const { length } = shape;
  const count = countAndScan(text, shape);
  const [first, second] = [valueAt(length - 2), valueAt(length - 1)];
  if (count !== length || first > 9 || second > 9)
    return count === 0 && text.trim() === '' ? 'empty' : 'format';
  if (isRepeated(length)) return 'repeated';
  const areCheckDigitsRight =
    first === computeCheckDigit(firstSum) && second === computeCheckDigit(secondSum);
  return areCheckDigitsRight ? undefined : 'check_digit';
}

/** Counts the characters of an identifier and stores their values; -1 for too many, or for an impossible one. */
function countAndScan(
  text: string,
  { length, alphabet, firstWeights, secondWeights }: Shape,
): number {
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

/** Returns `SEPARATOR` for white space, because spreadsheets put no-break spaces into numbers. */
function valueBeyondAscii(code: number): number {
  return /\s/.test(String.fromCharCode(code)) ? SEPARATOR : NOT_ALLOWED;
}

/** Returns whether all digits are the same: their check digits may be right, but none is ever issued. */
function isRepeated(length: number): boolean {
  for (let i = 1; i < length; i++) if (scanned[i] !== scanned[0]) return false;
  return true;
}

/** Returns the check digit modulo 11; a remainder below 2 gives 0. */
function computeCheckDigit(sum: number): number {
  const remainder = sum % 11;
  return remainder < 2 ? 0 : 11 - remainder;
}

function valueAt(index: number): number {
  return scanned[index] ?? 0;
}

/** Returns the scanned characters, or `text` itself if it has no separators and no lower case. */
function normalize(text: string, length: number): string {
  if (text.length === length && !/[a-z]/.test(text)) return text;
  let id = '';
  for (let i = 0; i < length; i++) id += String.fromCharCode(valueAt(i) + 48);
  return id;
}

const readings = new Map<InvalidReason, Reading>();

/** Returns one shared reading for each reason, because a file may have millions of bad rows. */
export function invalid(reason: InvalidReason): Reading {
  const reading = readings.get(reason) ?? Object.freeze({ valid: false, reason } as const);
  readings.set(reason, reading);
  return reading;
}
