import type { IdentifierKind, InvalidReason, Reading } from './types.js';

/** What tells one kind of identifier from the other (contract, "Identifiers"). */
export interface Shape {
  readonly kind: IdentifierKind;
  /** Characters without punctuation; the last two are check digits. */
  readonly length: number;
  /** What each ASCII code is worth: see `alphabet`. */
  readonly alphabet: Int8Array;
  /** Weights of the characters under the first check digit, and under the second. */
  readonly weights: readonly [readonly number[], readonly number[]];
}

const SEPARATOR = -1;
const STRANGER = -2;

/**
 * The worth of each ASCII code: 0 to 9 for a digit, its code minus 48 for a letter of either case,
 * `SEPARATOR` for white space and the given punctuation, `STRANGER` for the rest.
 */
export function alphabet(punctuation: string, withLetters: boolean): Int8Array {
  const worth = new Int8Array(128).fill(STRANGER);
  for (const mark of ` \t\n\v\f\r${punctuation}`) worth[mark.charCodeAt(0)] = SEPARATOR;
  for (let digit = 0; digit <= 9; digit++) worth[48 + digit] = digit;
  for (let letter = 65; withLetters && letter <= 90; letter++) {
    worth[letter] = letter - 48;
    worth[letter + 32] = letter - 48;
  }
  return worth;
}

/**
 * The values of the characters scanned last. One for all: a file holds millions of cells, and nothing
 * is allocated for those that are not valid.
 */
const values = new Uint8Array(14);

/** A class and no literal: of these there are millions, too (see `RawRecord`). */
class ValidReading {
  readonly valid = true;
  readonly repaired = false;

  constructor(
    readonly kind: IdentifierKind,
    readonly id: string,
  ) {}
}

/** Reads an identifier of one shape; a valid reading's id is bare and in upper case. Never padded. */
export function read(text: string, shape: Shape): Reading {
  const { length, weights } = shape;
  if (scan(text, shape) !== length || valueAt(length - 2) > 9 || valueAt(length - 1) > 9) {
    return invalid(text.trim() === '' ? 'empty' : 'format');
  }
  if (isRepeated(length)) return invalid('repeated');
  const agrees =
    valueAt(length - 2) === checkDigit(weights[0]) &&
    valueAt(length - 1) === checkDigit(weights[1]);
  if (!agrees) return invalid('check_digit');
  return new ValidReading(shape.kind, bare(text, length));
}

/** How many characters of an identifier `text` holds, their values kept; -1 for anything else in it. */
function scan(text: string, shape: Shape): number {
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const worth = code < 128 ? (shape.alphabet[code] ?? STRANGER) : worthBeyondAscii(code);
    if (worth >= 0) {
      if (count === shape.length) return -1;
      values[count++] = worth;
    } else if (worth === STRANGER) return -1;
  }
  return count;
}

/** Spreadsheets put no-break spaces into numbers. */
function worthBeyondAscii(code: number): number {
  return /\s/.test(String.fromCharCode(code)) ? SEPARATOR : STRANGER;
}

/** All the same: such numbers may pass the arithmetic and are never issued. */
function isRepeated(length: number): boolean {
  for (let i = 1; i < length; i++) if (values[i] !== values[0]) return false;
  return true;
}

/** Modulo 11; a remainder below 2 gives 0. */
function checkDigit(weights: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < weights.length; i++) sum += valueAt(i) * (weights[i] ?? 0);
  const remainder = sum % 11;
  return remainder < 2 ? 0 : 11 - remainder;
}

function valueAt(index: number): number {
  return values[index] ?? 0;
}

/** The scanned characters as text; `text` itself where there was nothing to take away or to raise. */
function bare(text: string, length: number): string {
  if (text.length === length && !/[a-z]/.test(text)) return text;
  let id = '';
  for (let i = 0; i < length; i++) id += String.fromCharCode(valueAt(i) + 48);
  return id;
}

const readings = new Map<InvalidReason, Reading>();

/** The one reading of a reason: bad rows come by the million too. */
export function invalid(reason: InvalidReason): Reading {
  const known = readings.get(reason);
  if (known !== undefined) return known;
  const reading = Object.freeze({ valid: false, reason } as const);
  readings.set(reason, reading);
  return reading;
}
