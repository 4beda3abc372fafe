import type { InvalidReason, Reading } from './types.js';

const CPF_LENGTH = 11;
/** CPF weights grow from 2 to 11 without starting over. */
const CPF_WEIGHTS = 10;
const ZERO = 48;

export function invalid(reason: InvalidReason): Reading {
  return { valid: false, reason };
}

/** Whether `text` is exactly `length` ASCII digits; by char code, because files hold millions. */
export function isDigits(text: string, length: number): boolean {
  if (text.length !== length) return false;
  for (let i = 0; i < length; i++) {
    const value = text.charCodeAt(i) - ZERO;
    if (value < 0 || value > 9) return false;
  }
  return true;
}

/** Whether every character is the same: such numbers may pass the arithmetic and are never issued. */
export function isRepeated(id: string): boolean {
  const first = id.charCodeAt(0);
  for (let i = 1; i < id.length; i++) if (id.charCodeAt(i) !== first) return false;
  return true;
}

/**
 * The modulo 11 digit of the first `length` characters of `id`, each worth its ASCII code minus 48.
 * Read from the right, the weights are 2, 3, 4, ... and start over at 2 after `weights` of them;
 * a remainder below 2 gives 0 (contract, "Identifiers"; Receita Federal uses it for both kinds).
 */
function checkDigit(id: string, length: number, weights: number): number {
  let sum = 0;
  for (let i = 0; i < length; i++) {
    sum += (id.charCodeAt(i) - ZERO) * (2 + ((length - 1 - i) % weights));
  }
  const remainder = sum % 11;
  return remainder < 2 ? 0 : 11 - remainder;
}

/** Whether the last two characters of `id` are its two check digits, the second covering the first. */
export function hasCheckDigits(id: string, weights: number): boolean {
  const body = id.length - 2;
  return (
    id.charCodeAt(body) - ZERO === checkDigit(id, body, weights) &&
    id.charCodeAt(body + 1) - ZERO === checkDigit(id, body + 1, weights)
  );
}

/**
 * Reads a CPF: exactly 11 digits once `.`, `-` and white space (NBSP too) are gone; never padded.
 * A valid reading's id is the bare 11 digits.
 */
export function readCpf(text: string): Reading {
  const id = isDigits(text, CPF_LENGTH) ? text : text.replace(/[\s.-]/g, '');
  if (!isDigits(id, CPF_LENGTH)) return invalid(text.trim() === '' ? 'empty' : 'format');
  if (isRepeated(id)) return invalid('repeated');
  if (!hasCheckDigits(id, CPF_WEIGHTS)) return invalid('check_digit');
  return { valid: true, kind: 'cpf', id, repaired: false };
}
